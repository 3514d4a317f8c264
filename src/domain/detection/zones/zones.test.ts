import { describe, expect, it } from 'vitest';
import { destination, MINUTE, SECOND } from '../../base/index.ts';
import { probeOf, type LonLat, type Shape } from '../../geometry/index.ts';
import {
  createCrossing,
  createPoint,
  createZoneFix,
  marginOf,
  stepCrossing,
  type DetectionPoint,
  type ZoneFix,
} from '../shared/index.ts';
import { shownVisit, visitOf, type Visit } from './visit.ts';
import { ZoneIndex, type Zone } from './zoneIndex.ts';
import { ZoneWatch, type ZoneStates } from './zoneWatch.ts';

const START = Date.UTC(2026, 10, 1, 8);
const HERE: LonLat = [9.5, 47.1];
const at = (metres: number, course = 90): LonLat => {
  const [latitude, longitude] = destination(HERE[1], HERE[0], course, metres);
  return [longitude, latitude];
};
const zoneOf = (id: number, shape: Shape, minimumStay = 0): Zone => ({
  id,
  key: `${id}@1`,
  probe: probeOf(shape),
  minimumStay,
});
const circle = (radius: number, center: LonLat = HERE): Shape => ({ type: 'circle', center, radius });

interface Extras {
  readonly accuracy?: number;
  readonly speed?: number;
}
/** A fix so many seconds after the start, so many metres east of the centre. */
const fixAt = (seconds: number, [longitude, latitude]: LonLat, extras: Extras = {}): DetectionPoint => ({
  ...createPoint(),
  time: START + seconds * SECOND,
  hasPosition: true,
  valid: true,
  latitude,
  longitude,
  ...extras,
});
/** Fixes by seconds and metres to the east. */
const along = (...steps: readonly (readonly [seconds: number, metres: number, extras?: Extras])[]): DetectionPoint[] =>
  steps.map(([seconds, metres, extras]) => fixAt(seconds, at(metres), extras));

function watchOf(zones: readonly Zone[], points: readonly DetectionPoint[]): ZoneWatch {
  const watch = new ZoneWatch([{ index: new ZoneIndex(zones), sight: null }]);
  for (const point of points) watch.accept(point);
  return watch;
}
const secondsOf = ({ entered, left }: Visit) => [
  (entered - START) / SECOND,
  left === null ? null : (left - START) / SECOND,
];
const visitsOf = (shape: Shape, points: readonly DetectionPoint[], minimumStay = 0) =>
  watchOf([zoneOf(1, shape, minimumStay)], points).visits();

describe('entering and leaving', () => {
  const zone = circle(100);

  it('needs one fix where that is the margin beyond the edge, at the time when the line crosses it', () => {
    const visits = visitsOf(zone, along([0, 200], [100, 0], [200, 200]));
    expect(visits.map(secondsOf)).toEqual([[expect.closeTo(50, 1), expect.closeTo(150, 1)]]);
    expect(visits[0]).toMatchObject({ isEntrySeen: true, isPass: false, distance: expect.closeTo(200, 0) as number });
  });

  it('takes two fixes in a row nearer to the edge: one does not enter, one does not leave', () => {
    expect(visitsOf(zone, along([0, 200], [60, 90], [120, 110], [180, 95], [240, 120]))).toEqual([]);
    const visits = visitsOf(
      zone,
      along([0, 200], [60, 90], [120, 88], [180, 104], [240, 92], [300, 105], [360, 106], [420, 104]),
    );
    expect(visits.map(secondsOf)).toEqual([
      [expect.closeTo((100 / 110) * 60, 1), expect.closeTo(240 + (8 / 13) * 60, 1)],
    ]);
  });

  it('demands more of fixes that are less accurate', () => {
    const outside = [0, 200] as const;
    expect(visitsOf(zone, along(outside, [60, 60, { accuracy: 60 }]))).toEqual([]);
    expect(visitsOf(zone, along(outside, [60, 60, { accuracy: 39.9 }]))).toHaveLength(1);
    expect(visitsOf(zone, along(outside, [60, 84.9]))).toHaveLength(1);
    expect(visitsOf(zone, along(outside, [60, 85.1]))).toEqual([]);
  });

  it('begins silently with the first fix, and lasts until a fix says otherwise', () => {
    const [visit] = visitsOf(zone, along([0, 5], [60, 6]));
    expect(visit).toMatchObject({ isEntrySeen: false, left: null, settled: null });
    expect(secondsOf(visit)).toEqual([0, null]);
  });

  it('is not interpolated over a silence: the fixes inside are what is known', () => {
    const visits = visitsOf(zone, along([0, 200], [301, 0], [400, 10], [701, 200]));
    expect(visits.map(secondsOf)).toEqual([[301, 400]]);
    expect(visitsOf(zone, along([0, 200], [300, 0], [400, 0], [700, 200])).map(secondsOf)).toEqual([
      [expect.closeTo(150, 0), expect.closeTo(550, 0)],
    ]);
  });

  it('has distance and speed inside', () => {
    const points = along([0, -300], [20, -50, { speed: 45 }], [30, 50, { speed: 36 }], [50, 300, { speed: 90 }]);
    const [visit] = visitsOf(zone, points);
    expect(visit).toMatchObject({ maximumSpeed: 45, distance: expect.closeTo(200, 0) as number });
    const shown = shownVisit(visit, { name: 'Depot' }, 7 as never);
    expect(shown).toMatchObject({
      duration: expect.closeTo(18, 1) as number,
      average_speed: expect.closeTo(40, 0) as number,
    });
  });

  it('counts stays of the least length only, by the clock too', () => {
    const points = along([0, 200], [100, 0], [160, 10]);
    const watch = watchOf([zoneOf(1, zone, 10 * MINUTE)], points);
    const now = START + 160 * SECOND;
    watch.noteTime(now);
    expect(watch.visits()).toEqual([]);
    const due = watch.until(now) ?? 0;
    expect(due).toBe(START + 50 * SECOND + 10 * MINUTE);
    watch.noteTime(due);
    expect(watch.visits()).toHaveLength(1);
    expect(watch.until(due)).toBeNull();
    expect(visitsOf(zone, [...points, ...along([400, 200])], 10 * MINUTE)).toEqual([]);
    expect(visitsOf(zone, [...points, ...along([400, 0], [700, 0], [800, 200])], 10 * MINUTE)).toHaveLength(1);
  });
});

