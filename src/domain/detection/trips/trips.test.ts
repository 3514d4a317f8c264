import { describe, expect, it } from 'vitest';
import { distance, MINUTE, SECOND } from '../../base/index.ts';
import { destination } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import { createPoint, pointsOf, type DetectionPoint } from '../shared/index.ts';
import {
  DEFAULT_TRIP_DETECTOR,
  detectTrips,
  TripDetector,
  tripDetectorSchema,
  type TripDetectorSettings,
  type TripRun,
} from './index.ts';

const START = Date.UTC(2026, 2, 1, 8);
/** The settings of the domain reference's examples (1.5). */
const C0: TripDetectorSettings = { ...DEFAULT_TRIP_DETECTOR, max_dist_in_msgs: 5_000, min_satellites: 4 };

/** Seconds, km/h, metres along a road to the north or null without a position, satellites, ignition. */
type Row = readonly [t: number, v: number, x: number | null, satellites?: number, ignition?: 0 | 1];

function point([t, v, x, satellites = 9, ignition]: Row): DetectionPoint {
  const [latitude, longitude] = destination(50, 10, 0, x ?? 0);
  const ignitionState = ignition === undefined ? IGNITION.unknown : ignition === 1 ? IGNITION.on : IGNITION.off;
  return {
    ...createPoint(),
    time: START + t * SECOND,
    speed: v,
    satellites,
    hasPosition: x !== null,
    valid: x !== null,
    latitude,
    longitude,
    ignition: ignitionState,
  };
}

const run = (rows: readonly Row[], settings = C0, plausibility = false) =>
  detectTrips(pointsOf(rows.map(point)), settings, { plausibility });
const seconds = (time: number | null) => (time === null ? null : (time - START) / SECOND);
/** Start, end and whole metres of every trip. */
const trips = (result: TripRun) =>
  result.trips.map((trip) => [seconds(trip.start), seconds(trip.end), Math.round(trip.distance)]);
const spans = (rows: readonly { from: number; to: number | null }[]) =>
  rows.map(({ from, to }) => [seconds(from), seconds(to)]);

const EXAMPLES = {
  lightStop: [
    [0, 0, 0],
    [60, 0, 0],
    [120, 30, 300],
    [180, 40, 900],
    [240, 0, 1400],
    [300, 0, 1400],
    [360, 35, 1500],
    [420, 0, 2000],
    [480, 0, 2000],
    [600, 0, 2000],
    [720, 0, 2000],
  ],
  parking: [
    [0, 40, 0],
    [60, 40, 667],
    [120, 0, 1300],
    [240, 1, 1300],
    [360, 0, 1300],
    [420, 0, 1300],
    [480, 30, 1500],
    [540, 45, 2100],
    [600, 0, 2700],
    [900, 0, 2700],
  ],
  jitter: [
    [0, 0, 0],
    [60, 5, 30],
    [120, 0, 55],
    [300, 0, 55],
    [420, 0, 55],
    [480, 40, 60, 3],
    [540, 0, 60],
  ],
  gap: [
    [0, 50, 0],
    [60, 50, 833],
    [120, 50, 1666],
    [540, 50, 4500],
    [600, 50, 5333],
    [660, 0, 6000],
    [960, 0, 6000],
  ],
  jump: [
    [0, 60, 0],
    [60, 60, 1000],
    [120, 60, 2000],
    [180, 60, 90_000],
    [240, 60, 4000],
    [300, 60, 5000],
    [360, 0, 6000],
    [660, 0, 6000],
  ],
  ignition: [
    [0, 0, 0, 9, 0],
    [60, 0, 0, 9, 1],
    [120, 20, 200, 9, 1],
    [180, 30, 700, 2, 1],
    [240, 25, null, 0, 1],
    [300, 0, 1600, 9, 1],
    [420, 0, 1600, 9, 1],
    [540, 0, 1600, 9, 1],
    [620, 0, 1600, 9, 0],
    [700, 0, 1600, 9, 0],
  ],
  late: [
    [0, 50, 0],
    [60, 50, 833],
    [120, 50, 1666],
    [540, 50, 7500],
    [600, 50, 8333],
    [660, 0, 9000],
    [960, 0, 9000],
  ],
} as const satisfies Record<string, readonly Row[]>;

