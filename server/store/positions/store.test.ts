import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import {
  createFix, decodeTrack, MOTION, readTrackHeader, stateMotion, stateSpeed, trackPart, trackPosition, type Fix, type Position,
} from '../../../src/domain/telemetry/index.ts';
import { silentLogger, withTestDatabase } from '../../../tests/support/postgres.ts';
import { DatabaseUnavailable, type Database } from '../database.types.ts';
import type { CommittedBatch } from '../types.ts';
import { openPositionStore, type OpenedPositionStore } from './index.ts';
import { inflate } from './trackBlocks.ts';

const test = withTestDatabase();
const START = Date.UTC(2026, 2, 2, 7, 30);
let now = START;
let store: OpenedPositionStore;

async function open(): Promise<OpenedPositionStore> {
  return openPositionStore({ database: test.database, logger: silentLogger, time: { now: () => now }, compactEvery: 0, mergeEvery: 0 });
}

beforeEach(async () => {
  now = START;
  await test.database.query('delete from journal');
  await test.database.query('delete from track_block');
  await test.database.query('delete from last_position');
  store = await open();
});
afterEach(() => store.close());

async function reopen(): Promise<void> {
  await store.close();
  store = await open();
}

function fixAt(time: number, change: Partial<Omit<Fix, 'attributes'>> = {}, attributes: Record<string, number | boolean | string> = {}): Fix {
  const fix = Object.assign(createFix(), { time, hasPosition: true, valid: true, latitude: 59.4, longitude: 24.7, speed: 50, course: 90, altitude: 30, satellites: 9 }, change);
  for (const [name, value] of Object.entries(attributes)) fix.attributes.set(name, value);
  return fix;
}

const committed = (): Promise<boolean> => new Promise((resolve) => store.afterCommit(resolve));

async function put(unitId: number, fix: Fix, receivedAt = fix.time + SECOND): Promise<void> {
  store.append(unitId, 2, receivedAt, fix);
  expect(await committed()).toBe(true);
}

async function positions(unitIds: number[], from = 0, to = START + 400 * DAY): Promise<Position[]> {
  const list: Position[] = [];
  for await (const position of store.readPositions(unitIds, from, to)) list.push(position);
  return list;
}

async function blockRows(unitIds: number[], from: number, to: number): Promise<Position[]> {
  const rows: Position[] = [];
  for await (const block of store.readBlocks(unitIds, from, to)) {
    const track = decodeTrack(block, { inflate });
    for (let row = 0; row < track.count; row++) rows.push(trackPosition(track, row));
  }
  return rows;
}

/** Where a block's core begins; what lies before tells of the attributes too. */
const CORE_AT = 36;

function coreOf(block: Uint8Array) {
  const { unitId, count, from, to, coreLength } = readTrackHeader(block);
  return { unitId, count, from, to, coreLength };
}

