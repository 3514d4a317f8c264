import { describe, expect, it } from 'vitest';
import { DETECTION, HOUR, MINUTE, SECOND } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import { createPoint, pointsOf, type DetectionPoint } from '../shared/index.ts';
import { chance } from '../../base/testing/index.ts';
import {
  DEFAULT_FUEL,
  detectFuel,
  fuelSeriesOf,
  fuelSettingsSchema,
  fuelThresholdSchema,
  fuelWindowFrom,
  FUEL_CONTEXT,
  type FuelEvent,
  type FuelSeries,
  type FuelSettings,
} from './index.ts';

const START = Date.UTC(2026, 2, 1, 8);

/** Samples a minute apart; kilometres and hours of idling since the start where they matter. */
function series(
  levels: readonly number[],
  {
    seconds,
    kilometres,
    idleHours,
    ignitions,
  }: { seconds?: number[]; kilometres?: number[]; idleHours?: number[]; ignitions?: number[] } = {},
): FuelSeries {
  const column = (value: (row: number) => number) => Float64Array.from(levels, (_, row) => value(row));
  return {
    count: levels.length,
    times: column((row) => START + (seconds?.[row] ?? row * 60) * SECOND),
    levels: column((row) => levels[row]),
    distances: column((row) => (kilometres?.[row] ?? 0) * 1000),
    idles: column((row) => (idleHours?.[row] ?? 0) * HOUR),
    empties: column((row) => (levels[row] <= DETECTION.fuelEmpty ? 1 : 0)),
    ignitions: column((row) => ignitions?.[row] ?? IGNITION.unknown),
    latitudes: column(() => 50),
    longitudes: column(() => 10),
  };
}

const outlines = (events: readonly FuelEvent[]) =>
  events.map(({ kind, volume, start, end }) => [kind, volume, (start - START) / SECOND, (end - START) / SECOND]);
const find = (rows: FuelSeries, settings = DEFAULT_FUEL) => detectFuel(rows, settings).events;
const times = (value: number, count: number) => Array.from({ length: count }, () => value);

describe('fuel by the worked examples', () => {
  it('F1: a refill', () => {
    const events = find(series([20, 20, 21, 20, 20, 35, 60, 80, 80, 80, 79, 80, 80, 80]));
    expect(outlines(events)).toEqual([['refill', 60, 180, 420]]);
    expect(events[0]).toMatchObject({
      startLevel: 20,
      endLevel: 80,
      expected: 0,
      confidence: 'normal',
      doubts: [],
      place: { latitude: 50, longitude: 10 },
      reason: { code: 'rise', values: { unexplained: 60, bound: 10, window: 300 } },
    });
  });

  it('F2: a theft', () => {
    const events = find(series([100, 100, 100, 101, 100, 85, 70, 60, 60, 60, 60, 61, 60, 60]));
    expect(outlines(events)).toEqual([['theft', 40, 240, 420]]);
    expect(events[0].reason).toEqual({ code: 'unexplainedDrop', values: { unexplained: 40, bound: 10, window: 300 } });
  });

  it('F3: what driving uses is no theft', () => {
    const rows = Array.from({ length: 76 }, (_, row) => row);
    const burning = series(
      rows.map((row) => 100 - (19.8 * row) / 75),
      { kilometres: rows.map((row) => (100 * row) / 75) },
    );
    expect(find(burning)).toEqual([]);
    const standing = series(rows.map((row) => 100 - (19.8 * row * 8) / 75));
    expect(find(standing).map(({ kind }) => kind)).toContain('theft');
  });

  it('F4: a spike is nothing', () => {
    expect(find(series([50, 50, 51, 50, 38, 52, 50, 49, 50, 50, 50, 51, 50]))).toEqual([]);
  });

  it('F5: a theft somewhere in a silence, after what the way used', () => {
    const rows = series([90, 90, 90, 60, 60, 60, 60], {
      seconds: [0, 60, 120, 10_920, 10_980, 11_040, 11_100],
      kilometres: [0, 0, 0, 50, 50, 50, 50],
    });
    const events = find(rows);
    expect(outlines(events)).toEqual([['theft', 20, 120, 10_920]]);
    expect(events[0]).toMatchObject({ expected: 10, confidence: 'low', doubts: ['gap', 'moving'], settled: false });
  });

  it('F6: a theft, then a refill', () => {
    const events = find(series([...times(80, 4), 70, 60, ...times(55, 8), 80, 100, ...times(110, 6)]));
    expect(outlines(events)).toEqual([
      ['theft', 25, 180, 360],
      ['refill', 55, 780, 960],
    ]);
  });
});