describe('trips by the worked examples', () => {
  it('takes a light stop for part of the trip', () => {
    const result = run(EXAMPLES.lightStop);
    expect(trips(result)).toEqual([[120, 420, 1700]]);
    expect(spans(result.trips[0].stops)).toEqual([[240, 360]]);
    expect(spans(result.parkings)).toEqual([[420, null]]);
    expect(result.anchors.map(({ time }) => seconds(time))).toEqual([720]);
    expect(result.trips[0]).toMatchObject({
      maximumSpeed: 40,
      stopSeconds: 120,
      idleSeconds: 0,
      driverKey: '',
      open: false,
      started: { code: 'speed', values: { speed: 30, bound: 3 } },
      ended: { code: 'parking', values: { since: START + 420 * SECOND, seconds: 300, bound: 300 } },
    });
    expect(result.trips[0].averageSpeed).toBeCloseTo((1700 / 300) * 3.6, 6);
  });

  it('splits by a parking', () => {
    const result = run(EXAMPLES.parking);
    expect(trips(result)).toEqual([
      [0, 120, 1300],
      [480, 600, 1200],
    ]);
    expect(spans(result.parkings)).toEqual([
      [120, 480],
      [600, null],
    ]);
  });

  it('drops jitter and says what it fell short of', () => {
    const result = run(EXAMPLES.jitter);
    expect(result.trips).toEqual([]);
    expect(spans(result.parkings)).toEqual([[0, null]]);
    expect(result.discarded).toHaveLength(1);
    expect([seconds(result.discarded[0].start), seconds(result.discarded[0].end)]).toEqual([60, 120]);
    expect(result.discarded[0].distance).toBeCloseTo(25, 3);
    expect(result.discarded[0].missed).toEqual([
      { setting: 'min_trip_dist', value: result.discarded[0].distance, bound: 200 },
    ]);
  });

  it('ends a trip where the connection broke', () => {
    const result = run(EXAMPLES.gap);
    expect(trips(result)).toEqual([
      [0, 120, 1666],
      [540, 660, 1500],
    ]);
    expect(spans(result.noData)).toEqual([[120, 540]]);
    expect(spans(result.parkings)).toEqual([[660, null]]);
    expect(result.trips[0].ended).toEqual({
      code: 'gap',
      values: { from: START + 120 * SECOND, to: START + 540 * SECOND, seconds: 420, bound: 300 },
    });
  });

  it('ends a trip at a jump, by the letter of the rule', () => {
    const result = run(EXAMPLES.jump);
    expect(trips(result)).toEqual([
      [0, 120, 2000],
      [240, 360, 2000],
    ]);
    expect(result.discarded.map(({ start }) => seconds(start))).toEqual([180]);
    expect(result.trips[0].ended?.code).toBe('jump');
    expect(Math.round(result.trips[0].ended?.values.distance ?? 0)).toBe(88_000);
  });

  it('passes over a position that nobody can have been at', () => {
    expect(trips(run(EXAMPLES.jump, C0, true))).toEqual([[0, 360, 6000]]);
  });

  it('follows the ignition with GPS correction', () => {
    const result = run(EXAMPLES.ignition, { ...C0, m_source: 'ignition' });
    expect(trips(result)).toEqual([[120, 300, 1400]]);
    expect(spans(result.idlings)).toEqual([
      [60, 120],
      [300, 620],
    ]);
    expect(spans(result.parkings)).toEqual([[300, null]]);
    expect(result.trips[0]).toMatchObject({
      open: false,
      idleSeconds: 0,
      maximumSpeed: 30,
      started: { code: 'ignition', values: { speed: 20, bound: 3 } },
    });
  });

  it('follows the ignition alone without GPS correction', () => {
    const result = run(EXAMPLES.ignition, { ...C0, m_source: 'ignition', gps_correct: false });
    expect(trips(result)).toEqual([[60, 620, 1600]]);
    expect(result.trips[0]).toMatchObject({
      open: true,
      ended: null,
      idleSeconds: 60 + 320,
      started: { code: 'ignition', values: {} },
    });
    expect(result.parkings).toEqual([]);
  });

  it('makes one trip of two when what lay between arrives', () => {
    expect(trips(run(EXAMPLES.late))).toEqual([
      [0, 120, 1666],
      [540, 660, 1500],
    ]);
    const buffered: Row[] = [
      [180, 50, 2500],
      [240, 50, 3333],
      [300, 50, 4166],
      [360, 50, 5000],
      [420, 50, 5833],
      [480, 50, 6666],
    ];
    expect(trips(run([...EXAMPLES.late, ...buffered].toSorted((a, b) => a[0] - b[0])))).toEqual([[0, 660, 9000]]);
  });
});

