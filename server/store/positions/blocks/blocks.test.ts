import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../../src/domain/base/index.ts';
import { chance } from '../../../../src/domain/base/testing/index.ts';
import {
  decodeTrack,
  decodeTrackTimes,
  readTrackHeader,
  trackPart,
  trackPosition,
  type Position,
} from '../../../../src/domain/telemetry/index.ts';
import { fixAt, START, withPositionStore } from '../../../../tests/support/positionStore.ts';
import { inflate } from './trackBlocks.ts';

const opened = withPositionStore();
const { committed, positions, reopen, test } = opened;

/** Where a block's core begins; what lies before reports the attributes too. */
const CORE_AT = 36;

function coreOf(block: Uint8Array) {
  const { unitId, count, from, to, coreLength } = readTrackHeader(block);
  return { unitId, count, from, to, coreLength };
}

async function blockRows(unitIds: number[], from: number, to: number): Promise<Position[]> {
  const rows: Position[] = [];
  for await (const block of opened.store.readBlocks(unitIds, from, to)) {
    const track = decodeTrack(block, { inflate });
    for (let row = 0; row < track.count; row++) rows.push(trackPosition(track, row));
  }
  return rows;
}

describe('whatever comes in, in whatever order, over compactions, merges and restarts', () => {
  it('reads as a plain list of it would', async () => {
    const random = chance(5);
    const units = [31, 32, 33, 4_000_000_000];
    const model = new Map<number, Map<number, number>>(units.map((unit) => [unit, new Map()]));
    const check = async () => {
      for (const unit of units) {
        const rows = [...(model.get(unit) ?? [])].sort(([a], [b]) => a - b);
        expect(
          (await positions([unit])).map((position) => [Date.parse(position.time), position.attributes.event]),
        ).toEqual(rows);
        if (rows.length > 0) expect(await opened.store.earliest([unit])).toBe(rows[0][0]);
      }
      await checkBackfill(units, model, random);
      await checkBlocks(units, model, random);
    };
    let mark = 0;
    for (let round = 0; round < 14; round++) {
      opened.now += 5 * HOUR;
      for (let index = 0; index < 300; index++) {
        const unit = units[Math.floor(random() * units.length)];
        // Mostly on time; some late by minutes, some by days, some twice.
        const lateness = random() < 0.6 ? 0 : random() < 0.5 ? random() * 20 * MINUTE : random() * 4 * DAY;
        const time = Math.round((opened.now - 5 * HOUR + index * MINUTE - lateness) / SECOND) * SECOND;
        opened.store.append(
          unit,
          2,
          opened.now,
          fixAt(time, { latitude: (time % 86_400_000) / 1e6 }, { event: ++mark }),
        );
        const times = model.get(unit);
        if (times && !times.has(time)) times.set(time, mark);
      }
      expect(await committed()).toBe(true);
      if (round % 3 === 0) await opened.store.compact();
      if (round % 5 === 4) await opened.store.mergeDays();
      if (round % 4 === 3) await reopen();
      if (round % 4 === 1) await check();
    }
    await opened.store.compact();
    await check();
    opened.now += 10 * DAY;
    expect(await opened.store.mergeDays()).toBeGreaterThan(0);
    expect(await opened.store.mergeDays()).toBe(0);
    await check();
    // Merged days hold each time once, physically.
    const [stored] = await test.database.query<{ n: number; spans: number[] }>(
      'select sum(n) as n, array_agg(distinct span) as spans from track_block',
    );
    expect(stored.n).toBe([...model.values()].reduce((sum, times) => sum + times.size, 0));
    expect(stored.spans).toEqual([2]);
  }, 60_000);

  /** Any instant of the last days; half of them of the last hours, which are in memory. */
  const anyInstant = (random: () => number): number =>
    Math.round(opened.now - random() * (random() < 0.5 ? 6 * HOUR : 5 * DAY));

  async function checkBackfill(
    units: number[],
    model: Map<number, Map<number, number>>,
    random: () => number,
  ): Promise<void> {
    for (let probe = 0; probe < 50; probe++) {
      const at = anyInstant(random);
      const expected = units.flatMap((unit) => {
        const last = Math.max(
          ...[...(model.get(unit) ?? new Map<number, number>()).keys()].filter((time) => time <= at),
        );
        return Number.isFinite(last) ? [[unit, last]] : [];
      });
      for (const columns of ['core', 'all'] as const) {
        const got: number[][] = [];
        for await (const block of opened.store.readBackfill(units, at, columns)) {
          const { unitId, count, from } = readTrackHeader(block);
          expect(count).toBe(1);
          got.push([unitId, from]);
        }
        expect(got.sort(([a], [b]) => a - b)).toEqual(expected);
      }
      await checkSilent(expected, at, random);
    }
    expect(leftOut).toBeGreaterThan(0);
  }

  let leftOut = 0;

  /** Whose last report is from before the instant is reported, and of the others none that came after it was sent. */
  async function checkSilent(lastReports: number[][], at: number, random: () => number): Promise<void> {
    const since = at - random() * 8 * HOUR;
    const got = new Map<number, number>();
    for await (const block of opened.store.readBackfill(
      lastReports.map(([unit]) => unit),
      at,
      'core',
      since,
    ))
      got.set(readTrackHeader(block).unitId, readTrackHeader(block).from);
    for (const [unit, last] of lastReports) {
      if (last < since) expect(got.get(unit)).toBe(last);
      else if (got.has(unit)) expect(got.get(unit)).toBeLessThanOrEqual(last);
      else leftOut++;
    }
  }

  async function checkBlocks(
    units: number[],
    model: Map<number, Map<number, number>>,
    random: () => number,
  ): Promise<void> {
    for (let probe = 0; probe < 50; probe++) {
      const from = anyInstant(random);
      const to = from + Math.round(random() * (probe % 2 === 0 ? HOUR : 2 * DAY));
      const expected = units.flatMap((unit) =>
        [...(model.get(unit) ?? new Map<number, number>()).keys()]
          .filter((time) => time >= from && time < to)
          .sort((a, b) => a - b)
          .map((time) => `${unit} ${time}`),
      );
      for (const columns of ['core', 'all'] as const) {
        const got = new Set<string>();
        for await (const block of opened.store.readBlocks(units, from, to, columns)) {
          for (const time of decodeTrackTimes(block))
            if (time >= from && time < to) got.add(`${readTrackHeader(block).unitId} ${time}`);
        }
        expect([...got].sort()).toEqual(expected.sort());
      }
    }
  }
});

