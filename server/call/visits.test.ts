import { describe, expect, it } from 'vitest';
import {
  bearing,
  DAY,
  destination,
  distance,
  HOUR,
  MINUTE,
  SECOND,
  VISITS,
  type Interval,
} from '../../src/domain/base/index.ts';
import { chance } from '../../src/domain/base/testing/index.ts';
import { DEFAULT_FILTERS, type FilterSettings } from '../../src/domain/detection/index.ts';
import { probeOf, type Shape } from '../../src/domain/geometry/index.ts';
import type { Position } from '../../src/domain/telemetry/index.ts';
import type { Visit } from '../../src/domain/visit/index.ts';
import { fixAt, START, withPositionStore } from '../../tests/support/positionStore.ts';
import { NO_FILTERS, type HistoryFilters } from './historyFilters.ts';
import type { UnitsInSight } from './reach.ts';
import { findVisits, searchVisits } from './visits.ts';

const opened = withPositionStore();
const { committed, positions, reopen, test } = opened;

/** A stay as a scan of all fixes finds it, in Unix ms. */
interface Stay {
  readonly unit: number;
  readonly from: number;
  readonly to: number | null;
}

/** Every fix and every segment, one after the other, without boxes, blocks or a quick pass. */
function plainScan(fixes: readonly Position[], shape: Shape, interval: Interval): Stay[] {
  const probe = probeOf(shape);
  const stays: Stay[] = [];
  for (const unit of new Set(fixes.map((fix) => fix.unit_id))) {
    const own = fixes
      .filter((fix) => fix.unit_id === unit && fix.valid && (fix.latitude !== 0 || fix.longitude !== 0))
      .map((fix) => ({ ...fix, at: Date.parse(fix.time) }))
      .filter(({ at }) => at >= interval.from - VISITS.leadIn && at < interval.to);
    const inside: [number, number][] = [];
    own.slice(1).forEach((next, index) => {
      const { at, latitude, longitude } = own[index];
      const gap = next.at - at;
      const parts =
        gap <= VISITS.gap
          ? probe.insideOf(latitude, longitude, next.latitude, next.longitude)
          : probe.contains(latitude, longitude)
            ? [0, 1]
            : [];
      for (let part = 0; part < parts.length; part += 2)
        inside.push([at + parts[part] * gap, at + parts[part + 1] * gap]);
    });
    const last = own.at(-1);
    const isInLast = last !== undefined && probe.contains(last.latitude, last.longitude);
    if (last && isInLast) inside.push([last.at, last.at]);
    const joined: [number, number][] = [];
    for (const [from, to] of inside) {
      const before = joined.at(-1);
      if (before && from - before[1] < 1) before[1] = Math.max(before[1], to);
      else joined.push([from, to]);
    }
    for (const [from, to] of joined) {
      const isOpen = isInLast && to === last?.at;
      if ((!isOpen && to <= interval.from) || (to === from && !isOpen)) continue;
      stays.push({ unit, from: Math.max(from, interval.from), to: isOpen ? null : to });
    }
  }
  return stays;
}

const stayOf = ({ unit_id, entered_at, left_at }: Visit): Stay => ({
  unit: unit_id,
  from: Date.parse(entered_at),
  to: left_at === null ? null : Date.parse(left_at),
});

function expectSame(found: readonly Stay[], wanted: readonly Stay[], what: string): void {
  const inOrder = (stays: readonly Stay[]) => stays.toSorted((a, b) => a.unit - b.unit || a.from - b.from);
  const close = (time: number | null) => (time === null ? null : expect.closeTo(time / SECOND, 0));
  expect(
    inOrder(found).map((stay) => ({
      ...stay,
      from: stay.from / SECOND,
      to: stay.to === null ? null : stay.to / SECOND,
    })),
    what,
  ).toEqual(inOrder(wanted).map(({ unit, from, to }) => ({ unit, from: close(from), to: close(to) })));
}

const whole = (...units: number[]): UnitsInSight => ({ whole: units, spans: new Map() });

async function visitsOf(units: UnitsInSight, shape: Shape, interval: Interval, filters: HistoryFilters = NO_FILTERS) {
  const { visits } = await findVisits({ positions: opened.store, filters, units, interval, shape }, 1e6);
  return visits;
}

