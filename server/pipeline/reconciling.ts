import { reconcile, type Kept, type Reconciled } from '../../src/domain/detection/index.ts';
import { toIso, type Instant, type Interval } from '../../src/domain/base/index.ts';
import { reserveIds, type Transaction } from '../store/index.ts';

/** A table of derived rows that keep their ids while what they stand for does. */
export interface DerivedTable<Row> {
  readonly table: 'trip' | 'fuel_event';
  readonly spanOf: (row: Row) => Interval;
  /** Columns beside id, unit, span and the row itself. */
  readonly extra: readonly { readonly column: string; readonly type: string; readonly of: (row: Row) => unknown }[];
}

/** What became of the rows of a unit. */
export interface Derived<Row> {
  readonly created: readonly Kept<Row>[];
  readonly changed: readonly { readonly id: number; readonly before: Row; readonly after: Row }[];
  readonly retired: readonly Kept<Row>[];
}

/** How many rows are new, other or gone. */
export const countOf = ({ created, changed, retired }: Derived<unknown>): number => created.length + changed.length + retired.length;

/** Puts the found rows in the place of the kept ones; `which` says which these are, with `$2` as its instant. */
export async function replaceRows<Row>(transaction: Transaction, of: DerivedTable<Row>, unitId: number, which: string, since: Instant, found: readonly Row[]): Promise<Derived<Row>> {
  const rows = await transaction.query<{ id: unknown; data: Row }>(`select id, data from ${of.table} where unit_id = $1 and ${which} for update`, [unitId, sinceText(since)]);
  const kept = rows.map(({ id, data }) => ({ id: Number(id), row: data }));
  const { created, changed, retired }: Reconciled<Row> = reconcile(kept, found.map(plain), of.spanOf);
  if (retired.length > 0) await transaction.query(`delete from ${of.table} where id = any($1::int8[])`, [retired]);
  const first = created.length > 0 ? await reserveIds(transaction, of.table, created.length) : 0;
  const made = created.map((row, place) => ({ id: first + place, row }));
  await upsert(transaction, of, unitId, [...made, ...changed]);
  const before = new Map(kept.map(({ id, row }) => [id, row]));
  return {
    created: made,
    changed: changed.map(({ id, row }) => ({ id, before: before.get(id) ?? row, after: row })),
    retired: kept.filter(({ id }) => retired.includes(id)),
  };
}

/** As the database gives it back: what compares equal then does now. */
const plain = <Row>(row: Row): Row => JSON.parse(JSON.stringify(row)) as Row;

/** Before any date that there is. */
export const sinceText = (since: Instant): string => (Number.isFinite(since) ? toIso(since) : '-infinity');

async function upsert<Row>(transaction: Transaction, { table, spanOf, extra }: DerivedTable<Row>, unitId: number, rows: readonly Kept<Row>[]): Promise<void> {
  if (rows.length === 0) return;
  const columns = extra.map(({ column }) => column);
  const values = extra.map(({ type }, place) => `$${place + 6}::${type}[]`);
  await transaction.query(
    `insert into ${table} (unit_id, id, start_at, end_at, data${columns.map((column) => `, ${column}`).join('')})
     select $1, * from unnest($2::int8[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[]${values.map((value) => `, ${value}`).join('')})
     on conflict (id) do update set start_at = excluded.start_at, end_at = excluded.end_at, data = excluded.data${columns.map((column) => `, ${column} = excluded.${column}`).join('')}`,
    [
      unitId, rows.map(({ id }) => id), rows.map(({ row }) => toIso(spanOf(row).from)), rows.map(({ row }) => toIso(spanOf(row).to)), rows.map(({ row }) => JSON.stringify(row)),
      ...extra.map(({ of }) => rows.map(({ row }) => of(row))),
    ],
  );
}
