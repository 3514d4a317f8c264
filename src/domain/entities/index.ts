import { alerts } from '../alert/index.ts';
import type { AnyEntity, FormOf, RowOf } from '../entity/index.ts';
import { geofences } from '../geofence/index.ts';
import { defineLabels, labelKindOf, type LabelKindOf } from '../label/index.ts';
import { notifications } from '../notification/index.ts';
import { operators } from '../operator/index.ts';
import { reports } from '../report/index.ts';
import { repeaters } from '../repeater/index.ts';
import { roles } from '../role/index.ts';
import { routes } from '../route/index.ts';
import { rules } from '../rule/index.ts';
import { serviceReminders } from '../maintenance/index.ts';
import { sims } from '../sim/index.ts';
import { webhooks } from '../webhook/index.ts';

/**
 * Every entity that derives from its definition, but groups. A new one is one line here; the compiler names what it
 * still lacks.
 */
const THINGS = [
  sims,
  rules,
  alerts,
  notifications,
  webhooks,
  repeaters,
  roles,
  operators,
  geofences,
  routes,
  serviceReminders,
  reports,
] as const satisfies readonly AnyEntity[];
type Thing = (typeof THINGS)[number];

type LabelledNames<E extends AnyEntity> = E extends AnyEntity
  ? FormOf<E> extends { labels: unknown }
    ? E['names']
    : never
  : never;
/** Lists whose things may have labels. */
export type LabelledList = 'units' | 'devices' | 'schedules' | LabelledNames<Thing>;

/** Whether an entity's things have labels, for the compiler too. */
const isLabelled = (entity: Thing): entity is Extract<Thing, { readonly names: LabelledNames<Thing> }> =>
  entity.hasLabels;
export const LABELLED: readonly LabelledList[] = [
  'units',
  'devices',
  'schedules',
  ...THINGS.filter(isLabelled).map(({ names }) => names),
];

/** Kinds of groups: of everything that may have labels, so that an area that is added brings its kind. */
export const LABEL_KINDS = LABELLED.map(labelKindOf) as readonly LabelKind[];
export type LabelKind = LabelKindOf<LabelledList>;

/** Groups of things. */
export const labels = defineLabels(LABEL_KINDS, [
  'unit',
  'device',
  'schedule',
  ...THINGS.filter(isLabelled).map(({ name }) => name),
]);
export type Label = RowOf<typeof labels>;

/** Every entity, groups at the end. */
export const ENTITIES = [...THINGS, labels] as const satisfies readonly AnyEntity[];

export type KnownEntity = (typeof ENTITIES)[number];
export type EntityName = KnownEntity['name'];
/** The entity of a name. */
export type EntityCalled<Name extends EntityName> = Extract<KnownEntity, { readonly name: Name }>;

/** All of a union at once: what each of several entities gives, in one object. */
export type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? { readonly [Name in keyof All]: All[Name] }
  : never;
