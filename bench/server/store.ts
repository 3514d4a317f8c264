import { openPositionStore, type OpenedPositionStore } from '../../server/store/index.ts';
import { DAY } from '../../src/domain/base/index.ts';
import type { TrackPart } from '../../src/domain/telemetry/index.ts';
import { cpuOf, quiet, sumOf, withDatabase, type BenchDatabase, type Cost } from '../support/cluster.ts';
import { DrivingFleet, eachReport, START, STEP } from '../support/drivingFleet.ts';
import { median } from '../support/median.ts';
import { type Row, type Table } from '../support/table.ts';
import { RowStore } from '../usual/rowStore.ts';

/** A third of a day each: the shape of blocks that a fleet leaves behind. */
const UNITS = 200;
const OURS = 600_000;
const ROWS = 200_000;
const COMMIT = 1_000;
const MONTH = 270_000;
const MONTH_UNIT = 9_999_999;
const FAR = START + 400 * DAY;

interface Writer {
  append: OpenedPositionStore['append'];
  afterCommit: OpenedPositionStore['afterCommit'];
}

/** Durable writing, what it leaves on disk, and reading it back: a row a position beside journal and blocks. */
export async function serverStore(): Promise<Table[]> {
  return withDatabase(async (bench) => {
    const making = await bench.cost(() => makeUp(OURS));
    const usual = await measureRows(bench, making);
    const ours = await measureStore(bench, making);
    const usualMonth = await monthAsRows(bench);
    return [{ title: 'Storing and reading positions', rows: table(usual, { ...ours, usualMonth }) }];
  });
}

interface Measured {
  readonly write: number;
  readonly stored: number;
  readonly wal: number;
  readonly history: number;
  readonly wire: number;
}

interface Ours extends Measured {
  readonly all: { readonly history: number; readonly wire: number };
  readonly writeAndMerge: number;
  readonly month: number;
  readonly reopened: number;
}

function table(usual: Measured, ours: Ours & { usualMonth: number }): Row[] {
  return [
    {
      measure: 'durable write, CPU a position (Node and Postgres)',
      usual: usual.write,
      ours: ours.write,
      unit: 'µs',
      bar: { ratio: 4 },
      note: 'compaction included, making the positions up not',
    },
    {
      measure: 'the same with the merge of hour blocks to days',
      usual: usual.write,
      ours: ours.writeAndMerge,
      unit: 'µs',
    },
    {
      measure: 'stored a position',
      usual: usual.stored,
      ours: ours.stored,
      unit: 'B',
      bar: { atMost: 6 },
      note: 'table and indexes',
    },
    {
      measure: 'written to WAL a position',
      usual: usual.wal,
      ours: ours.wal,
      unit: 'B',
      bar: { atMost: 70 },
      note: 'journal and compaction',
    },
    {
      measure: 'history of all units to play, CPU a million points',
      usual: usual.history,
      ours: ours.history,
      unit: 's',
      bar: { atMost: 0.1 },
      note: 'rows as JSON lines beside the core of stored blocks passed through',
    },
    { measure: 'the same, bytes a point', usual: usual.wire, ours: ours.wire, unit: 'B', bar: { atMost: 4 } },
    {
      measure: 'the same with all attributes, CPU a million points',
      usual: usual.history,
      ours: ours.all.history,
      unit: 's',
      bar: { atMost: 0.1 },
    },
    {
      measure: 'the same with all attributes, bytes a point',
      usual: usual.wire,
      ours: ours.all.wire,
      unit: 'B',
      bar: { atMost: 4 },
    },
    {
      measure: 'a month of one unit (270,000 points)',
      usual: ours.usualMonth,
      ours: ours.month,
      unit: 'ms',
      bar: { ratio: 100 },
      note: 'median of 5; rows lie in order of arrival, with one other unit',
    },
    {
      measure: 'open again with 100,000 positions in the journal',
      usual: null,
      ours: ours.reopened,
      unit: 'ms',
      bar: { atMost: 2_000 },
    },
  ];
}

async function makeUp(count: number): Promise<void> {
  const fleet = new DrivingFleet(UNITS);
  eachReport(UNITS, 0, count, (unit, time) => void fleet.report(unit, time));
  return Promise.resolve();
}

/** Appends `count` positions, a group of {@link COMMIT} after the other. */
async function write(store: Writer, count: number, from = 0): Promise<void> {
  const fleet = new DrivingFleet(UNITS);
  for (let start = from; start < from + count; start += COMMIT) {
    eachReport(UNITS, start, Math.min(COMMIT, from + count - start), (unit, at) =>
      store.append(unit + 1, 2, at + 1_500, fleet.report(unit, at)),
    );
    await committed(store);
  }
}