describe('blocks', () => {
  const rows = (count: number, step: number, from = START) =>
    Array.from({ length: count }, (_, index) => from + index * step);

  async function fill(unitId: number, times: number[], receivedAt?: number): Promise<void> {
    for (const time of times)
      opened.store.append(unitId, 2, receivedAt ?? time, fixAt(time, { latitude: 10 + (time - START) / 1e9 }));
    expect(await committed()).toBe(true);
  }

  it('are cut at hours, and late rows get their own', async () => {
    await fill(41, rows(720, 10 * SECOND));
    await opened.store.compact();
    await fill(41, rows(3, 7777, START + 5 * MINUTE + 1), START + 3 * HOUR);
    await opened.store.compact();
    const list = await test.database.query<{ span: number; t0: Date; n: number }>(
      'select span, t0, n from track_block order by span, t0',
    );
    expect(list.map((block) => [block.span, block.t0.toISOString(), block.n])).toEqual([
      [1, '2026-03-02T07:30:00.000Z', 180],
      [1, '2026-03-02T08:00:00.000Z', 360],
      [1, '2026-03-02T09:00:00.000Z', 180],
      [3, '2026-03-02T07:35:00.001Z', 3],
    ]);
    expect(await positions([41])).toHaveLength(723);
  });

  it('of an upload of past hours are cut like any other', async () => {
    await fill(42, [START]);
    await opened.store.compact();
    await fill(42, rows(400, 30 * SECOND, START - 5 * HOUR), START);
    await opened.store.compact();
    const list = await test.database.query<{ span: number }>(
      'select span from track_block where unit_id = 42 and t1 < $1',
      [new Date(START)],
    );
    // 02:30 to 05:50
    expect(list.length).toBe(4);
    expect(list.every((block) => block.span === 1)).toBe(true);
  });

  it('reach the reader for any interval, and nothing beyond the day of it', async () => {
    await fill(43, rows(500, MINUTE));
    await opened.store.compact();
    await fill(43, rows(60, MINUTE, START + 500 * MINUTE));
    for (const [from, to] of [
      [START, START + 1],
      [START + 90 * MINUTE, START + 95 * MINUTE],
      [START + 499 * MINUTE, START + 503 * MINUTE],
      [START + 3 * DAY, START + 4 * DAY],
    ]) {
      const wanted = rows(560, MINUTE).filter((time) => time >= from && time < to);
      const got = (await blockRows([43], from, to)).map((position) => Date.parse(position.time));
      expect(got.filter((time) => time >= from && time < to)).toEqual(wanted);
    }
    expect(await blockRows([43], START + 3 * DAY, START + 4 * DAY)).toEqual([]);
  });

  it('come in order of unit and start', async () => {
    await fill(45, rows(200, MINUTE));
    await fill(44, rows(200, MINUTE));
    await opened.store.compact();
    await fill(44, rows(5, MINUTE, START + 300 * MINUTE));
    const units: string[] = [];
    for await (const block of opened.store.readBlocks([45, 44], START, START + DAY)) {
      const track = decodeTrack(block, { inflate });
      units.push(`${track.unitId} ${new Date(track.times[0]).toISOString()}`);
    }
    expect(units).toEqual([...units].sort());
    expect(units.length).toBeGreaterThan(8);
  });

  it('are cut after their core when no more is asked for, stored ones and fresh ones', async () => {
    await fill(50, rows(200, MINUTE));
    await opened.store.compact();
    await fill(50, rows(20, MINUTE, START + 300 * MINUTE));
    const sent = async (blocks: AsyncIterable<Uint8Array>) => {
      const all: Uint8Array[] = [];
      for await (const block of blocks) all.push(block);
      return all;
    };
    const whole = await sent(opened.store.readBlocks([50], START, START + DAY));
    const cut = await sent(opened.store.readBlocks([50], START, START + DAY, 'core'));
    expect(cut.map((block) => readTrackHeader(block))).toEqual(
      whole.map((block) => expect.objectContaining({ ...coreOf(block), whole: false })),
    );
    expect(cut.map((block) => Buffer.from(block).subarray(CORE_AT))).toEqual(
      whole.map((block) => Buffer.from(trackPart(block, 'core')).subarray(CORE_AT)),
    );
    const [part] = await sent(opened.store.readBlocks([50], START + 305 * MINUTE, START + 310 * MINUTE, 'core'));
    expect(readTrackHeader(part)).toMatchObject({
      count: 5,
      from: START + 305 * MINUTE,
      to: START + 309 * MINUTE,
      whole: false,
    });
    const [last] = await sent(opened.store.readBackfill([50], START + DAY, 'core'));
    expect(readTrackHeader(last)).toMatchObject({ unitId: 50, count: 1, from: START + 319 * MINUTE, whole: false });
  });

  it('are all there when they are merged while somebody reads', async () => {
    for (const unit of [46, 47, 48]) await fill(unit, rows(1500, MINUTE));
    await opened.store.compact();
    opened.now = START + 10 * DAY;
    const times = new Map<number, Set<number>>([
      [46, new Set()],
      [47, new Set()],
      [48, new Set()],
    ]);
    const reading = opened.store.readBlocks([46, 47, 48], START, START + 3 * DAY)[Symbol.asyncIterator]();
    const take = async () => {
      const { done, value } = await reading.next();
      if (done) return false;
      const track = decodeTrack(value, { inflate });
      for (const time of track.times) times.get(track.unitId)?.add(time);
      return true;
    };
    await take();
    await opened.store.mergeDays();
    while (await take());
    expect([...times.values()].map((set) => set.size)).toEqual([1500, 1500, 1500]);
  });

  it('of the last hours are in memory, and again after a restart', async () => {
    const times = async () => {
      const all: number[] = [];
      for await (const block of opened.store.readBlocks([51, 52], START, START + 4 * HOUR, 'core'))
        all.push(...decodeTrackTimes(block));
      return all;
    };
    await fill(51, rows(180, MINUTE));
    await fill(52, rows(90, MINUTE));
    opened.now = START + 3 * HOUR;
    await opened.store.compact();
    // A reader without the table reads what was in it.
    await test.database.query('delete from track_block where unit_id = 52');
    expect(await times()).toEqual([...rows(180, MINUTE), ...rows(90, MINUTE)]);
    await reopen();
    await opened.store.compact();
    await test.database.query('delete from track_block');
    const late: number[] = [];
    for await (const block of opened.store.readBlocks([51, 52], START + HOUR, START + 4 * HOUR, 'core'))
      late.push(...decodeTrackTimes(block));
    expect(late.filter((time) => time >= START + HOUR)).toEqual(rows(120, MINUTE, START + HOUR));
    // Older blocks were not read again.
    expect(await times()).toEqual([]);
  });

  it('give an export of several units in order of time', async () => {
    await fill(49, rows(300, 7 * SECOND));
    await fill(50, rows(300, 11 * SECOND, START + 3 * SECOND));
    await opened.store.compact();
    const got = (await positions([49, 50], START + 100 * SECOND, START + 900 * SECOND)).map((position) =>
      Date.parse(position.time),
    );
    expect(got).toEqual(
      [...rows(300, 7 * SECOND), ...rows(300, 11 * SECOND, START + 3 * SECOND)]
        .filter((time) => time >= START + 100 * SECOND && time < START + 900 * SECOND)
        .sort((a, b) => a - b),
    );
  });
});
