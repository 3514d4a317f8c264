import { DAY, floorTo, HOUR, type Instant } from '../../../../src/domain/base/index.ts';
import {
  joinedBox,
  trackPart,
  TRACK_CORE,
  TRACK_VERSION,
  type TrackBox,
  type TrackPart,
} from '../../../../src/domain/telemetry/index.ts';
import type { Database, Queryable } from '../../database.types.ts';
import { checksumOf, queryHurtPages, type BlockKey } from '../../setAside/index.ts';
import { byteaArray, instantArray, int2Array, int4Array, int8Array } from '../binaryArrays.ts';
import { readSound, type BlockReading } from './soundBlocks.ts';
import { SPAN, type NewBlock } from './trackBlocks.ts';

/** What reads pages that Postgres finds damaged as far as they can be read. */
type Pages = Pick<Database, 'query' | 'transaction'>;

export interface StoredBlock extends BlockKey {
  readonly to: Instant;
  readonly bytes: Buffer;
}

export interface BlockSize extends BlockKey {
  readonly to: Instant;
  readonly count: number;
  readonly size: number;
}

const INSERT_ROWS = 500;
/** How the blocks are coded: what a reader of the table alone needs to know of them. */
const CODEC = TRACK_VERSION;

const INSERT = `
  insert into track_block (unit_id, span, t0, t1, part, n, codec, data, west, south, east, north, checksum, core_checksum)
  select u, s, a, b, $5::int8, n, $7::int2, d, w, o, e, h, c, cc
  from unnest($1::int8[], $2::int2[], $3::timestamptz[], $4::timestamptz[], $6::int4[], $8::bytea[],
    $9::int4[], $10::int4[], $11::int4[], $12::int4[], $13::int4[], $14::int4[]) as t (u, s, a, b, n, d, w, o, e, h, c, cc)
  on conflict (unit_id, span, t0, part) do update set t1 = excluded.t1, n = excluded.n, codec = excluded.codec, data = excluded.data,
    west = excluded.west, south = excluded.south, east = excluded.east, north = excluded.north,
    checksum = excluded.checksum, core_checksum = excluded.core_checksum`;

/**
 * Writes blocks. `part` sets them apart from others of the same start; the same blocks again (a
 * commit whose answer was lost) replace themselves.
 */
export async function insertBlocks(database: Queryable, blocks: readonly NewBlock[], part: number): Promise<void> {
  for (let start = 0; start < blocks.length; start += INSERT_ROWS) {
    const some = blocks.slice(start, start + INSERT_ROWS);
    await database.query(INSERT, [
      int8Array(some.map((block) => block.unitId)),
      int2Array(some.map((block) => block.span)),
      instantArray(some.map((block) => block.from)),
      instantArray(some.map((block) => block.to)),
      part,
      int4Array(some.map((block) => block.count)),
      CODEC,
      byteaArray(some.map((block) => block.bytes)),
      ...boxArrays(some.map((block) => block.box)),
      int4Array(some.map(({ bytes }) => checksumOf(bytes))),
      int4Array(some.map(({ bytes }) => checksumOf(trackPart(bytes, 'core')))),
    ]);
  }
}

const boxArrays = (boxes: readonly TrackBox[]): Buffer[] =>
  (['west', 'south', 'east', 'north'] as const).map((side) => int4Array(boxes.map((box) => box[side])));

const KEYS = 'unnest($1::int8[], $2::int2[], $3::timestamptz[], $4::int8[]) as k (unit_id, span, t0, part)';

const keyParameters = (keys: readonly BlockKey[]): Buffer[] => [
  int8Array(keys.map((key) => key.unitId)),
  int2Array(keys.map((key) => key.span)),
  instantArray(keys.map((key) => key.from)),
  int8Array(keys.map((key) => key.part)),
];

export async function deleteBlocks(database: Queryable, keys: readonly BlockKey[]): Promise<void> {
  await database.query(
    `delete from track_block b using ${KEYS} where b.unit_id = k.unit_id and b.span = k.span and b.t0 = k.t0 and b.part = k.part`,
    keyParameters(keys),
  );
}

interface BlockRow {
  unit_id: number;
  span: number;
  t0: Instant;
  t1: Instant;
  part: number;
  data: Buffer;
  checksum: number | null;
}

/** A block's row but for its bytes. Times as numbers: the driver takes longer to read a date than all the rest. */
const KEY_COLUMNS = `b.unit_id, b.span, ${instant('b.t0')} as t0, ${instant('b.t1')} as t1, b.part`;