async function committed(store: Writer): Promise<void> {
  const stored = await new Promise<boolean>((resolve) => store.afterCommit(resolve));
  if (!stored) throw new Error('A group was not stored');
}

async function measureRows(bench: BenchDatabase, making: Cost): Promise<Measured> {
  const store = await RowStore.open(bench.database);
  const writing = await bench.cost(() => write(store, ROWS));
  let bytes = 0;
  const reading = await bench.cost(async () => {
    for (let unit = 1; unit <= UNITS; unit++) bytes += await rowsAsJson(bench, unit);
  });
  return {
    write: ((cpuOf(writing) - (making.node * ROWS) / OURS) / ROWS) * 1e6,
    stored: (await bench.size('row_position')) / ROWS,
    wal: writing.wal / ROWS,
    history: (cpuOf(reading) / ROWS) * 1e6,
    wire: bytes / ROWS,
  };
}

/** Reads a unit's rows and writes them as JSON lines; answers their length. */
async function rowsAsJson(bench: BenchDatabase, unit: number): Promise<number> {
  const rows = await bench.database.query(
    'select * from row_position where unit_id = $1 and t >= $2 and t < $3 order by t',
    [unit, new Date(START), new Date(FAR)],
  );
  return Buffer.byteLength(rows.map((row) => JSON.stringify(row)).join('\n'));
}

async function measureStore(bench: BenchDatabase, making: Cost): Promise<Ours> {
  const options = { database: bench.database, logger: quiet, time: { now: () => Date.UTC(2026, 5, 1) } };
  const store = await openPositionStore(options);
  const writing = await bench.cost(() => write(store, OURS));
  const compacting = await bench.cost(() => store.compact());
  const merging = await bench.cost(() => store.mergeDays());
  await bench.database.query('vacuum full track_block');
  const stored = (await bench.size('track_block')) / OURS;
  const core = await readHistory(bench, store, 'core');
  const all = await readHistory(bench, store, 'all');
  const month = await monthAsBlocks(store);
  await write(store, 100_000, OURS);
  await store.close();
  const reopening = performance.now();
  const again = await openPositionStore(options);
  const reopened = performance.now() - reopening;
  await again.close();
  return {
    write: ((cpuOf(sumOf(writing, compacting)) - making.node) / OURS) * 1e6,
    writeAndMerge: ((cpuOf(sumOf(writing, compacting, merging)) - making.node) / OURS) * 1e6,
    stored,
    wal: (writing.wal + compacting.wal) / OURS,
    ...core,
    all,
    month,
    reopened,
  };
}

/** Reads all units' history, cut or whole: CPU seconds a million points, bytes a point. */
async function readHistory(
  bench: BenchDatabase,
  store: OpenedPositionStore,
  columns: TrackPart,
): Promise<{ history: number; wire: number }> {
  const units = Array.from({ length: UNITS }, (_, index) => index + 1);
  let bytes = 0;
  const reading = await bench.cost(async () => {
    for await (const block of store.readBlocks(units, START, FAR, columns)) bytes += block.length;
  });
  return { history: (cpuOf(reading) / OURS) * 1e6, wire: bytes / OURS };
}

async function monthAsBlocks(store: OpenedPositionStore): Promise<number> {
  const driver = new DrivingFleet(1);
  for (let start = 0; start < MONTH; start += 5_000) {
    for (let place = start; place < start + 5_000; place++)
      store.append(MONTH_UNIT, 2, START + place * STEP, driver.report(0, START + place * STEP));
    await committed(store);
  }
  await store.compact();
  await store.mergeDays();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    let bytes = 0;
    for await (const block of store.readBlocks([MONTH_UNIT], START, START + 40 * DAY)) bytes += block.length;
    if (bytes === 0) throw new Error('The month is not there');
    times.push(performance.now() - started);
  }
  return median(times);
}

async function monthAsRows(bench: BenchDatabase): Promise<number> {
  await bench.database.query(
    `insert into row_position
     select unit, to_timestamp($1::float8 / 1000 + place * 10), to_timestamp($1::float8 / 1000 + place * 10 + 1.5),
       500000000 + place * 900, 100000000 + place * 700, 600, 900, 100, 11,
       jsonb_build_object('ignition', true, 'external_voltage', 13.9, 'battery_voltage', 4.1, 'gsm_signal', 80, 'odometer', 1e8 + place, 'digital_inputs', 1)
     from generate_series(0, ${MONTH - 1}) place, unnest(array[${MONTH_UNIT}, ${MONTH_UNIT + 1}]::int8[]) unit order by place`,
    [START],
  );
  await bench.database.query('analyze row_position');
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const started = performance.now();
    await rowsAsJson(bench, MONTH_UNIT);
    times.push(performance.now() - started);
  }
  return median(times);
}