describe('fuel', () => {
  it('is no theft when the level comes back: it sloshed', () => {
    expect(find(series([...times(50, 6), 35, 34, 35, ...times(50, 10)]))).toEqual([]);
    expect(find(series([...times(50, 6), 65, 64, 65, ...times(50, 10)]))).toEqual([]);
  });

  it('counts idling as use', () => {
    const rows = Array.from({ length: 30 }, (_, row) => row);
    const idling = series(
      rows.map((row) => 100 - row),
      { idleHours: rows.map((row) => row * 3) },
    );
    expect(find(idling)).toEqual([]);
    expect(
      find(idling, { ...DEFAULT_FUEL, theft: { ...DEFAULT_FUEL.theft, hour_per_liter: 0, min_theft: 4 } }),
    ).not.toEqual([]);
  });

  it('does not take a thirsty engine after a theft for more of it', () => {
    const levels = [
      ...times(100, 6),
      80,
      60,
      ...times(60, 6),
      ...Array.from({ length: 60 }, (_, row) => 60 - row * 0.35),
    ];
    const kilometres = [...times(0, 14), ...Array.from({ length: 60 }, (_, row) => row)];
    const events = find(series(levels, { kilometres }));
    expect(events).toHaveLength(1);
    expect(events[0].volume).toBe(40);
  });

  it('is looked for only where it is switched on', () => {
    const both = series([...times(80, 4), 70, 60, ...times(55, 8), 80, 100, ...times(110, 6)]);
    expect(
      find(both, { ...DEFAULT_FUEL, theft: { ...DEFAULT_FUEL.theft, enable: false } }).map(({ kind }) => kind),
    ).toEqual(['refill']);
    expect(
      find(both, { ...DEFAULT_FUEL, refill: { ...DEFAULT_FUEL.refill, enable: false } }).map(({ kind }) => kind),
    ).toEqual(['theft']);
  });

  it('is settled once the reports show that it lasted', () => {
    const levels = [...times(100, 5), 85, 70, ...times(60, 5)];
    expect(find(series(levels))[0].settled).toBe(false);
    expect(find(series([...levels, ...times(60, 6)]))[0].settled).toBe(true);
  });
});