/** Unix ms. */
function instant(column: string): string {
  return `(extract(epoch from ${column}) * 1000)::float8`;
}

const toBlock = (row: BlockRow): StoredBlock => ({
  unitId: row.unit_id,
  span: row.span,
  from: row.t0,
  to: row.t1,
  part: row.part,
  bytes: row.data,
});

/**
 * A byte of the core's length, which has three at most. Of a slice: asked of a long block itself, each would have it
 * read from its beginning to its end.
 */
const byteAt = (place: number): string =>
  `(get_byte(substring(b.data from ${TRACK_CORE.lengthAt + 1} for 4), ${place}) << ${8 * place})`;
/**
 * A block and its checksum, or as much of it as goes with its core: what is cut here is neither read from the disk nor
 * sent.
 */
const DATA: Readonly<Record<TrackPart, string>> = {
  all: 'b.data, b.checksum',
  core: `case when octet_length(b.data) < ${TRACK_CORE.start} then b.data
    else substring(b.data from 1 for ${TRACK_CORE.start} + (${[0, 1, 2].map(byteAt).join(' | ')})) end as data, b.core_checksum as checksum`,
};
/** Where Postgres cannot read the bytes of one block, those of the others are read one by one. */
const NO_DATA = 'null::bytea as data, null::int4 as checksum';

/** Reads the rows of a statement, which is given what to select of the bytes; what is spoilt is set aside. */
async function readRows(
  reading: BlockReading,
  sqlOf: (data: string) => string,
  parameters: readonly unknown[],
  columns: TrackPart,
): Promise<StoredBlock[]> {
  const rows = await readSound<BlockRow>(reading, columns, {
    rows: (data) => [sqlOf(data), parameters],
    row: (row) => [`select ${DATA[columns]} from track_block b where ${ONE}`, keyOf(row)],
    columns: DATA[columns],
    withoutBytes: NO_DATA,
  });
  return rows.map(toBlock);
}

const ONE = 'b.unit_id = $1 and b.span = $2 and b.t0 = $3 and b.part = $4';
const keyOf = (row: BlockRow): unknown[] => [row.unit_id, row.span, new Date(row.t0), row.part];

/**
 * The blocks of each row before it, by the key. A join is planned as one pass over the whole table when there are many
 * such rows.
 */
const each = (condition: string): string => `lateral (select * from track_block where ${condition} offset 0) as b`;

/** The blocks of these keys that are still there, whole or cut after their core. */
export async function readBlocksByKey(
  reading: BlockReading,
  keys: readonly BlockKey[],
  columns: TrackPart = 'all',
): Promise<StoredBlock[]> {
  return readRows(
    reading,
    (data) =>
      `select ${KEY_COLUMNS}, ${data} from ${KEYS} cross join ${each('unit_id = k.unit_id and span = k.span and t0 = k.t0 and part = k.part')} order by b.unit_id, b.t0, b.span, b.part`,
    keyParameters(keys),
    columns,
  );
}

/**
 * What the blocks of an interval are found by: SQL of the unit condition, the interval and the starts of its first hour
 * and day.
 */
interface Bounds {
  readonly unit: string;
  readonly from: string;
  readonly to: string;
  readonly hour: string;
  readonly day: string;
}

/**
 * Blocks that touch [from, to). A block of an hour lies within one, each other within one day; their start, which
 * the key leads with, is bounded by that: in the evening nobody goes through the blocks of the morning.
 */
const touching = ({ unit, from, to, hour, day }: Bounds): string => `(
  select * from track_block where ${unit} and span = ${SPAN.hour} and t0 >= ${hour} and t0 < ${to} and t1 >= ${from}
  union all
  select * from track_block where ${unit} and span = any('{${SPAN.day},${SPAN.late}}'::int2[]) and t0 >= ${day} and t0 < ${to} and t1 >= ${from}
) as b`;

const TOUCHING = touching({ unit: 'unit_id = any($1::int8[])', from: '$2', to: '$3', hour: '$4', day: '$5' });
const touchingParameters = (unitIds: readonly number[], from: Instant, to: Instant): unknown[] => [
  int8Array(unitIds),
  new Date(from),
  new Date(to),
  new Date(floorTo(from, HOUR)),
  new Date(floorTo(from, DAY)),
];