const HOME: readonly [number, number] = [59.4, 24.7];
const circle = (metres: number, course: number, radius: number): Shape => {
  const [latitude, longitude] = destination(...HOME, course, metres);
  return { type: 'circle', center: [longitude, latitude], radius };
};
const square = (size: number): Shape => {
  const corners = [45, 135, 225, 315].map((course): [number, number] => {
    const [latitude, longitude] = destination(...HOME, course, size);
    return [longitude, latitude];
  });
  return { type: 'polygon', coordinates: [[...corners, corners[0]]] };
};
const SHAPES: readonly Shape[] = [
  circle(0, 0, 800),
  circle(2_500, 70, 300),
  square(1_500),
  {
    type: 'corridor',
    width: 400,
    coordinates: [0, 1_000, 4_000].map((metres): [number, number] => {
      const [latitude, longitude] = destination(...HOME, 40, metres);
      return [longitude, latitude];
    }),
  },
];

/**
 * Lets units wander about their home: drives, stops, silences, fixes that are none; some of it late, some of it twice.
 */
async function wander(random: () => number, units: readonly number[], hours: number): Promise<void> {
  const reports: { unit: number; due: number; fix: ReturnType<typeof fixAt> }[] = [];
  for (const unit of units) {
    let [latitude, longitude] = destination(...HOME, random() * 360, random() * 3_000);
    let course = random() * 360;
    for (let time = START; time < START + hours * HOUR;) {
      const isParked = random() < 0.3;
      const step = isParked ? 5 * MINUTE : random() < 0.02 ? random() * 3 * HOUR : 10 * SECOND + random() * 50 * SECOND;
      if (!isParked) {
        course += (random() - 0.5) * 60;
        // Back home from afar.
        if (distance(latitude, longitude, ...HOME) > 4_000) course = bearing(latitude, longitude, ...HOME);
        [latitude, longitude] = destination(latitude, longitude, course, random() * 400);
      }
      const isBad = random() < 0.03;
      const late = random() < 0.8 ? 0 : random() * 30 * HOUR;
      const place = isBad ? { latitude: 0, longitude: 0 } : { latitude, longitude };
      const fix = fixAt(Math.floor(time), { ...place, valid: random() > 0.03, hasPosition: random() > 0.02 });
      reports.push({ unit, due: time + late, fix });
      time += step;
    }
  }
  let hour = START;
  for (const { unit, due, fix } of reports.toSorted((a, b) => a.due - b.due)) {
    if (due > hour + 7 * HOUR) {
      opened.now = hour = due;
      expect(await committed()).toBe(true);
      if (random() < 0.7) await opened.store.compact();
      if (random() < 0.3) await opened.store.mergeDays();
    }
    opened.store.append(unit, 2, Math.max(due, fix.time), fix);
  }
  expect(await committed()).toBe(true);
}