describe('a stored position', () => {
  it('comes back whole, from the tail, from blocks, after a restart', async () => {
    await put(11, fixAt(START, { latitude: -33.9249123, longitude: 18.4240987, speed: 61.25, course: 271.4, altitude: -7, satellites: 12 },
      { ignition: true, external_voltage: 12.345, odometer: 123_456_789, driver_key: 'A1B2', 'fuel sensor': 17, ratio: 0.25, 'door open': false, note: 'Тест' }));
    const expected: Position = {
      unit_id: 11, time: '2026-03-02T07:30:00.000Z', received_at: '2026-03-02T07:30:01.000Z', latitude: -33.9249123, longitude: 18.4240987, speed: 61.3,
      course: 271.4, altitude: -7, satellites: 12, valid: true, protocol: 'teltonika',
      attributes: { ignition: true, external_voltage: 12.345, odometer: 123_456_789, driver_key: 'A1B2', 'fuel sensor': 17, ratio: 0.25, 'door open': false, note: 'Тест' },
    };
    const check = async () => {
      expect(await positions([11])).toEqual([expected]);
      expect(store.latest.position(11)).toEqual(expected);
    };
    await check();
    await reopen();
    await check();
    await store.compact();
    await check();
    expect(await test.database.query('select 1 from journal')).toEqual([]);
    await reopen();
    await check();
  });

  it('says what it knows of a unit and null of one that it does not', async () => {
    expect(store.latest.indexOf(12)).toBe(-1);
    expect(store.latest.position(12)).toBeNull();
    await put(12, fixAt(START, { speed: 42 }, { ignition: true }));
    const index = store.latest.indexOf(12);
    expect(store.latest.times[index]).toBe(START);
    expect(store.latest.longitudes[index]).toBe(247_000_000);
    expect(stateSpeed(store.latest.states[index])).toBe(42);
    expect(stateMotion(store.latest.states[index])).toBe(MOTION.moving);
    expect(store.latest.sequences[index]).toBe(store.sequence);
  });

  it('keeps the last known place where a report has none', async () => {
    await put(13, fixAt(START, {}, { ignition: true }));
    await put(13, fixAt(START + MINUTE, { hasPosition: false, valid: false, latitude: 0, longitude: 0, speed: Number.NaN }, { ignition: false, battery_level: 80 }));
    const check = async () => {
      expect(store.latest.times[store.latest.indexOf(13)]).toBe(START);
      expect(store.latest.receivedTimes[store.latest.indexOf(13)]).toBe(START + MINUTE + SECOND);
      expect(store.latest.position(13)).toMatchObject({ time: '2026-03-02T07:31:00.000Z', latitude: 59.4, longitude: 24.7, valid: false, attributes: { ignition: false, battery_level: 80 } });
      expect((await positions([13])).map((position) => [position.latitude, position.valid])).toEqual([[59.4, true], [59.4, false]]);
    };
    await check();
    await store.compact();
    await check();
    await reopen();
    await check();
  });

  it('does not place a unit that never had a position', async () => {
    await put(14, fixAt(START, { hasPosition: false, valid: false, latitude: 0, longitude: 0 }, { battery_level: 5 }));
    const check = () => {
      const index = store.latest.indexOf(14);
      expect(store.latest.times[index]).toBe(0);
      expect(stateMotion(store.latest.states[index])).toBe(MOTION.noFix);
      expect(store.latest.position(14)).toMatchObject({ time: '2026-03-02T07:30:00.000Z', valid: false, attributes: { battery_level: 5 } });
    };
    check();
    await reopen();
    check();
    await store.compact();
    await reopen();
    check();
  });
});

describe('commits', () => {
  it('answer in the order of the calls, after the rows are durable', async () => {
    const order: string[] = [];
    store.onCommitted((batch) => order.push(`batch of ${batch.count}`));
    store.append(21, 2, START, fixAt(START));
    store.afterCommit(() => order.push('first'));
    store.append(22, 2, START, fixAt(START));
    store.afterCommit(() => order.push('second'));
    await committed();
    store.append(23, 2, START, fixAt(START));
    store.afterCommit(() => order.push('third'));
    await committed();
    expect(order).toEqual(['batch of 2', 'first', 'second', 'batch of 1', 'third']);
  });

  it('tell which rows became the latest: not the late, doubled or placeless', async () => {
    const seen: number[][] = [];
    const undo = store.onCommitted((batch: CommittedBatch) => seen.push([batch.sequence, ...batch.advanced]));
    for (const time of [START, START + 10 * SECOND, START + 5 * SECOND, START + 10 * SECOND, START + 20 * SECOND]) store.append(24, 2, time, fixAt(time));
    store.append(24, 2, START + MINUTE, fixAt(START + MINUTE, { hasPosition: false }));
    store.append(25, 2, START, fixAt(START));
    await committed();
    undo();
    await put(24, fixAt(START + HOUR));
    expect(seen).toEqual([[store.sequence - 1, 1, 1, 0, 0, 1, 0, 1]]);
  });

  it('count on after a restart, with the journal there or gone', async () => {
    await put(26, fixAt(START));
    const first = store.sequence;
    await reopen();
    expect(store.sequence).toBe(first);
    await put(26, fixAt(START + SECOND));
    expect(store.sequence).toBeGreaterThan(first);
    const second = store.sequence;
    await store.compact();
    await test.database.query('delete from last_position');
    await reopen();
    expect(store.sequence).toBe(second);
  });

  it('survive a listener and a callback that fail', async () => {
    store.onCommitted(() => { throw new Error('listener'); });
    store.append(27, 2, START, fixAt(START));
    store.afterCommit(() => { throw new Error('callback'); });
    expect(await committed()).toBe(true);
    expect(await positions([27])).toHaveLength(1);
  });
});