/** Keys of the units' blocks that touch [from, to), by unit and start. */
export async function listBlocks(
  database: Queryable,
  unitIds: readonly number[],
  from: Instant,
  to: Instant,
): Promise<BlockSize[]> {
  const rows = await database.query<SizeRow>(
    `select ${KEY_COLUMNS}, b.n, octet_length(b.data) as size from ${TOUCHING} order by b.unit_id, b.t0, b.span, b.part`,
    touchingParameters(unitIds, from, to),
  );
  return rows.map(toSize);
}

/**
 * The units' blocks that touch [from, to) themselves, by unit and start: where they are few enough to be read at once.
 */
export async function readBlocksTouching(
  reading: BlockReading,
  unitIds: readonly number[],
  from: Instant,
  to: Instant,
  columns: TrackPart,
): Promise<StoredBlock[]> {
  return readRows(
    reading,
    (data) => `select ${KEY_COLUMNS}, ${data} from ${TOUCHING} order by b.unit_id, b.t0, b.span, b.part`,
    touchingParameters(unitIds, from, to),
    columns,
  );
}

type SizeRow = Omit<BlockRow, 'data' | 'checksum'> & { n: number; size: number };

const toSize = (row: SizeRow): BlockSize => ({
  unitId: row.unit_id,
  span: row.span,
  from: row.t0,
  to: row.t1,
  part: row.part,
  count: row.n,
  size: row.size,
});

/** Blocks of a unit that touch [from, to). */
export interface BlockQuestion {
  readonly unitId: number;
  readonly from: Instant;
  readonly to: Instant;
}

/** Where a block lies in time, and in space where its box is known. */
export interface BlockPlace extends BlockKey {
  readonly to: Instant;
  readonly box: TrackBox | null;
}

/** Places of the units' blocks that touch [from, to), by unit and start: of the index alone, no block is looked at. */
export async function listBlockPlaces(
  database: Pages,
  unitIds: readonly number[],
  from: Instant,
  to: Instant,
): Promise<BlockPlace[]> {
  const rows = await queryHurtPages<Omit<BlockRow, 'data' | 'checksum'> & { [Side in keyof TrackBox]: number | null }>(
    database,
    `select ${KEY_COLUMNS}, b.west, b.south, b.east, b.north from track_block b
     where b.unit_id = any($1::int8[]) and b.t0 >= $2 and b.t0 < $3 and b.t1 >= $4 order by b.unit_id, b.t0`,
    [int8Array(unitIds), new Date(floorTo(from, DAY)), new Date(to), new Date(from)],
  );
  return rows.map((row) => ({
    unitId: row.unit_id,
    span: row.span,
    from: row.t0,
    to: row.t1,
    part: row.part,
    box: boxOfRow(row),
  }));
}

/**
 * The box around everything that the units' blocks of [from, to) hold, of each unit with any; null where a block's is
 * not known.
 */
export async function listUnitBoxes(
  database: Pages,
  unitIds: readonly number[],
  from: Instant,
  to: Instant,
): Promise<Map<number, TrackBox | null>> {
  const rows = await queryHurtPages<{ unit_id: number; is_known: boolean } & TrackBox>(
    database,
    `select unit_id, bool_and(west is not null) as is_known,
       coalesce(min(west) filter (where south <= north), 0) as west, coalesce(min(south) filter (where south <= north), 1) as south,
       coalesce(max(east) filter (where south <= north), 0) as east, coalesce(max(north) filter (where south <= north), 0) as north
     from track_block where unit_id = any($1::int8[]) and t0 >= $2 and t0 < $3 and t1 >= $4 group by unit_id`,
    [int8Array(unitIds), new Date(floorTo(from, DAY)), new Date(to), new Date(from)],
  );
  // The line between two of them may lead over the date line.
  return new Map(rows.map((row) => [row.unit_id, row.is_known ? joinedBox(boxOf(row), boxOf(row)) : null]));
}

/**
 * How many reports the units' blocks of [from, to) hold, of each unit with any: whole blocks, as what they say of
 * themselves.
 */
export async function countStoredReports(
  database: Pages,
  unitIds: readonly number[],
  from: Instant,
  to: Instant,
): Promise<Map<number, number>> {
  const rows = await queryHurtPages<{ unit_id: number; reports: number }>(
    database,
    `select unit_id, sum(n)::int8 as reports from track_block
     where unit_id = any($1::int8[]) and t0 >= $2 and t0 < $3 and t1 >= $4 group by unit_id`,
    [int8Array(unitIds), new Date(floorTo(from, DAY)), new Date(to), new Date(from)],
  );
  return new Map(rows.map(({ unit_id: unitId, reports }) => [unitId, reports]));
}