describe('a pass', () => {
  const gate = circle(12);

  it('is a line from clearly outside to clearly outside that leads through', () => {
    const [visit, ...more] = visitsOf(gate, along([0, -100], [20, 100]));
    expect(more).toEqual([]);
    expect(visit).toMatchObject({ isPass: true, maximumSpeed: null, distance: expect.closeTo(24, 0) as number });
    expect(secondsOf(visit)).toEqual([expect.closeTo(8.8, 1), expect.closeTo(11.2, 1)]);
  });

  it('may have one fix inside that proves nothing by itself', () => {
    expect(visitsOf(gate, along([0, -100], [10, 0, { speed: 36 }], [20, 100]))).toMatchObject([
      { isPass: true, maximumSpeed: 36 },
    ]);
  });

  it('is none after a silence, along the edge, or where the unit comes back to where it was', () => {
    expect(visitsOf(gate, along([0, -100], [301, 100]))).toEqual([]);
    expect(visitsOf(gate, along([0, -20], [10, 20]))).toEqual([]);
    expect(visitsOf(gate, along([0, 40], [10, 5], [20, 40]))).toEqual([]);
  });
});

describe('sight', () => {
  it('ends what the account saw, and begins silently with the first fix that it sees again', () => {
    const span = (from: number, to: number) => ({ from: START + from * SECOND, to: START + to * SECOND });
    const layer = { index: new ZoneIndex([zoneOf(1, circle(100))]), sight: [span(50, 150), span(300, 400)] };
    const watch = new ZoneWatch([layer]);
    for (const point of along([0, 300], [60, 0], [120, 5], [180, 0], [240, 0], [310, 0], [350, 0])) watch.accept(point);
    const visits = watch.visits();
    expect(visits.map(secondsOf)).toEqual([
      [60, 120],
      [310, null],
    ]);
    expect(visits.map(({ isEntrySeen }) => isEntrySeen)).toEqual([false, false]);
  });
});

describe('zones that change', () => {
  it('a new one is entered silently where the unit is, one that is gone is forgotten', () => {
    const watch = watchOf([zoneOf(1, circle(100))], along([0, 300], [60, 0]));
    watch.written(START);
    watch.follow([{ index: new ZoneIndex([zoneOf(2, circle(50))]), sight: null }]);
    expect(watch.dirty).toBe(true);
    expect(watch.visits()).toMatchObject([{ zoneId: 2, isEntrySeen: false, entered: START + 60 * SECOND }]);
  });

  it('what was found of it in the past takes the place of that', () => {
    const zones = [zoneOf(1, circle(100))];
    const points = along([0, 300], [60, 0]);
    const watch = watchOf([], points);
    const layers = [{ index: new ZoneIndex(zones), sight: null }];
    watch.follow(layers);
    const past = new ZoneWatch(layers);
    for (const point of points) past.accept(point);
    watch.adopt(new Set(['1@1']), past.states().crossings, []);
    expect(watch.visits()).toEqual(past.visits());
    expect(watch.visits()).toMatchObject([{ isEntrySeen: true }]);
  });
});

