import { shownBinding, type OperatorBinding } from '../../../src/domain/operator/index.ts';
import { toIso, type Instant, type Interval } from '../../../src/domain/base/index.ts';
import type { UnitsInSight } from '../../call/reach.ts';
import { BINDING_COLUMNS, bindingOfRow, type BindingRow } from '../../pipeline/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { sightParameters } from '../shared/index.ts';

/** A binding with what it names. */
export type NamedRow = BindingRow & {
  readonly source: OperatorBinding['source'];
  readonly operator_name: string;
  readonly unit_name: string;
  readonly account_id: number;
};

const NAMED_COLUMNS = `${BINDING_COLUMNS}, b.source, o.name as operator_name, u.name as unit_name, o.account_id`;
const NAMED = 'operator_binding b join operator o on o.id = b.operator_id join unit u on u.id = b.unit_id';

export const shownRow = (row: NamedRow): OperatorBinding =>
  shownBinding({ ...bindingOfRow(row), source: row.source }, row.operator_name, row.unit_name);

/** One binding, or undefined. */
export async function findBinding(database: Queryable, id: number): Promise<NamedRow | undefined> {
  const [row] = await database.query<NamedRow>(`select ${NAMED_COLUMNS} from ${NAMED} where b.id = $1`, [id]);
  return row;
}

/**
 * Who drove in the interval, newest first; cut to the span of a unit that was allocated to the caller. One more than
 * `limit` shows that there is more.
 */
export async function readBindings(
  database: Queryable,
  sight: UnitsInSight,
  { from, to }: Interval,
  operatorIds: readonly number[] | undefined,
  limit: number,
): Promise<{ bindings: OperatorBinding[]; truncated: boolean }> {
  const rows = await database.query<NamedRow>(
    `select * from (
       select ${NAMED_COLUMNS} from ${NAMED} where b.unit_id = any($1::int8[])
       union all
       select b.id, b.operator_id, b.unit_id, greatest(b.from_at, since) as from_at, nullif(least(coalesce(b.to_at, 'infinity'), until), 'infinity') as to_at,
              b.key, b.ended, b.source, o.name as operator_name, u.name as unit_name, o.account_id
       from ${NAMED} join unnest($2::int8[], $3::timestamptz[], $4::timestamptz[]) as span (of_unit, since, until)
         on of_unit = b.unit_id and b.from_at < until and coalesce(b.to_at, 'infinity') > since) seen
     where from_at < $6 and coalesce(to_at, 'infinity') >= $5 and ($7::int8[] is null or operator_id = any($7))
     order by from_at desc, id desc limit $8`,
    [...sightParameters(sight), toIso(from), toIso(to), operatorIds ?? null, limit + 1],
  );
  return { bindings: rows.slice(0, limit).map(shownRow), truncated: rows.length > limit };
}

/** Where the operator is at the instant, and will be. */
export function openBindings(database: Queryable, operatorId: number, now: Instant): Promise<NamedRow[]> {
  return database.query<NamedRow>(
    `select ${NAMED_COLUMNS} from ${NAMED} where b.operator_id = $1 and (b.to_at is null or b.to_at > $2) order by b.id`,
    [operatorId, toIso(now)],
  );
}