describe('a fuel sensor that reads empty', () => {
  const outlines = (events: readonly FuelEvent[]) =>
    events.map(({ kind, reason, volume, startLevel, endLevel }) => [
      kind,
      reason.code,
      Math.round(volume * 10) / 10,
      startLevel,
      endLevel,
    ]);
  const day = 24 * 60;

  it('is a fault when the level is gone from one report to the next, and so is its return a day later', () => {
    const events = find(series([...times(77, 10), ...times(0, day), ...times(76.7, 10)]));
    expect(outlines(events)).toEqual([
      ['fault', 'dropout', 77, 77, 0],
      ['fault', 'restored', 76.7, 0, 76.7],
    ]);
  });

  it('is a theft when the level falls over several reports, down to nothing, and the next filling a refill', () => {
    const events = find(series([...times(77, 10), 50, 25, ...times(0, 60), 30, 60, ...times(77, 10)]));
    expect(outlines(events)).toEqual([
      ['theft', 'unexplainedDrop', 77, 77, 0],
      ['refill', 'rise', 77, 0, 77],
    ]);
  });

  it('is doubted after a silence that can empty a tank, and reported as back at the level before', () => {
    const seconds = [...times(0, 10).map((_, row) => row * 60), ...times(0, 20).map((_, row) => 7_200 + row * 60)];
    const [theft] = find(series([...times(77, 10), ...times(0, 20)], { seconds }));
    expect(theft).toMatchObject({ kind: 'theft', doubts: ['empty', 'gap'], confidence: 'low' });
    expect(outlines(find(series([...times(77, 10), ...times(0, 10), ...times(76, 10)], { seconds }))).at(-1)).toEqual([
      'fault',
      'restored',
      76,
      0,
      76,
    ]);
    expect(outlines(find(series([...times(77, 10), ...times(0, 10), ...times(40, 10)], { seconds }))).at(-1)).toEqual([
      'refill',
      'rise',
      40,
      0,
      40,
    ]);
  });

  it('is a fault when the sensor lost its power with the ignition, or no pump is that fast', () => {
    const seconds = [...times(0, 10).map((_, row) => row * 60), ...times(0, 20).map((_, row) => 1_140 + row * 60)];
    const ignitions = [...times(IGNITION.on, 10), ...times(IGNITION.off, 20)];
    expect(outlines(find(series([...times(77, 10), ...times(0, 20)], { seconds, ignitions })))).toEqual([
      ['fault', 'dropout', 77, 77, 0],
    ]);
    expect(outlines(find(series([...times(900, 10), ...times(0, 20)], { seconds })))).toEqual([
      ['fault', 'dropout', 900, 900, 0],
    ]);
    expect(outlines(find(series([...times(77, 10), ...times(0, 20)], { seconds })))).toEqual([
      ['theft', 'unexplainedDrop', 77, 77, 0],
    ]);
  });

  it('is reported whatever is looked for, and hides no refill that happened meanwhile', () => {
    const levels = [...times(40, 10), ...times(0, 60), ...times(90, 10)];
    expect(outlines(find(series(levels)))).toEqual([
      ['fault', 'dropout', 40, 40, 0],
      ['refill', 'rise', 50, 40, 90],
    ]);
    const refillsOnly = { ...DEFAULT_FUEL, theft: { ...DEFAULT_FUEL.theft, enable: false } };
    expect(outlines(find(series([...times(40, 10), ...times(0, 60), ...times(40, 10)]), refillsOnly))).toEqual([
      ['fault', 'dropout', 40, 40, 0],
      ['fault', 'restored', 40, 0, 40],
    ]);
  });
});

