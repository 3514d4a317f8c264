import type { AnyEntity } from '../entity/index.ts';
import { geofences } from '../geofence/index.ts';
import { operators } from '../operator/index.ts';
import { roles } from '../role/index.ts';
import { routes } from '../route/index.ts';
import { rules } from '../rule/index.ts';
import { sims } from '../sim/index.ts';

/** Every entity that derives from its definition. A new one is one line here; the compiler names what it still lacks. */
export const ENTITIES = [sims, rules, roles, operators, geofences, routes] as const satisfies readonly AnyEntity[];

export type KnownEntity = (typeof ENTITIES)[number];
export type EntityName = KnownEntity['name'];
export type EntityNames = KnownEntity['names'];
/** The entity of a name. */
export type EntityCalled<Name extends EntityName> = Extract<KnownEntity, { readonly name: Name }>;

/** All of a union at once: what each of several entities gives, in one object. */
export type Together<Union> = (Union extends unknown ? (each: Union) => void : never) extends (all: infer All) => void
  ? { readonly [Name in keyof All]: All[Name] }
  : never;

/** Lists whose things may have labels. */
export const LABELLED = [
  'units',
  'devices',
  ...ENTITIES.filter(({ hasLabels }) => hasLabels).map(({ names }) => names),
] as const;
export type LabelledList = (typeof LABELLED)[number];