const boxOf = ({ west, south, east, north }: TrackBox): TrackBox => ({ west, south, east, north });

function boxOfRow({ west, south, east, north }: { [Side in keyof TrackBox]: number | null }): TrackBox | null {
  return west === null || south === null || east === null || north === null ? null : { west, south, east, north };
}

/** Blocks after the key, in its order, that have no box yet; the last key and how many were looked at. */
export async function readBlocksWithoutBox(
  database: Pages,
  after: BlockKey,
  most: number,
): Promise<{ blocks: StoredBlock[]; last: BlockKey | null }> {
  const rows = await queryHurtPages<BlockRow & { is_known: boolean }>(
    database,
    `select ${KEY_COLUMNS}, b.west is not null as is_known, case when b.west is null then b.data end as data
     from (select * from track_block where (unit_id, span, t0, part) > ($1, $2, $3, $4)
           order by unit_id, span, t0, part limit $5) as b order by b.unit_id, b.span, b.t0, b.part`,
    [after.unitId, after.span, new Date(after.from), after.part, most],
  );
  const last = rows.at(-1);
  return {
    blocks: rows.filter(({ is_known: isKnown }) => !isKnown).map(toBlock),
    last: last ? { unitId: last.unit_id, span: last.span, from: last.t0, part: last.part } : null,
  };
}

/**
 * The next blocks after the key, in its order, as far as they are sound; and the last key that was looked at, sound or
 * not.
 */
export async function readBlocksAfter(
  reading: BlockReading,
  after: BlockKey,
  most: number,
  columns: TrackPart,
): Promise<{ blocks: StoredBlock[]; last: BlockKey | null }> {
  const page = `(select * from track_block where (unit_id, span, t0, part) > ($1, $2, $3, $4)
    order by unit_id, span, t0, part limit $5) as b`;
  const parameters = [after.unitId, after.span, new Date(after.from), after.part, most];
  const keys = await queryHurtPages<Omit<BlockRow, 'data' | 'checksum'>>(
    reading.database,
    `select ${KEY_COLUMNS} from ${page} order by b.unit_id desc, b.span desc, b.t0 desc, b.part desc limit 1`,
    parameters,
  );
  if (keys.length === 0) return { blocks: [], last: null };
  const [{ unit_id: unitId, span, t0: from, part }] = keys;
  const blocks = await readRows(reading, (data) => `select ${KEY_COLUMNS}, ${data} from ${page}`, parameters, columns);
  return { blocks, last: { unitId, span, from, part } };
}

/** Gives blocks their boxes, where they are still there. */
export async function setBoxes(
  database: Queryable,
  keys: readonly BlockKey[],
  boxes: readonly TrackBox[],
): Promise<void> {
  await database.query(
    `update track_block b set west = k.w, south = k.o, east = k.e, north = k.h
     from unnest($1::int8[], $2::int2[], $3::timestamptz[], $4::int8[], $5::int4[], $6::int4[], $7::int4[], $8::int4[])
       as k (unit_id, span, t0, part, w, o, e, h)
     where b.unit_id = k.unit_id and b.span = k.span and b.t0 = k.t0 and b.part = k.part and b.west is null`,
    [...keyParameters(keys), ...boxArrays(boxes)],
  );
}

/** {@link listBlocks} of many units, each in an interval of its own; answers in the order of the questions. */
export async function listBlocksOfEach(
  database: Queryable,
  questions: readonly BlockQuestion[],
): Promise<BlockSize[][]> {
  const rows = await database.query<SizeRow & { place: number }>(
    `select w.place, ${KEY_COLUMNS}, b.n, octet_length(b.data) as size
     from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[]) with ordinality as w (unit_id, t0, t1, hour, day, place)
     cross join lateral ${touching({ unit: 'unit_id = w.unit_id', from: 'w.t0', to: 'w.t1', hour: 'w.hour', day: 'w.day' })}
     order by w.place, b.t0, b.span, b.part`,
    [
      int8Array(questions.map(({ unitId }) => unitId)),
      instantArray(questions.map(({ from }) => from)),
      instantArray(questions.map(({ to }) => to)),
      instantArray(questions.map(({ from }) => floorTo(from, HOUR))),
      instantArray(questions.map(({ from }) => floorTo(from, DAY))),
    ],
  );
  const answers: BlockSize[][] = questions.map(() => []);
  for (const row of rows) answers[row.place - 1].push(toSize(row));
  return answers;
}

