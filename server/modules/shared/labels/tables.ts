import type { Need } from '../../../../src/domain/access/index.ts';
import { ENTITIES, LABELLED, type LabelKind, type LabelledList } from '../../../../src/domain/entities/index.ts';
import type { AnyEntity } from '../../../../src/domain/entity/index.ts';
import { labelKindOf } from '../../../../src/domain/label/index.ts';
import { routes } from '../../../../src/domain/route/index.ts';

/** Things that carry labels, and the groups that they are in. */
export interface LabelledTable {
  readonly list: LabelledList;
  readonly kind: LabelKind;
  /** The table, with the columns `id`, `account_id` and `labels`; the subject of its events. */
  readonly table: string;
  /** The column that a thing is called by, and what else it is found by, in SQL where the table is `t`. */
  readonly title: string;
  readonly detail: string | null;
  /** The event of a change. */
  readonly updated: string;
  readonly needs: { readonly read: Need; readonly change: Need };
}

const managed = (resource: 'units' | 'devices'): LabelledTable['needs'] => ({
  read: { resource, action: 'r' },
  change: { resource, action: 'u' },
});

const BY_HAND = {
  units: { table: 'unit', title: 'name', detail: null, updated: 'unitUpdated', needs: managed('units') },
  devices: {
    table: 'device',
    title: 'name',
    detail: 't.unique_identifier',
    updated: 'deviceUpdated',
    needs: managed('devices'),
  },
  schedules: {
    table: 'schedule',
    title: 'name',
    detail: '(select r.name from route r where r.id = t.route_id)',
    updated: 'scheduleUpdated',
    needs: routes.needs,
  },
} as const;

function tableOf(list: LabelledList): LabelledTable {
  const kind = labelKindOf(list);
  if (list === 'units' || list === 'devices' || list === 'schedules') return { list, kind, ...BY_HAND[list] };
  const entity: AnyEntity | undefined = ENTITIES.find(({ names }) => names === list);
  if (!entity) throw new Error(`There is no entity ${list}.`);
  const { name, title, found, events, needs } = entity;
  return {
    list,
    kind,
    table: name,
    title,
    detail: found.detail === undefined ? null : `t.${found.detail}`,
    updated: events.updated,
    needs,
  };
}

export const LABELLED_TABLES: readonly LabelledTable[] = LABELLED.map(tableOf);

/** The things of a list. */
export const labelledTable = (list: LabelledList): LabelledTable =>
  found(LABELLED_TABLES, (each) => each.list === list);
/** The things that groups of a kind are made of. */
export const tableOfKind = (kind: string): LabelledTable => found(LABELLED_TABLES, (each) => each.kind === kind);

function found(tables: readonly LabelledTable[], isIt: (each: LabelledTable) => boolean): LabelledTable {
  const table = tables.find(isIt);
  if (!table) throw new Error('Nothing of this kind has labels.');
  return table;
}
