import { reconcile, type Kept, type Reconciled } from '../../src/domain/detection/index.ts';
import { toIso, type Instant, type Interval } from '../../src/domain/base/index.ts';
import { reserveIds, type Transaction } from '../store/index.ts';

/** A table of derived rows that keep their ids while what they stand for does. */
export interface DerivedTable<Row> {
  readonly table: 'trip' | 'fuel_event';
  /** Which rows a replacement is about, by its instant. */
  readonly from: 'start_at >=' | 'end_at >';
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
export const countOf = ({ created, changed, retired }: Derived<unknown>): number =>
  created.length + changed.length + retired.length;

/** Rows of a unit that stand in the place of those that were kept from an instant on. */
export interface Replacement<Row> {
  readonly unitId: number;
  readonly since: Instant;
  readonly found: readonly Row[];
}

/** Puts the found rows of each unit in the place of the kept ones, under the ids that these had. */
export async function replaceRows<Row>(
  transaction: Transaction,
  of: DerivedTable<Row>,
  replacements: readonly Replacement<Row>[],
): Promise<Derived<Row>[]> {
  const kept = await readKept(transaction, of, replacements);
  const results = replacements.map(({ unitId, found }): Reconciled<Row> =>
    reconcile(kept.get(unitId) ?? [], found.map(plain), of.spanOf),
  );
  const retired = results.flatMap((result) => result.retired);
  if (retired.length > 0) await transaction.query(`delete from ${of.table} where id = any($1::int8[])`, [retired]);
  const created = results.reduce((sum, result) => sum + result.created.length, 0);
  const ids = (created > 0 ? await reserveIds(transaction, of.table, created) : []).values();
  const derived = results.map((result, place) => derivedOf(kept.get(replacements[place].unitId) ?? [], result, ids));
  await upsert(
    transaction,
    of,
    derived.flatMap((rows, place) =>
      [...rows.created, ...rows.changed.map(({ id, after }) => ({ id, row: after }))].map((row) => ({
        ...row,
        unitId: replacements[place].unitId,
      })),
    ),
  );
  return derived;
}

async function readKept<Row>(
  transaction: Transaction,
  { table, from }: DerivedTable<Row>,
  replacements: readonly Replacement<Row>[],
): Promise<Map<number, Kept<Row>[]>> {
  const rows = await transaction.query<{ id: number; unit_id: number; data: Row }>(
    `select r.id, r.unit_id, r.data from unnest($1::int8[], $2::timestamptz[]) as w (unit_id, since)
     join ${table} r on r.unit_id = w.unit_id and r.${from} w.since order by r.id for update of r`,
    [replacements.map(({ unitId }) => unitId), replacements.map(({ since }) => sinceText(since))],
  );
  const kept = Map.groupBy(rows, ({ unit_id }) => unit_id);
  return new Map([...kept].map(([unitId, own]) => [unitId, own.map(({ id, data }) => ({ id, row: data }))]));
}

function derivedOf<Row>(
  kept: readonly Kept<Row>[],
  { created, changed, retired }: Reconciled<Row>,
  ids: Iterator<number>,
): Derived<Row> {
  const before = new Map(kept.map(({ id, row }) => [id, row]));
  return {
    created: created.map((row) => ({ id: ids.next().value as number, row })),
    changed: changed.map(({ id, row }) => ({ id, before: before.get(id) ?? row, after: row })),
    retired: kept.filter(({ id }) => retired.includes(id)),
  };
}

/** As the database gives it back: what compares equal then does now. */
const plain = <Row>(row: Row): Row => JSON.parse(JSON.stringify(row)) as Row;

/** Before any date that there is. */
export const sinceText = (since: Instant): string => (Number.isFinite(since) ? toIso(since) : '-infinity');

type OwnedRow<Row> = Kept<Row> & { readonly unitId: number };

async function upsert<Row>(
  transaction: Transaction,
  { table, spanOf, extra }: DerivedTable<Row>,
  rows: readonly OwnedRow<Row>[],
): Promise<void> {
  if (rows.length === 0) return;
  const columns = extra.map(({ column }) => column);
  const values = extra.map(({ type }, place) => `$${place + 6}::${type}[]`);
  await transaction.query(
    `insert into ${table} (unit_id, id, start_at, end_at, data${columns.map((column) => `, ${column}`).join('')})
     select * from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::timestamptz[], $5::jsonb[]${values.map((value) => `, ${value}`).join('')})
     on conflict (id) do update set start_at = excluded.start_at, end_at = excluded.end_at, data = excluded.data${columns.map((column) => `, ${column} = excluded.${column}`).join('')}`,
    [
      rows.map(({ unitId }) => unitId),
      rows.map(({ id }) => id),
      rows.map(({ row }) => toIso(spanOf(row).from)),
      rows.map(({ row }) => toIso(spanOf(row).to)),
      rows.map(({ row }) => JSON.stringify(row)),
      ...extra.map(({ of }) => rows.map(({ row }) => of(row))),
    ],
  );
}
