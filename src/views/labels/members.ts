import { ENTITIES, LABELLED, type Label } from '../../domain/entities/index.ts';
import type { Need } from '../../domain/access/index.ts';
import type { AnyEntity } from '../../domain/entity/index.ts';
import type { EventSubject } from '../../domain/events/index.ts';
import { labelKindOf } from '../../domain/label/index.ts';
import { routes } from '../../domain/route/index.ts';
import { MODE_PLACES } from '../shared/unit/unitModes.ts';
import { pathOf } from '../shared/entity/paths.ts';

/** Things that groups of a kind are made of. */
interface MemberKind {
  /** Paths of their list and of the page of one; either may have a query. */
  readonly list: string;
  readonly page: string;
  readonly read: Need;
  /** Subject of their events. */
  readonly subject: EventSubject;
  /** Something is known of each beside its name: the identifier of a device, the operator of a SIM card. */
  readonly hasDetail: boolean;
}

const UNITS: MemberKind = {
  list: '/units/list',
  page: '/unit/:id/view',
  read: { resource: 'units', action: 'r' },
  subject: 'unit',
  hasDetail: false,
};
const DEVICES: MemberKind = {
  list: '/devices',
  page: '/device/:id',
  read: { resource: 'devices', action: 'r' },
  subject: 'device',
  hasDetail: true,
};

/** Schedules have no page: the list shows the one alone. */
const SCHEDULES: MemberKind = {
  list: `${routes.paths.list}?view=schedules`,
  page: `${routes.paths.list}?view=schedules&schedule_id=:id`,
  read: routes.needs.read,
  subject: 'schedule',
  hasDetail: true,
};

/** What is in groups of the kind. */
export function membersOfKind(kind: string): MemberKind {
  const list = LABELLED.find((each) => labelKindOf(each) === kind);
  if (list === 'units') return UNITS;
  if (list === 'devices') return DEVICES;
  if (list === 'schedules') return SCHEDULES;
  const entity: AnyEntity | undefined = ENTITIES.find(({ names }) => names === list);
  if (!entity) throw new Error(`Nothing is in groups of the kind ${kind}.`);
  const { paths, needs, name, found } = entity;
  return {
    list: paths.list,
    page: paths.view,
    read: needs.read,
    subject: name as EventSubject,
    hasDetail: found.detail !== undefined,
  };
}

/** Groups of several accounts in reach may have the same name. */
const narrowed = (
  path: string,
  account: string,
  { name, account_id: id }: Pick<Label, 'account_id' | 'name'>,
): string =>
  `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ label: name, [account]: String(id) }).toString()}`;

/** The list of a group's members. */
export const membersPath = (label: Pick<Label, 'account_id' | 'kind' | 'name'>): string =>
  narrowed(membersOfKind(label.kind).list, label.kind === 'units' ? 'owner' : 'account_id', label);

/** The map narrowed to a group of units. */
export const groupMapPath = (label: Pick<Label, 'account_id' | 'name'>): string =>
  narrowed(MODE_PLACES.map.path, 'owner', label);

/** The page of a member. */
export const memberPath = (kind: string, id: number): string => pathOf(membersOfKind(kind).page, id);
