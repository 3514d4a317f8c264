import type { Request } from '../../../src/api/contract/index.ts';
import type { Need } from '../../../src/domain/access/index.ts';
import { ENTITIES, type EntityNames } from '../../../src/domain/entities/index.ts';
import type { Queryable } from '../../store/database.types.ts';

/** Suggestions: more than anybody chooses from. */
const MOST = 500;

interface Labelled {
  readonly table: string;
  readonly need: Need;
}

const entityLabels = Object.fromEntries(
  ENTITIES.filter(({ hasLabels }) => hasLabels).map(({ name, names, needs }) => [
    names,
    { table: name, need: needs.read },
  ]),
) as Record<EntityNames, Labelled>;

/** Things that carry labels. */
export const LABELLED: Readonly<Record<Request<'getLabels'>['of'], Labelled>> = {
  units: { table: 'unit', need: { resource: 'units', action: 'r' } },
  devices: { table: 'device', need: { resource: 'devices', action: 'r' } },
  ...entityLabels,
};

/** Labels on things of the accounts, in their order. */
export async function readLabels(
  database: Queryable,
  { table }: Labelled,
  scope: readonly number[],
): Promise<string[]> {
  const rows = await database.query<{ label: string }>(
    `select label from (select distinct jsonb_array_elements_text(labels) as label from ${table} where account_id = any($1::int8[])) used
     order by lower(label), label limit ${MOST}`,
    [scope],
  );
  return rows.map(({ label }) => label);
}