/** Numbers from 0 to 1 that are the same in every run. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) / 2 ** 32;
}

const place = (random: () => number, center: LonLat, metres: number): LonLat => {
  const [latitude, longitude] = destination(center[1], center[0], random() * 360, random() * metres);
  return [longitude, latitude];
};

function randomShape(random: () => number, center: LonLat): Shape {
  const middle = place(random, center, 6_000);
  const kind = Math.floor(random() * 3);
  if (kind === 0) return circle(5 + random() ** 3 * 2_000, middle);
  if (kind === 1) {
    const line = [middle, place(random, middle, 1_500), place(random, middle, 3_000)];
    return { type: 'corridor', coordinates: line, width: 10 + random() * 200 };
  }
  const corners = Array.from({ length: 3 + Math.floor(random() * 9) }, (_, corner, count = 12): LonLat => {
    const [latitude, longitude] = destination(middle[1], middle[0], (corner / count) * 360, 20 + random() * 900);
    return [longitude, latitude];
  });
  return { type: 'polygon', coordinates: [[...corners, corners[0]]] };
}

/** A unit that drives, stops with a position that wanders, falls silent, and is inaccurate at times. */
function randomDrive(random: () => number, center: LonLat, count: number): DetectionPoint[] {
  const points: DetectionPoint[] = [];
  let [seconds, where, course, speed] = [0, place(random, center, 4_000), random() * 360, 40];
  for (let row = 0; row < count; row++) {
    const step = 1 + Math.floor(random() * 40);
    seconds += random() < 0.02 ? 200 + Math.floor(random() * 400) : step;
    if (random() < 0.1) course += (random() - 0.5) * 180;
    if (random() < 0.08) speed = random() < 0.4 ? 0 : random() * 110;
    if (random() < 0.03) course = 180 + random() * 60;
    const [latitude, longitude] = destination(where[1], where[0], course, (speed / 3.6) * step);
    where = [longitude, latitude];
    if (Math.abs(latitude - center[1]) > 0.08 || Math.abs(longitude - center[0]) > 0.12) where = center;
    const fix = place(random, where, speed === 0 ? 25 : 8);
    points.push(fixAt(seconds, fix, { speed, ...(random() < 0.2 && { accuracy: random() * 80 }) }));
  }
  return points;
}

/** Every zone asked of every fix, with no index and no box: what the watch has to find. */
function plainly(zones: readonly Zone[], points: readonly DetectionPoint[]): Visit[] {
  const found: Visit[] = [];
  for (const zone of zones) {
    const crossing = createCrossing();
    let last: ZoneFix = createZoneFix();
    for (const { time, latitude, longitude, accuracy, speed } of points) {
      const fix = { time, latitude, longitude, margin: marginOf(accuracy), speed };
      const step = stepCrossing(zone.probe, crossing, last, fix);
      if ((step === 'left' || step === 'passed') && crossing.left - crossing.entered >= zone.minimumStay)
        found.push(visitOf(zone, crossing, time, step === 'passed'));
      last = fix;
    }
    if (['inside', 'leaving'].includes(crossing.phase) && last.time - crossing.entered >= zone.minimumStay)
      found.push(visitOf(zone, crossing, null, false));
  }
  return found.toSorted((a, b) => a.entered - b.entered || a.zoneId - b.zoneId);
}

const json = (states: ZoneStates): ZoneStates => JSON.parse(JSON.stringify(states)) as ZoneStates;

describe.each([
  ['in the country', HERE],
  ['at the date line', [179.999, -17] as LonLat],
])('random worlds %s', (_, center) => {
  it.each([1, 2, 3, 4, 5, 6])('find what asking every zone finds, however reports were split or late (%i)', (seed) => {
    const random = numbers(seed * 7_919);
    const zones = Array.from({ length: 60 }, (_each, index) =>
      zoneOf(index + 1, randomShape(random, center), index % 7 === 0 ? 2 * MINUTE : 0),
    );
    const layers = [{ index: new ZoneIndex(zones), sight: null }];
    const points = randomDrive(random, center, 1_500);
    const expected = plainly(zones, points);
    expect(expected.length).toBeGreaterThan(30);
    expect(watchOf(zones, points).visits()).toEqual(expected);

    // Cut anywhere, with every state through JSON and every report twice.
    let watch = new ZoneWatch(layers);
    const kept: Visit[] = [];
    const anchors: { time: number; states: ZoneStates; count: number }[] = [];
    for (const point of points) {
      watch.accept(point);
      watch.accept(point);
      if (random() > 0.05) continue;
      kept.push(...watch.visits().filter(({ settled }) => settled !== null));
      anchors.push({ time: point.time, states: json(watch.states()), count: kept.length });
      watch = new ZoneWatch(layers, json(watch.states()));
    }
    const order = (visits: readonly Visit[]) => visits.toSorted((a, b) => a.entered - b.entered || a.zoneId - b.zoneId);
    expect(order([...kept, ...watch.visits()])).toEqual(expected);

    // A third of the reports come late: what is found without them is put right from the anchor before the first.
    const anchor = anchors[Math.floor(anchors.length / 3)];
    const again = new ZoneWatch(layers, anchor.states);
    for (const point of points) if (point.time > anchor.time) again.accept(point);
    expect(order([...kept.slice(0, anchor.count), ...again.visits()])).toEqual(expected);
  });
});