describe('top speed', () => {
  /** A bus that reports places alone every 10 s, at 36 km/h; `astray` metres where a fix is off its track. */
  const bus = (
    count: number,
    astray: Readonly<Record<number, number>> = {},
    speeds: Readonly<Record<number, number>> = {},
  ) =>
    detectTrips(
      pointsOf(
        Array.from({ length: count }, (_, row) => ({
          ...point([row * 10, 0, row * 100 + (astray[row] ?? 0)]),
          speed: speeds[row] ?? Number.NaN,
        })),
      ),
      C0,
    ).trips.map(({ maximumSpeed }) => maximumSpeed ?? -1);

  it('is what the distance between fixes says where it lasts', () => {
    expect(bus(20)[0]).toBeCloseTo(36, 1);
    const faster = Object.fromEntries(Array.from({ length: 12 }, (_, row) => [row + 8, Math.min(row, 5) * 100]));
    expect(bus(20, faster)[0]).toBeCloseTo(72, 1);
  });

  it('ignores a fix that jumps away and back', () => {
    // 2 km in 10 s are 720 km/h.
    expect(bus(20, { 9: 2_000 })[0]).toBeCloseTo(36, 1);
    expect(bus(20, { 1: 2_000 })[0]).toBeLessThan(80);
  });

  it('ignores that a position which stood still catches up', () => {
    const still = Object.fromEntries(Array.from({ length: 20 }, (_, row) => [row + 5, -(row + 1) * 100]));
    expect(bus(40, still)[0]).toBeCloseTo(36, 1);
  });

  it('ignores a reported speed that nobody can have and that no distance bears out', () => {
    const reported = { 5: 36, 9: 745, 10: 36 };
    expect(bus(20, {}, reported)[0]).toBeCloseTo(36, 1);
    expect(bus(20, {}, { 5: 36, 9: 130 })[0]).toBe(130);
    const flown = pointsOf(Array.from({ length: 20 }, (_, row) => point([row * 10, 800, row * 2_222])));
    expect(detectTrips(flown, C0).trips[0].maximumSpeed).toBeCloseTo(800, 0);
  });
});

