/**
 * Measures the store on this machine beside the usual way, a row a position, in one run:
 * `node tests/faults/store.measure.ts [positions] [units]`.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createFix, type Fix } from '../../src/domain/telemetry/index.ts';
import { migrate, openDatabase, openPositionStore, startEmbeddedPostgres, type Database } from '../../server/store/index.ts';
import { instantArray, int2Array, int4Array, int8Array } from '../../server/store/positions/binaryArrays.ts';

const POSITIONS = Number(process.argv[2] ?? 2_000_000);
const UNITS = Number(process.argv[3] ?? 1_000);
const START = Date.UTC(2026, 0, 5);
const STEP = 10_000;
const logger = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-measure-'));
const server = await startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres'), logger });
const database = openDatabase({ connection: server.connection, logger });
await migrate(database, logger);

/** CPU seconds of Postgres with all its children, dead ones included. */
function postgresCpu(): number {
  const processes = fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
  const ticks = processes.reduce((sum, pid) => sum + ticksOf(Number(pid), server.pid()), 0);
  return ticks / 100;
}

function ticksOf(pid: number, postmaster: number): number {
  try {
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
    const own = Number(fields[11]) + Number(fields[12]);
    if (pid === postmaster) return own + Number(fields[13]) + Number(fields[14]);
    return Number(fields[1]) === postmaster ? own : 0;
  } catch {
    return 0; // it ended meanwhile
  }
}

async function walBytes(): Promise<number> {
  const [row] = await database.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
  return Number(row.bytes);
}

interface Cost { wall: number; node: number; postgres: number; wal: number }

async function cost(work: () => Promise<void>): Promise<Cost> {
  await database.query('checkpoint');
  const [node, postgres, wal, wall] = [process.cpuUsage(), postgresCpu(), await walBytes(), performance.now()];
  await work();
  const used = process.cpuUsage(node);
  return { wall: (performance.now() - wall) / 1000, node: (used.user + used.system) / 1e6, postgres: postgresCpu() - postgres, wal: (await walBytes()) - wal };
}

const report = (name: string, used: Cost, count: number): void => console.log(
  `${name}: ${((used.node + used.postgres) / count * 1e6).toFixed(2)} µs CPU/position (node ${(used.node / count * 1e6).toFixed(2)}, postgres ${(used.postgres / count * 1e6).toFixed(2)}), ` +
  `${(count / used.wall / 1000).toFixed(0)} k/s, WAL ${(used.wal / count).toFixed(1)} B/position`);