describe('fuel series', () => {
  const report = (minute: number, fields: Partial<DetectionPoint>): DetectionPoint => ({
    ...createPoint(),
    time: START + minute * MINUTE,
    hasPosition: true,
    valid: true,
    latitude: 50,
    longitude: 10,
    speed: 0,
    ...fields,
  });
  const reading = { threshold: null, movingSpeed: 3, minimumSatellites: 4 };

  it('adds up tanks and keeps one that a report leaves out, for a while', () => {
    const rows = fuelSeriesOf(
      pointsOf([
        report(0, { fuelLevels: [10, 20] }),
        report(1, { fuelLevels: [11, Number.NaN] }),
        report(2, { fuelLevels: [Number.NaN, Number.NaN] }),
        report(7, { fuelLevels: [12, Number.NaN] }),
        report(8, { fuelLevels: [12, 22] }),
      ]),
      reading,
    );
    expect([...rows.levels]).toEqual([30, 31, 34]);
    expect([...rows.times].map((time) => (time - START) / MINUTE)).toEqual([0, 1, 8]);
  });

  it('counts the tanks that read empty, and knows the ignition', () => {
    const rows = fuelSeriesOf(
      pointsOf([
        report(0, { fuelLevels: [50, 20], ignition: IGNITION.on }),
        report(1, { fuelLevels: [0, Number.NaN] }),
        report(2, { fuelLevels: [0, 0], ignition: IGNITION.off }),
      ]),
      reading,
    );
    expect([[...rows.empties], [...rows.ignitions]]).toEqual([
      [0, 1, 2],
      [IGNITION.on, IGNITION.on, IGNITION.off],
    ]);
  });

  it('leaves out what is no level', () => {
    const levels = [50, Number.NaN, -1, 120, 60];
    const points = pointsOf(levels.map((level, minute) => report(minute, { fuelLevels: [level] })));
    expect([...fuelSeriesOf(points, reading).levels]).toEqual([50, 120, 60]);
    expect([
      ...fuelSeriesOf(points, { ...reading, threshold: { enable: true, max_threshold: 100, min_threshold: 55 } })
        .levels,
    ]).toEqual([60]);
  });

  it('measures the way of a unit that moves, and none of one that drifts', () => {
    const points = (speed: number) =>
      pointsOf([0, 1, 2].map((minute) => report(minute, { speed, latitude: 50 + minute * 0.001, fuelLevels: [50] })));
    expect(fuelSeriesOf(points(0), reading).distances[2]).toBe(0);
    expect(fuelSeriesOf(points(30), reading).distances[2]).toBeCloseTo(222.4, 1);
  });

  it('prefers the odometer and never goes back with it', () => {
    const odometers = [1000, 1500, Number.NaN, 2500, 100, 400];
    const points = odometers.map((odometer, minute) =>
      report(minute, { odometer, speed: 60, latitude: 50 + minute, fuelLevels: [50] }),
    );
    expect([...fuelSeriesOf(pointsOf(points), reading).distances]).toEqual([0, 500, 500, 1500, 1500, 1800]);
  });

  it('counts the time that the engine ran while the unit stood', () => {
    const points = [0, 1, 2, 3].map((minute) =>
      report(minute, { ignition: minute < 2 ? IGNITION.on : IGNITION.off, fuelLevels: [50] }),
    );
    expect([...fuelSeriesOf(pointsOf(points), reading).idles].map((idle) => idle / MINUTE)).toEqual([0, 1, 2, 2]);
  });
});