describe('sources', () => {
  const rows: Row[] = [
    [0, 0, 0],
    [60, 40, 600],
    [120, 40, 1200],
    [180, 0, 1800],
    [240, 0, 1800],
    [480, 0, 1800],
  ];
  const withFields = (fields: (row: number) => Partial<DetectionPoint>) =>
    pointsOf(rows.map((row, index) => ({ ...point(row), ...fields(index) })));

  it('uses the coordinates alone: the distance decides, whatever the speed says', () => {
    const result = detectTrips(
      withFields(() => ({ speed: 0 })),
      { ...C0, m_source: 'gps_coordinates' },
    );
    expect(trips(result)).toEqual([[0, 180, 1800]]);
    expect(result.trips[0].started).toMatchObject({ code: 'derivedSpeed', values: { bound: 3, seconds: 60 } });
    expect(result.trips[0].started.values.speed).toBeCloseTo(36, 6);
  });

  it('derives the speed where reports have none', () => {
    const result = detectTrips(
      withFields(() => ({ speed: Number.NaN })),
      C0,
    );
    expect(trips(result)).toEqual([[60, 240, 1200]]);
    expect(result.trips[0].maximumSpeed).toBeCloseTo(36, 6);
  });

  it('takes way and movement from the odometer; one that is set back moves nothing', () => {
    const odometers = [5000, 5700, 6400, 100, 100, 100];
    const result = detectTrips(
      withFields((index) => ({ odometer: odometers[index] })),
      { ...C0, m_source: 'odometer' },
    );
    expect(trips(result)).toEqual([[0, 120, 1400]]);
    expect(result.trips[0].started).toEqual({ code: 'mileage', values: { distance: 700, speed: 40, bound: 3 } });
  });

  it('adds up what a relative odometer reports, with growth alone where no speed is reported', () => {
    const increments = [0, 650, 650, 50, 0, 0];
    const result = detectTrips(
      withFields((index) => ({ relativeOdometer: increments[index], speed: Number.NaN })),
      { ...C0, m_source: 'relative_odometer' },
    );
    expect(trips(result)).toEqual([[0, 180, 1350]]);
  });

  it('holds an ignition that is not repeated for as long as a connection may be silent', () => {
    const reports = [
      [0, 30, 0, 9, 1],
      [60, 30, 500],
      [120, 30, 1000],
      [420, 30, 3500],
      [480, 30, 4000],
    ] as const satisfies Row[];
    const result = run(reports, { ...C0, m_source: 'ignition' });
    // At 420 s the last word is older than 300 s: off since then.
    expect(trips(result)).toEqual([[0, 420, 3500]]);
  });

  it('finds nothing at all when switched off', () => {
    const result = run(EXAMPLES.parking, { ...C0, m_source: 'off' });
    expect([result.trips, result.parkings, result.noData, result.discarded]).toEqual([[], [], [], []]);
  });

  it('never uses positions from cell towers, and passes fixes that count no satellites', () => {
    expect(
      detectTrips(
        withFields(() => ({ approximate: true })),
        C0,
      ).trips,
    ).toEqual([]);
    expect(
      trips(
        detectTrips(
          withFields(() => ({ satellites: -1 })),
          C0,
        ),
      ),
    ).toEqual([[60, 180, 1200]]);
  });
});