/** Repeatable chance (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

describe('whatever comes in, in whatever order, over compactions, merges and restarts', () => {
  it('reads as a plain list of it would', async () => {
    const random = chance(5);
    const units = [31, 32, 33, 4_000_000_000];
    const model = new Map<number, Map<number, number>>(units.map((unit) => [unit, new Map()]));
    const check = async () => {
      for (const unit of units) {
        const rows = [...(model.get(unit) ?? [])].sort(([a], [b]) => a - b);
        expect((await positions([unit])).map((position) => [Date.parse(position.time), position.attributes.event])).toEqual(rows);
        if (rows.length > 0) expect(await store.earliest([unit])).toBe(rows[0][0]);
      }
      await checkBackfill(units, model, random);
    };
    let mark = 0;
    for (let round = 0; round < 14; round++) {
      now += 5 * HOUR;
      for (let index = 0; index < 300; index++) {
        const unit = units[Math.floor(random() * units.length)];
        // Mostly on time; some late by minutes, some by days, some twice.
        const lateness = random() < 0.6 ? 0 : random() < 0.5 ? random() * 20 * MINUTE : random() * 4 * DAY;
        const time = Math.round((now - 5 * HOUR + index * MINUTE - lateness) / SECOND) * SECOND;
        store.append(unit, 2, now, fixAt(time, { latitude: (time % 86_400_000) / 1e6 }, { event: ++mark }));
        const times = model.get(unit);
        if (times && !times.has(time)) times.set(time, mark);
      }
      expect(await committed()).toBe(true);
      if (round % 3 === 0) await store.compact();
      if (round % 5 === 4) await store.mergeDays();
      if (round % 4 === 3) await reopen();
      if (round % 4 === 1) await check();
    }
    await store.compact();
    await check();
    now += 10 * DAY;
    expect(await store.mergeDays()).toBeGreaterThan(0);
    expect(await store.mergeDays()).toBe(0);
    await check();
    // Merged days hold each time once, physically.
    const [stored] = await test.database.query<{ n: string; spans: number[] }>('select sum(n) as n, array_agg(distinct span) as spans from track_block');
    expect(Number(stored.n)).toBe([...model.values()].reduce((sum, times) => sum + times.size, 0));
    expect(stored.spans).toEqual([2]);
  }, 60_000);

  async function checkBackfill(units: number[], model: Map<number, Map<number, number>>, random: () => number): Promise<void> {
    for (let probe = 0; probe < 25; probe++) {
      const at = Math.round(now - random() * 5 * DAY);
      const expected = units.flatMap((unit) => {
        const last = Math.max(...[...(model.get(unit) ?? new Map<number, number>()).keys()].filter((time) => time <= at));
        return Number.isFinite(last) ? [[unit, last]] : [];
      });
      const got: number[][] = [];
      for await (const block of store.readBackfill(units, at)) {
        const track = decodeTrack(block, { inflate });
        expect(track.count).toBe(1);
        got.push([track.unitId, track.times[0]]);
      }
      expect(got.sort(([a], [b]) => a - b)).toEqual(expected);
    }
  }
});

describe('blocks', () => {
  const rows = (count: number, step: number, from = START) => Array.from({ length: count }, (_, index) => from + index * step);

  async function fill(unitId: number, times: number[], receivedAt?: number): Promise<void> {
    for (const time of times) store.append(unitId, 2, receivedAt ?? time, fixAt(time, { latitude: 10 + (time - START) / 1e9 }));
    expect(await committed()).toBe(true);
  }

  it('are cut at hours, and late rows get their own', async () => {
    await fill(41, rows(720, 10 * SECOND));
    await store.compact();
    await fill(41, rows(3, 7777, START + 5 * MINUTE + 1), START + 3 * HOUR);
    await store.compact();
    const list = await test.database.query<{ span: number; t0: Date; n: number }>('select span, t0, n from track_block order by span, t0');
    expect(list.map((block) => [block.span, block.t0.toISOString(), block.n])).toEqual([
      [1, '2026-03-02T07:30:00.000Z', 180], [1, '2026-03-02T08:00:00.000Z', 360], [1, '2026-03-02T09:00:00.000Z', 180], [3, '2026-03-02T07:35:00.001Z', 3],
    ]);
    expect(await positions([41])).toHaveLength(723);
  });

  it('of an upload of past hours are cut like any other', async () => {
    await fill(42, [START]);
    await store.compact();
    await fill(42, rows(400, 30 * SECOND, START - 5 * HOUR), START);
    await store.compact();
    const list = await test.database.query<{ span: number }>('select span from track_block where unit_id = 42 and t1 < $1', [new Date(START)]);
    // 02:30 to 05:50
    expect(list.length).toBe(4);
    expect(list.every((block) => block.span === 1)).toBe(true);
  });

  it('reach the reader for any interval, and nothing beyond the day of it', async () => {
    await fill(43, rows(500, MINUTE));
    await store.compact();
    await fill(43, rows(60, MINUTE, START + 500 * MINUTE));
    for (const [from, to] of [[START, START + 1], [START + 90 * MINUTE, START + 95 * MINUTE], [START + 499 * MINUTE, START + 503 * MINUTE], [START + 3 * DAY, START + 4 * DAY]]) {
      const wanted = rows(560, MINUTE).filter((time) => time >= from && time < to);
      const got = (await blockRows([43], from, to)).map((position) => Date.parse(position.time));
      expect(got.filter((time) => time >= from && time < to)).toEqual(wanted);
    }
    expect(await blockRows([43], START + 3 * DAY, START + 4 * DAY)).toEqual([]);
  });

  it('come in order of unit and start', async () => {
    await fill(45, rows(200, MINUTE));
    await fill(44, rows(200, MINUTE));
    await store.compact();
    await fill(44, rows(5, MINUTE, START + 300 * MINUTE));
    const units: string[] = [];
    for await (const block of store.readBlocks([45, 44], START, START + DAY)) {
      const track = decodeTrack(block, { inflate });
      units.push(`${track.unitId} ${new Date(track.times[0]).toISOString()}`);
    }
    expect(units).toEqual([...units].sort());
    expect(units.length).toBeGreaterThan(8);
  });

  it('are cut after their core when no more is asked for, stored ones and fresh ones', async () => {
    await fill(50, rows(200, MINUTE));
    await store.compact();
    await fill(50, rows(20, MINUTE, START + 300 * MINUTE));
    const sent = async (blocks: AsyncIterable<Uint8Array>) => {
      const all: Uint8Array[] = [];
      for await (const block of blocks) all.push(block);
      return all;
    };
    const whole = await sent(store.readBlocks([50], START, START + DAY));
    const cut = await sent(store.readBlocks([50], START, START + DAY, 'core'));
    expect(cut.map((block) => readTrackHeader(block))).toEqual(whole.map((block) => expect.objectContaining({ ...coreOf(block), whole: false })));
    expect(cut.map((block) => Buffer.from(block).subarray(CORE_AT))).toEqual(whole.map((block) => Buffer.from(trackPart(block, 'core')).subarray(CORE_AT)));
    const [last] = await sent(store.readBackfill([50], START + DAY, 'core'));
    expect(readTrackHeader(last)).toMatchObject({ unitId: 50, count: 1, from: START + 319 * MINUTE, whole: false });
  });

  it('are all there when they are merged while somebody reads', async () => {
    for (const unit of [46, 47, 48]) await fill(unit, rows(1500, MINUTE));
    await store.compact();
    now = START + 10 * DAY;
    const times = new Map<number, Set<number>>([[46, new Set()], [47, new Set()], [48, new Set()]]);
    const reading = store.readBlocks([46, 47, 48], START, START + 3 * DAY)[Symbol.asyncIterator]();
    const take = async () => {
      const { done, value } = await reading.next();
      if (done) return false;
      const track = decodeTrack(value, { inflate });
      for (const time of track.times) times.get(track.unitId)?.add(time);
      return true;
    };
    await take();
    await store.mergeDays();
    while (await take());
    expect([...times.values()].map((set) => set.size)).toEqual([1500, 1500, 1500]);
  });

  it('give an export of several units in order of time', async () => {
    await fill(49, rows(300, 7 * SECOND));
    await fill(50, rows(300, 11 * SECOND, START + 3 * SECOND));
    await store.compact();
    const got = (await positions([49, 50], START + 100 * SECOND, START + 900 * SECOND)).map((position) => Date.parse(position.time));
    expect(got).toEqual([...rows(300, 7 * SECOND), ...rows(300, 11 * SECOND, START + 3 * SECOND)].filter((time) => time >= START + 100 * SECOND && time < START + 900 * SECOND).sort((a, b) => a - b));
  });
});

describe('a compaction that fails', () => {
  it('loses nothing, and is made up for by the next', async () => {
    let failing = true;
    const database: Database = new Proxy(test.database, {
      get(target, name) {
        if (name === 'transaction' && failing) return async () => { throw new DatabaseUnavailable('cable pulled'); };
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    await store.close();
    store = await openPositionStore({ database, logger: silentLogger, time: { now: () => now }, compactEvery: 0, mergeEvery: 0 });
    await put(71, fixAt(START));
    await expect(store.compact()).rejects.toBeInstanceOf(DatabaseUnavailable);
    await put(71, fixAt(START + SECOND));
    expect(await positions([71])).toHaveLength(2);
    failing = false;
    await store.compact();
    expect(await test.database.query('select 1 from journal')).toEqual([]);
    expect(await positions([71])).toHaveLength(2);
    await put(71, fixAt(START + 2 * SECOND));
    await reopen();
    expect(await positions([71])).toHaveLength(3);
  });

  it('starts by itself when the tail grows large', async () => {
    await store.close();
    store = await openPositionStore({ database: test.database, logger: silentLogger, time: { now: () => now }, compactEvery: 0, mergeEvery: 0, largeTail: 10_000 });
    for (let round = 0; round < 6; round++) {
      for (let index = 0; index < 100; index++) store.append(72, 2, START, fixAt(START + (round * 100 + index) * SECOND));
      expect(await committed()).toBe(true);
    }
    await store.compact();
    const [row] = await test.database.query<{ compactions: string }>('select count(distinct part) as compactions from track_block where unit_id = 72');
    expect(Number(row.compactions)).toBeGreaterThan(1);
    expect(await positions([72])).toHaveLength(600);
  });
});

describe('when the database is away', () => {
  it('refuses at once, loses nothing it acknowledged, and goes on by itself', async () => {
    if (!test.server) return;
    await put(61, fixAt(START));
    process.kill(test.server.pid(), 'SIGKILL');
    const stored = new Set([START]);
    let refused = 0;
    for (let index = 1; refused === 0 || stored.size < 3; index++) {
      store.append(61, 2, START + index, fixAt(START + index * SECOND));
      if (await committed()) stored.add(START + index * SECOND);
      else refused++;
      // The device waits a moment before it sends again.
      await new Promise((resolve) => setImmediate(resolve));
    }
    const times = () => positions([61]).then((list) => list.map((position) => Date.parse(position.time)));
    expect(await times()).toEqual([...stored]);
    await reopen();
    // A group whose answer was lost may be there as well; none may be missing, none doubled.
    const after = await times();
    expect(after).toEqual([...new Set(after)]);
    expect(after).toEqual(expect.arrayContaining([...stored]));
  });
});