/**
 * For each unit the blocks that may hold its last row at or before the instant: those that go on
 * beyond it, and of those that end before it the one that ends last, unless one that goes on begins
 * after that. Blocks of earlier hours (days) than the newest one cannot; so one look-up a unit and span
 * finds them. Nothing of units whose blocks say, by their keys alone, of a report since $3, where it is given.
 */
const backfill = (data: string): string => `
  with newest as (
    select u.unit_id, s.span, b.t0
    from unnest($1::int8[]) as u (unit_id)
    cross join (values (1::int2), (2::int2), (3::int2)) as s (span)
    cross join lateral (
      select t0 from track_block where unit_id = u.unit_id and span = s.span and t0 <= $2 order by t0 desc limit 1
    ) as b
  ), near as (
    select b.unit_id, b.span, b.t0, b.t1, b.part,
      row_number() over (partition by b.unit_id, b.t1 <= $2 order by b.t1 desc, b.part) as place,
      max(b.t0) filter (where b.t1 > $2) over (partition by b.unit_id) as going_on,
      bool_or(b.t0 >= $3 or b.t1 between $3 and $2) over (partition by b.unit_id) as is_heard
    from newest n cross join ${each(`unit_id = n.unit_id and span = n.span and t0 <= $2
      and t0 >= to_timestamp(floor(extract(epoch from n.t0) / case when n.span = ${SPAN.hour} then ${HOUR / 1000} else ${DAY / 1000} end)
        * case when n.span = ${SPAN.hour} then ${HOUR / 1000} else ${DAY / 1000} end)`)}
  )
  select ${KEY_COLUMNS}, ${data}
  from near n cross join ${each('unit_id = n.unit_id and span = n.span and t0 = n.t0 and part = n.part')}
  where (n.t1 > $2 or (n.place = 1 and (n.going_on is null or n.t1 >= n.going_on))) and n.is_heard is not true
  order by b.unit_id, b.part`;

/** `silentSince`: units that are seen to have reported from then on are left out. */
export async function readBackfillBlocks(
  reading: BlockReading,
  unitIds: readonly number[],
  at: Instant,
  columns: TrackPart,
  silentSince: Instant | null,
): Promise<StoredBlock[]> {
  return readRows(
    reading,
    backfill,
    [int8Array(unitIds), new Date(at), silentSince === null ? null : new Date(silentSince)],
    columns,
  );
}

/** Start of each unit's first block, null where it has none; in the order of the units. */
export async function earliestBlocks(database: Pages, unitIds: readonly number[]): Promise<(Instant | null)[]> {
  const rows = await queryHurtPages<{ unit_id: number; t0: Date }>(
    database,
    `select u.unit_id, min(b.t0) as t0
     from unnest($1::int8[]) as u (unit_id)
     cross join (values (1::int2), (2::int2), (3::int2)) as s (span)
     cross join lateral (select t0 from track_block where unit_id = u.unit_id and span = s.span order by t0 limit 1) as b
     group by u.unit_id`,
    [int8Array(unitIds)],
  );
  const starts = new Map(rows.map(({ unit_id, t0 }) => [unit_id, t0.getTime()]));
  return unitIds.map((unitId) => starts.get(unitId) ?? null);
}

export interface UnitDay {
  readonly unitId: number;
  readonly day: Instant;
}

/** Days before `before` in which the units have blocks that are not merged yet. */
export async function unmergedDays(database: Pages, unitIds: readonly number[], before: Instant): Promise<UnitDay[]> {
  const rows = await queryHurtPages<{ unit_id: number; day: number }>(
    database,
    `select distinct unit_id, floor(extract(epoch from t0) / ${DAY / 1000})::int8 as day from track_block
     where unit_id = any($1::int8[]) and span = any('{${SPAN.hour},${SPAN.late}}'::int2[]) and t0 < $2 order by 1, 2`,
    [int8Array(unitIds), new Date(before)],
  );
  return rows.map((row) => ({ unitId: row.unit_id, day: row.day * DAY }));
}

/** All blocks of a unit's day, in the order in which they were stored. */
export async function readDay(reading: BlockReading, { unitId, day }: UnitDay): Promise<StoredBlock[]> {
  return readRows(
    reading,
    (data) => `select ${KEY_COLUMNS}, ${data} from track_block b
     where b.unit_id = $1 and b.span = any('{1,2,3}'::int2[]) and b.t0 >= $2 and b.t0 < $3 order by b.part, b.t0`,
    [unitId, new Date(day), new Date(day + DAY)],
    'all',
  );
}
