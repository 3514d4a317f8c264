import { describe, expect, it } from 'vitest';
import { SECOND, type Interval } from '../../base/index.ts';
import { pointsOf, type DetectionPoint } from '../shared/index.ts';
import { chance } from '../../base/testing/index.ts';
import { rerunTrips, spliceRun } from '../testing/rerun.ts';
import { randomTrace } from '../testing/traces.ts';
import {
  DEFAULT_TRIP_DETECTOR,
  detectTrips,
  reconcile,
  TRIP_SOURCES,
  TripDetector,
  type TripDetectorSettings,
  type TripDetectorState,
  type TripEvent,
  type TripOptions,
  type TripRun,
} from './index.ts';

const START = Date.UTC(2026, 2, 1, 8);
const COUNT = 400;

const settingsOf = (random: () => number): TripDetectorSettings => ({
  ...DEFAULT_TRIP_DETECTOR,
  m_source: TRIP_SOURCES[Math.floor(random() * (TRIP_SOURCES.length - 1))],
  gps_correct: random() < 0.5,
  max_dist_in_msgs: [1_000, 5_000, 100_000][Math.floor(random() * 3)],
  max_intrl_in_msgs: [120, 300, 1_200][Math.floor(random() * 3)],
  min_park_time: [60, 300][Math.floor(random() * 2)],
  min_satellites: 4,
});
const overJson = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value)) as Value;
const after = (points: readonly DetectionPoint[], time: number) =>
  pointsOf(points.filter((point) => point.time > time));

function eventsOf(
  points: readonly DetectionPoint[],
  settings: TripDetectorSettings,
  options: TripOptions,
  cuts: ReadonlySet<number>,
): [TripEvent[], TripDetectorState] {
  const events: TripEvent[] = [];
  let detector = new TripDetector(settings, (event) => events.push(event), options);
  for (const [index, point] of points.entries()) {
    if (cuts.has(index)) {
      const state = overJson(detector.state());
      detector = new TripDetector(settings, (event) => events.push(event), options);
      detector.restore(state);
    }
    detector.accept(point);
  }
  return [events, detector.state()];
}

describe('the same trips', () => {
  it('however the reports are cut into runs', () => {
    let updates = 0;
    for (let seed = 1; seed <= 60; seed++) {
      const random = chance(seed);
      const points = randomTrace(random, COUNT, START);
      const settings = settingsOf(random);
      const options = { plausibility: random() < 0.5 };
      const whole = eventsOf(points, settings, options, new Set());
      const cuts = new Set(points.keys().filter(() => random() < 0.1));
      expect(eventsOf(points, settings, options, cuts), `seed ${seed}`).toEqual(whole);
      updates += whole[0].length;
    }
    expect(updates).toBeGreaterThan(1_000);
  });

  it('however late the reports come', () => {
    const counts = { trips: 0, parkings: 0, noData: 0, met: 0, anchored: 0 };
    for (let seed = 1; seed <= 80; seed++) {
      const random = chance(seed + 1_000);
      const points = randomTrace(random, COUNT, START);
      const settings = settingsOf(random);
      const options = { plausibility: random() < 0.5 };
      // Some reports are kept back, and come in batches later, in any order.
      const batches: DetectionPoint[][] = [[], [], [], []];
      for (const point of points) batches[random() < 0.9 ? 0 : 1 + Math.floor(random() * 3)].push(point);
      let stored: DetectionPoint[] = batches[0];
      let run: TripRun = detectTrips(pointsOf(stored), settings, options);
      for (const batch of batches.slice(1)) {
        for (const part of splitByTime(batch, random)) {
          stored = [...stored, ...part].toSorted((a, b) => a.time - b.time);
          const late: Interval = { from: part[0].time, to: part[part.length - 1].time };
          const anchors = overJson(run.anchors);
          const from = anchors.findLast(({ time }) => time < late.from);
          const rerun = rerunTrips(after(stored, from?.time ?? 0), late, anchors, settings, options);
          run = spliceRun(run, rerun);
          counts.met += rerun.met ? 1 : 0;
          counts.anchored += rerun.from ? 1 : 0;
        }
      }
      const whole = detectTrips(pointsOf(points), settings, options);
      expect(run, `seed ${seed}`).toEqual(whole);
      for (const list of ['trips', 'parkings', 'noData'] as const) counts[list] += whole[list].length;
    }
    // The traces hold what there is to get wrong, and runs do begin and end early.
    for (const [what, count] of Object.entries(counts)) expect(count, what).toBeGreaterThan(60);
  });
});

/** Parts of a batch, each in order of time, given in an order of chance. */
function splitByTime(batch: readonly DetectionPoint[], random: () => number): DetectionPoint[][] {
  const parts = Array.from({ length: 3 }, (_, part) =>
    batch.slice(Math.floor((part * batch.length) / 3), Math.floor(((part + 1) * batch.length) / 3)),
  );
  return parts.filter((part) => part.length > 0).toSorted(() => random() - 0.5);
}

describe('reconcile', () => {
  const span = (from: number, to: number, note = '') => ({ from: from * SECOND, to: to * SECOND, note });
  const kept = (id: number, from: number, to: number, note = '') => ({ id, row: span(from, to, note) });
  const match = (old: ReturnType<typeof kept>[], rows: ReturnType<typeof span>[]) => reconcile(old, rows, (row) => row);

  it('keeps the first id where two rows have become one', () => {
    const whole = span(0, 660);
    expect(match([kept(1, 0, 120), kept(2, 540, 660)], [whole])).toEqual({
      created: [],
      changed: [{ id: 1, row: whole }],
      unchanged: [],
      retired: [2],
    });
  });

  it('gives the id to the longer part where one has become two', () => {
    expect(match([kept(7, 0, 660)], [span(0, 120), span(200, 660)])).toEqual({
      created: [span(0, 120)],
      changed: [{ id: 7, row: span(200, 660) }],
      unchanged: [],
      retired: [],
    });
  });

  it("matches in any order, and not by an end that is another's beginning", () => {
    expect(match([kept(2, 500, 600), kept(1, 0, 100)], [span(100, 200), span(550, 700)])).toEqual({
      created: [span(100, 200)],
      changed: [{ id: 2, row: span(550, 700) }],
      unchanged: [],
      retired: [1],
    });
  });

  it('finds what is new, gone and as it was', () => {
    expect(
      match(
        [kept(1, 0, 60), kept(2, 100, 160, 'a'), kept(3, 200, 260)],
        [span(0, 60), span(100, 160, 'b'), span(300, 360)],
      ),
    ).toEqual({
      created: [span(300, 360)],
      changed: [{ id: 2, row: span(100, 160, 'b') }],
      unchanged: [kept(1, 0, 60)],
      retired: [3],
    });
  });
});