describe('who was here', () => {
  it('is what a scan of every fix finds, however it is stored', async () => {
    const random = chance(21);
    const units = [11, 12, 13, 14];
    await wander(random, units, 90);
    const fixes = await positions(units);
    const found = { visits: 0, passing: 0 };
    const check = async (what: string) => {
      for (const shape of SHAPES) {
        for (const interval of [
          { from: START - DAY, to: START + 5 * DAY },
          { from: START + 20 * HOUR + 17 * MINUTE, to: START + 41 * HOUR },
          { from: START + 60 * HOUR, to: START + 60 * HOUR + 10 * MINUTE },
        ]) {
          const visits = await visitsOf(whole(...units), shape, interval);
          found.visits += visits.length;
          found.passing += visits.filter((visit) => visit.fixes === 0).length;
          expectSame(visits.map(stayOf), plainScan(fixes, shape, interval), `${what}, ${shape.type}`);
        }
      }
    };
    await check('with a tail');
    await opened.store.compact();
    await check('compacted');
    await reopen();
    opened.now = START + 30 * DAY;
    await opened.store.mergeDays();
    await check('merged');
    await test.database.query('update track_block set west = null where (extract(epoch from t0)::int8 / 3600) % 2 = 0');
    await check('with and without boxes');
    expect(found.visits).toBeGreaterThan(300);
    expect(found.passing).toBeGreaterThan(5);
  });

  it('reads no block whose box does not touch, nor one that does not show when the unit came and left', async () => {
    for (let hour = 0; hour < 20; hour++) {
      const [latitude, longitude] = destination(...HOME, 90, Math.abs(hour - 10) * 30_000);
      for (let minute = 0; minute < 60; minute += 10)
        opened.store.append(7, 2, 0, fixAt(START + hour * HOUR + minute * MINUTE, { latitude, longitude }));
    }
    await committed();
    opened.now = START + 21 * HOUR;
    await opened.store.compact();
    let stored = 0;
    for await (const _ of opened.store.readBlocks([7], 0, START + DAY, 'core')) stored++;
    let read = 0;
    const counting = {
      async *readPast(...parameters: Parameters<typeof opened.store.readPast>) {
        for await (const past of opened.store.readPast(...parameters)) {
          for (const stretch of past.stretches) read += stretch?.length ?? 0;
          yield past;
        }
      },
    };
    const interval = { from: START, to: START + DAY };
    const { visits } = await findVisits({
      positions: counting,
      filters: NO_FILTERS,
      units: whole(7),
      interval,
      shape: SHAPES[0],
    });
    expect(visits.map(stayOf)).toEqual([{ unit: 7, from: START + 10 * HOUR, to: START + 11 * HOUR }]);
    expect(stored).toBeGreaterThan(18);
    expect(read).toBeLessThanOrEqual(3);
  });

  it('has speed and distance, and says that it was there before', async () => {
    const [latitude, longitude] = HOME;
    for (const [minute, metres, speed] of [
      [0, 0, 0],
      [1, 0, 0],
      [2, 400, 40],
      [3, 1_200, 60],
    ]) {
      const [there, along] = destination(latitude, longitude, 0, metres);
      opened.store.append(7, 2, 0, fixAt(START + minute * MINUTE, { latitude: there, longitude: along, speed }));
    }
    await committed();
    const [visit] = await visitsOf(whole(7), circle(0, 0, 800), { from: START, to: START + HOUR });
    expect(visit).toMatchObject({
      entered_before: true,
      left_at: new Date(START + 2.5 * MINUTE).toISOString(),
      duration: 150,
      distance: 800,
      max_speed: 40,
      mean_speed: 19.2,
      longest_gap: 60,
      fixes: 3,
    });
    const [later] = await visitsOf(whole(7), circle(0, 0, 800), { from: START + 90 * SECOND, to: START + HOUR });
    expect(later).toMatchObject({
      entered_at: new Date(START + 90 * SECOND).toISOString(),
      entered_before: true,
      duration: 60,
      distance: 600,
      fixes: 1,
    });
  });

  it('goes by the filters of a unit, as its history is shown', async () => {
    for (const [second, metres] of [
      [0, 5_000],
      [10, 0],
      [20, 5_010],
      [30, 5_020],
    ]) {
      const [latitude, longitude] = destination(...HOME, 90, metres);
      opened.store.append(7, 2, 0, fixAt(START + second * SECOND, { latitude, longitude }));
    }
    await committed();
    const interval = { from: START, to: START + HOUR };
    expect(await visitsOf(whole(7), SHAPES[0], interval)).toHaveLength(1);
    const settings: FilterSettings = { ...DEFAULT_FILTERS, max_speed: 200 };
    const filters = { ...NO_FILTERS, own: new Map([[7, settings]]) };
    for (const _ of [1, 2]) {
      expect(await visitsOf(whole(7), SHAPES[0], interval, filters)).toEqual([]);
      await opened.store.compact();
    }
  });

  it('shows nothing of an allocated unit from before or after its allocation', async () => {
    const [latitude, longitude] = HOME;
    for (let minute = 0; minute <= 120; minute += 4)
      opened.store.append(7, 2, 0, fixAt(START + minute * MINUTE, { latitude, longitude, speed: minute }));
    await committed();
    for (const _ of ['tail', 'blocks']) {
      const spans = new Map([[7, [{ from: START + 30 * MINUTE, to: START + HOUR }]]]);
      const visits = await visitsOf({ whole: [], spans }, SHAPES[0], { from: START, to: START + DAY });
      expect(visits).toMatchObject([
        {
          entered_at: new Date(START + 32 * MINUTE).toISOString(),
          last_at: new Date(START + 56 * MINUTE).toISOString(),
          left_at: null,
          entered_before: true,
          max_speed: 56,
          fixes: 7,
        },
      ]);
      await opened.store.compact();
    }
  });

  it('is cut where there is more than may be answered, and stops when nobody listens', async () => {
    const random = chance(3);
    const units = Array.from({ length: 30 }, (_, index) => index + 1);
    await wander(random, units, 3);
    const question = {
      positions: opened.store,
      filters: NO_FILTERS,
      units: whole(...units),
      interval: { from: START, to: START + DAY },
      shape: SHAPES[0],
    };
    const all = await findVisits(question);
    expect(all.truncated).toBe(false);
    expect(await findVisits(question, 4)).toEqual({ visits: all.visits.slice(0, 4), truncated: true });
    expect(await findVisits(question, all.visits.length)).toEqual(all);
    let begun = 0;
    let ended = false;
    const watched = {
      async *readPast(...parameters: Parameters<typeof opened.store.readPast>) {
        try {
          for await (const past of opened.store.readPast(...parameters)) {
            begun++;
            yield past;
          }
        } finally {
          ended = true;
        }
      },
    };
    for await (const { done } of searchVisits({ ...question, positions: watched })) {
      expect(done).toBeLessThan(units.length);
      break;
    }
    expect([begun, ended]).toEqual([1, true]);
  });
});