describe('fuel from an anchor', () => {
  /** A tank's day: consumption, noise, spikes, silences, thefts, refills and a sensor that drops out. */
  function day(random: () => number, count: number): FuelSeries {
    const levels: number[] = [];
    const seconds: number[] = [];
    const kilometres: number[] = [];
    let [level, time, distance, dead] = [200, 0, 0, 0];
    for (let row = 0; row < count; row++) {
      const step = random() < 0.03 ? 400 + Math.floor(random() * 4000) : 20 + Math.floor(random() * 70);
      time += step;
      distance += random() < 0.5 ? 1 : 0;
      level -= random() * 0.4;
      const act = random();
      if (random() < 0.01) dead = dead > 0 ? 0 : 1 + Math.floor(random() * 40);
      if (act < 0.015) level -= 15 + random() * 30;
      else if (act < 0.03) level += 20 + random() * 80;
      if (dead-- > 0) levels.push(0);
      else levels.push(Math.round((random() < 0.04 ? random() * 300 : level + random() * 2) * 8) / 8);
      seconds.push(time);
      kilometres.push(distance);
    }
    return series(levels, { seconds, kilometres });
  }

  const slice = (rows: FuelSeries, from: number, to: number): FuelSeries => ({
    count: to - from,
    times: rows.times.subarray(from, to),
    levels: rows.levels.subarray(from, to),
    distances: rows.distances.subarray(from, to),
    idles: rows.idles.subarray(from, to),
    empties: rows.empties.subarray(from, to),
    ignitions: rows.ignitions.subarray(from, to),
    latitudes: rows.latitudes.subarray(from, to),
    longitudes: rows.longitudes.subarray(from, to),
  });
  /** Rows needed to go on from an anchor, up to `to`. */
  function window(
    rows: FuelSeries,
    anchor: ReturnType<typeof detectFuel>['anchor'],
    settings: FuelSettings,
    to: number,
  ): FuelSeries {
    const first = rows.times.findIndex((time) => time >= fuelWindowFrom(anchor.state, settings));
    return slice(rows, Math.max(0, first - FUEL_CONTEXT), to);
  }
  const settingsOf = (random: () => number): FuelSettings => ({
    ...DEFAULT_FUEL,
    theft: { ...DEFAULT_FUEL.theft, observe_time: [120, 300, 900][Math.floor(random() * 3)] },
    refill: { ...DEFAULT_FUEL.refill, observe_time: [60, 300, 600][Math.floor(random() * 3)] },
  });

  it('finds the same however the rows are cut', () => {
    let events = 0;
    const codes = new Set<string>();
    for (let seed = 1; seed <= 60; seed++) {
      const random = chance(seed);
      const rows = day(random, 400);
      const settings = settingsOf(random);
      const whole = detectFuel(rows, settings).events;
      const settled: FuelEvent[] = [];
      let anchor: ReturnType<typeof detectFuel>['anchor'] | null = null;
      let open: FuelEvent[] = [];
      for (
        let to = 1;
        to <= rows.count;
        to = Math.min(rows.count, to + 1 + Math.floor(random() * 40)) + (to === rows.count ? 1 : 0)
      ) {
        const run = detectFuel(anchor ? window(rows, anchor, settings, to) : slice(rows, 0, to), settings, anchor);
        settled.push(...run.events.filter((event) => event.settled));
        open = run.events.filter((event) => !event.settled);
        anchor = JSON.parse(JSON.stringify(run.anchor)) as typeof run.anchor;
      }
      expect([...settled, ...open], `seed ${seed}`).toEqual(whole);
      events += whole.length;
      for (const { reason } of whole) codes.add(reason.code);
    }
    expect(events).toBeGreaterThan(200);
    expect([...codes].toSorted()).toEqual(['dropout', 'restored', 'rise', 'unexplainedDrop']);
  });

  it('leaves an anchor as it is when what is late comes after it', () => {
    for (let seed = 1; seed <= 40; seed++) {
      const random = chance(seed + 500);
      const rows = day(random, 300);
      const settings = settingsOf(random);
      const missing = 150 + Math.floor(random() * 140);
      const without = (at: number): FuelSeries => {
        const drop = (column: Float64Array) => column.filter((_, row) => row !== at);
        return {
          count: rows.count - 1,
          times: drop(rows.times),
          levels: drop(rows.levels),
          distances: drop(rows.distances),
          idles: drop(rows.idles),
          empties: drop(rows.empties),
          ignitions: drop(rows.ignitions),
          latitudes: drop(rows.latitudes),
          longitudes: drop(rows.longitudes),
        };
      };
      // The anchor that is before the late row, of a run that never saw it.
      const early = without(missing);
      let anchor = detectFuel(slice(early, 0, 1), settings).anchor;
      for (let to = 2; to <= early.count; to++) {
        const next = detectFuel(window(early, anchor, settings, to), settings, anchor).anchor;
        if (next.time >= rows.times[missing]) break;
        anchor = next;
      }
      const whole = detectFuel(rows, settings).events;
      const kept = whole.filter(({ end }) => end <= anchor.state.floor);
      expect(
        [...kept, ...detectFuel(window(rows, anchor, settings, rows.count), settings, anchor).events],
        `seed ${seed}`,
      ).toEqual(whole);
    }
  });
});

describe('fuel settings', () => {
  it('have the defaults of the specification', () => {
    expect(DEFAULT_FUEL).toMatchObject({
      theft: { enable: true, km_per_liter: 5, hour_per_liter: 3 },
      refill: { enable: true, min_change: 2 },
      threshold: null,
    });
    expect(fuelThresholdSchema.getDefault()).toEqual({ enable: true, max_threshold: 100, min_threshold: 0 });
  });

  it('refuse thresholds in the wrong order', () => {
    const errorOf = (value: unknown) => {
      try {
        fuelThresholdSchema.validateSync(value);
        return '';
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    };
    expect(errorOf({ enable: true, max_threshold: 10, min_threshold: 10 })).toBe('validation.thresholdOrder');
    expect(errorOf({ enable: true, max_threshold: 11, min_threshold: 10 })).toBe('');
    expect(fuelSettingsSchema.isValidSync({ ...DEFAULT_FUEL, theft: { ...DEFAULT_FUEL.theft, min_theft: 0 } })).toBe(
      false,
    );
  });
});