describe('what is stored with a trip', () => {
  it('names the driver of the start, or the first who signs in', () => {
    const driver = (keys: (string | null)[]) =>
      detectTrips(
        pointsOf(EXAMPLES.lightStop.map((row, index) => ({ ...point(row), driverKey: keys[index] ?? null }))),
        C0,
      ).trips[0].driverKey;
    expect(driver(['A1'])).toBe('A1');
    expect(driver([null, null, null, 'B2', 'C3'])).toBe('B2');
    expect(driver(['A1', ''])).toBe('');
    expect(driver(['A1', '0000000000000000', null, 'B2'])).toBe('B2');
  });

  it('says where it began and ended', () => {
    const [trip] = run(EXAMPLES.lightStop).trips;
    const [latitude, longitude] = destination(50, 10, 0, 300);
    expect(trip.startPlace).toEqual({ latitude, longitude });
    expect(distance(50, 10, trip.endPlace?.latitude ?? 0, trip.endPlace?.longitude ?? 0)).toBeCloseTo(2000, 3);
  });

  it('keeps a device that sleeps while it is parked as parked', () => {
    const result = run([
      [0, 40, 0],
      [60, 40, 667],
      [120, 0, 1300],
      [7_200, 0, 1310],
      [14_400, 0, 1305],
      [14_460, 40, 1700],
      [14_520, 40, 2400],
    ]);
    expect(trips(result)).toEqual([
      [0, 120, 1300],
      [14_460, 14_520, 700],
    ]);
    expect(spans(result.parkings)).toEqual([[120, 14_460]]);
    expect(result.noData).toEqual([]);
    expect(result.trips[0].ended?.code).toBe('parking');
  });

  it('knows nothing of a silence that ended elsewhere', () => {
    const result = run([
      [0, 40, 0],
      [60, 40, 667],
      [120, 0, 1300],
      [240, 0, 1300],
      [7_200, 0, 4000],
      [7_800, 0, 4000],
    ]);
    expect(trips(result)).toEqual([[0, 120, 1300]]);
    expect(spans(result.noData)).toEqual([[240, 7_200]]);
    expect(spans(result.parkings)).toEqual([[7_200, null]]);
  });

  it('announces a trip once it is one, and a parking when its time has passed', () => {
    const reported: string[] = [];
    const detector = new TripDetector(C0, (event) => reported.push(event.kind));
    for (const row of EXAMPLES.parking) detector.accept(point(row));
    expect(reported).toEqual([
      'opened',
      'confirmed',
      'closed',
      'parkingStarted',
      'opened',
      'parkingEnded',
      'confirmed',
      'closed',
      'parkingStarted',
    ]);
  });

  it('does not go back in time', () => {
    const detector = new TripDetector(C0, () => undefined);
    detector.accept(point([60, 40, 0]));
    const before = detector.state();
    expect(detector.accept(point([60, 40, 800]))).toBe(false);
    expect(detector.accept(point([0, 40, 800]))).toBe(false);
    expect(detector.state()).toEqual(before);
  });
});

describe('what silence means', () => {
  const after = (rows: readonly Row[], settings = C0) => {
    const detector = new TripDetector(settings, () => undefined);
    for (const row of rows) detector.accept(point(row));
    return (t: number) => detector.due(START + t * SECOND);
  };

  it('turns moving into no data', () => {
    const due = after(EXAMPLES.lightStop.slice(0, 4));
    expect(due(480)).toEqual({ status: 'moving', since: START + 120 * SECOND, until: START + 480 * SECOND + 1 });
    expect(due(481)).toEqual({ status: 'noData', since: START + 180 * SECOND, until: null });
  });

  it('turns standing into parking', () => {
    const due = after(EXAMPLES.lightStop.slice(0, 6));
    expect(due(539)).toEqual({ status: 'standing', since: START + 240 * SECOND, until: START + 9 * MINUTE });
    expect(due(540)).toEqual({ status: 'parked', since: START + 240 * SECOND, until: null });
  });

  it('knows nothing before the first report, nor when switched off', () => {
    expect(after([])(0).status).toBe('unknown');
    expect(after(EXAMPLES.gap, { ...C0, m_source: 'off' })(0).status).toBe('off');
  });
});

describe('settings', () => {
  it('have the defaults of the specification, and one of their own', () => {
    expect(DEFAULT_TRIP_DETECTOR).toEqual({
      driver_release: 3_600,
      m_source: 'auto',
      min_m_speed: 3,
      min_park_time: 300,
      gps_correct: true,
      max_dist_in_msgs: 1000,
      max_intrl_in_msgs: 300,
      min_trip_time: 60,
      min_trip_dist: 200,
      min_satellites: 20,
    });
  });

  it('keep their bounds', () => {
    const invalid = (change: Record<string, unknown>) =>
      !tripDetectorSchema.isValidSync({ ...DEFAULT_TRIP_DETECTOR, ...change });
    expect(invalid({})).toBe(false);
    for (const change of [
      { m_source: 'wish' },
      { min_m_speed: -1 },
      { min_park_time: 9 },
      { max_intrl_in_msgs: 1.5 },
      { min_satellites: 51 },
      { gps_correct: null },
    ]) {
      expect(invalid(change), JSON.stringify(change)).toBe(true);
    }
  });
});