/** A fleet that drives and stops, position by position. */
class Fleet {
  readonly fix: Fix = createFix();
  #state: { latitude: number; longitude: number; course: number; speed: number; odometer: number }[];
  #random = 12345;
  constructor(units: number) {
    this.#state = Array.from({ length: units }, () => ({ latitude: 50 + this.#next(), longitude: 10 + this.#next(), course: this.#next() * 360, speed: 0, odometer: 1e8 }));
    for (const name of ['ignition', 'external_voltage', 'battery_voltage', 'gsm_signal', 'odometer', 'digital_inputs']) this.fix.attributes.set(name, 0);
  }
  #next(): number {
    this.#random = (Math.imul(this.#random, 1664525) + 1013904223) >>> 0;
    return this.#random / 4294967296;
  }
  report(unit: number, time: number): Fix {
    const state = this.#state[unit];
    // Half of the time on the road: more than most fleets.
    const driving = (Math.floor(time / 1_800_000) + unit) % 2 === 0;
    state.speed = driving ? Math.max(5, Math.min(110, (state.speed || 40) + (this.#next() - 0.5) * 12)) : 0;
    if (driving) {
      state.course = (state.course + (this.#next() - 0.5) * 20 + 360) % 360;
      const metres = state.speed / 3.6 * (STEP / 1000);
      state.latitude += Math.cos(state.course * Math.PI / 180) * metres / 111_320;
      state.longitude += Math.sin(state.course * Math.PI / 180) * metres / 71_000;
      state.odometer += metres;
    }
    const { fix } = this;
    // Whole km/h and degrees, as trackers' own formats carry them.
    Object.assign(fix, { time, hasPosition: true, valid: true, latitude: state.latitude, longitude: state.longitude, speed: Math.round(state.speed), course: Math.round(state.course), altitude: 100, satellites: 11 });
    fix.attributes.set('ignition', driving);
    fix.attributes.set('external_voltage', driving ? 13.9 + Math.round(this.#next() * 3) / 10 : 12.6);
    fix.attributes.set('battery_voltage', 4.1);
    fix.attributes.set('gsm_signal', 80);
    fix.attributes.set('odometer', state.odometer);
    fix.attributes.set('digital_inputs', driving ? 1 : 0);
    return fix;
  }
}

/** Calls back for every position, oldest first, the units taking turns. */
function eachPosition(count: number, visit: (unit: number, time: number, place: number) => void, from = 0): void {
  for (let place = from; place < from + count; place++) visit(place % UNITS, START + Math.floor(place / UNITS) * STEP, place);
}

async function rowsBaseline(db: Database, count: number): Promise<void> {
  const fleet = new Fleet(UNITS);
  await db.query('create table row_position (unit_id int8, t timestamptz, received timestamptz, lat int4, lon int4, speed int2, course int2, altitude int2, satellites int2, attributes jsonb, primary key (unit_id, t))');
  for (let start = 0; start < count; start += 1000) {
    const unit: number[] = [], time: number[] = [], lat: number[] = [], lon: number[] = [], speed: number[] = [], course: number[] = [], attributes: string[] = [];
    eachPosition(Math.min(1000, count - start), (u, t) => {
      const fix = fleet.report(u, t);
      unit.push(u + 1); time.push(t); lat.push(Math.round(fix.latitude * 1e7)); lon.push(Math.round(fix.longitude * 1e7));
      speed.push(Math.round(fix.speed * 10)); course.push(Math.round(fix.course * 10)); attributes.push(JSON.stringify(Object.fromEntries(fix.attributes)));
    }, start);
    const small = unit.map(() => 11);
    await db.query('insert into row_position select * from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[], $4::int4[], $5::int4[], $6::int2[], $7::int2[], $8::int2[], $9::int2[], $10::jsonb[])',
      [int8Array(unit), instantArray(time), instantArray(time), int4Array(lat), int4Array(lon), int2Array(speed), int2Array(course), int2Array(small), int2Array(small), attributes]);
  }
}

const baselineCount = Math.min(POSITIONS, 300_000);
const generated = await cost(async () => {
  const fleet = new Fleet(UNITS);
  eachPosition(POSITIONS, (unit, time) => void fleet.report(unit, time));
});
report('(making up the positions alone)', generated, POSITIONS);
report('a row a position', await cost(() => rowsBaseline(database, baselineCount)), baselineCount);
const [rowSize] = await database.query<{ size: string }>(`select pg_total_relation_size('row_position') as size`);
console.log(`a row a position: ${(Number(rowSize.size) / baselineCount).toFixed(1)} B stored/position`);

const time = { now: () => Date.UTC(2026, 5, 1) };
const store = await openPositionStore({ database, logger, time, compactEvery: 0, mergeEvery: 0 });
const committed = (): Promise<boolean> => new Promise((resolve) => store.afterCommit(resolve));
const ingest = (count: number, batch: number) => async (): Promise<void> => {
  const fleet = new Fleet(UNITS);
  for (let start = 0; start < count; start += batch) {
    eachPosition(Math.min(batch, count - start), (unit, at) => store.append(unit + 1, 2, at + 1500, fleet.report(unit, at)), start);
    if (!(await committed())) throw new Error('not stored');
  }
};
const written = await cost(ingest(POSITIONS, 1000));
report('journal, 1000 a commit', written, POSITIONS);
const compacted = await cost(() => store.compact());
report('compaction', compacted, POSITIONS);
const total = { wall: written.wall + compacted.wall, node: written.node + compacted.node - generated.node, postgres: written.postgres + compacted.postgres, wal: written.wal + compacted.wal };
report('journal and compaction, without making up', total, POSITIONS);
const merged = await cost(async () => void (await store.mergeDays()));
report('day merge', merged, POSITIONS);
report('everything', { wall: total.wall + merged.wall, node: total.node + merged.node, postgres: total.postgres + merged.postgres, wal: total.wal + merged.wal }, POSITIONS);
await database.query('vacuum full track_block');
const [size] = await database.query<{ size: string; data: string; rows: string }>(
  `select pg_total_relation_size('track_block') as size, sum(octet_length(data)) as data, count(*) as rows from track_block`);
console.log(`blocks: ${(Number(size.size) / POSITIONS).toFixed(2)} B stored/position, of these ${(Number(size.data) / POSITIONS).toFixed(2)} B data, in ${size.rows} blocks`);

const units = Array.from({ length: UNITS }, (_, index) => index + 1);
let bytes = 0;
const read = await cost(async () => {
  for await (const block of store.readBlocks(units, START, START + 400 * 86_400_000)) bytes += block.length;
});
console.log(`history of all: ${((read.node + read.postgres) / POSITIONS * 1e6).toFixed(4)} s CPU/Mpt (node ${(read.node / POSITIONS * 1e6).toFixed(4)}), ${(bytes / POSITIONS).toFixed(2)} B/pt, ${read.wall.toFixed(2)} s`);
for (const [name, at] of [['last instant', START + 400 * 86_400_000], ['middle', START + (POSITIONS / UNITS / 2) * STEP]] as const) {
  let count = 0;
  const used = await cost(async () => {
    for await (const block of store.readBackfill(units, at)) count += block.length > 0 ? 1 : 0;
  });
  console.log(`backfill at the ${name}: ${count} units, ${(used.wall * 1000).toFixed(0)} ms, ${((used.node + used.postgres) / count * 1000).toFixed(3)} ms CPU/unit`);
}

const MONTH = 270_000;
const driver = new Fleet(1);
for (let start = 0; start < MONTH; start += 5000) {
  for (let place = start; place < start + 5000; place++) store.append(9_999_999, 2, START + place * STEP, driver.report(0, START + place * STEP));
  await committed();
}
await store.compact();
await store.mergeDays();
const months: number[] = [];
for (let round = 0; round < 5; round++) {
  const started = performance.now();
  let monthBytes = 0;
  for await (const block of store.readBlocks([9_999_999], START, START + 40 * 86_400_000)) monthBytes += block.length;
  months.push(performance.now() - started);
  if (round === 0) console.log(`a month of one unit: ${MONTH} points, ${(monthBytes / MONTH).toFixed(2)} B/pt`);
}
console.log(`a month of one unit: ${months.map((ms) => ms.toFixed(1)).join(' ')} ms`);

await ingest(100_000, 1000)();
await store.close();
const reopening = performance.now();
const again = await openPositionStore({ database, logger, time, compactEvery: 0, mergeEvery: 0 });
console.log(`reopened with 100,000 positions in the journal: ${(performance.now() - reopening).toFixed(0)} ms`);
await again.close();
await database.close();
await server.stop();
fs.rmSync(folder, { recursive: true, force: true });
