import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND, destination, toIso, type Interval } from '../../base/index.ts';
import { NO_TABLE, SensorSet, type SensorDefinition } from '../../sensor/index.ts';
import { IGNITION, type Position } from '../../telemetry/index.ts';
import { DEFAULT_FILTERS } from '../filters/index.ts';
import { DEFAULT_FUEL } from '../fuel/index.ts';
import { createPoint, pointsOfTrack, type DetectionPoint } from '../shared/index.ts';
import { chance } from '../../base/testing/index.ts';
import { randomTrace } from '../testing/traces.ts';
import { trackOf } from '../testing/tracks.ts';
import { DEFAULT_TRIP_DETECTOR, detectTrips } from '../trips/index.ts';
import {
  compare,
  countVerdicts,
  filterPresent,
  fuelEvents,
  fuelLevels,
  fuelPresent,
  hasFuel,
  inputsOf,
  filterTrack,
  latestReports,
  tripDay,
  tripPresent,
  type LatestReports,
} from './index.ts';

const START = Date.UTC(2026, 2, 1);
const WHOLE: Interval = { from: START, to: START + DAY };

/** Minutes of driving at 60 km/h and of standing, one after another; a report every ten seconds. */
function driven(...minutes: readonly number[]): DetectionPoint[] {
  const points: DetectionPoint[] = [];
  let [time, metres] = [START, 0];
  minutes.forEach((length, stretch) => {
    const moves = stretch % 2 === 0;
    for (let second = 0; second < length * 60; second += 10) {
      const [latitude, longitude] = destination(50, 10, 90, metres);
      points.push({
        ...createPoint(),
        time,
        hasPosition: true,
        valid: true,
        latitude,
        longitude,
        speed: moves ? 60 : 0,
        satellites: 9,
      });
      time += 10 * SECOND;
      if (moves) metres += 1_000 / 6;
    }
  });
  return points;
}

const SETTINGS = { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 };

describe('a day by other settings', () => {
  it('splits a trip where the parking time is shorter than its stop', () => {
    const filtered = filterTrack(trackOf(driven(10, 3, 10, 20)), {}, DEFAULT_FILTERS);
    const before = tripDay(filtered, SETTINGS, WHOLE);
    const after = tripDay(filtered, { ...SETTINGS, min_park_time: 120 }, WHOLE);
    expect([before.trips.length, after.trips.length]).toEqual([1, 2]);
    expect(after.trips[0].ended).toMatchObject({ code: 'parking', values: { bound: 120 } });
    const trips = compare(before.trips, after.trips, ({ start, end }) => ({ from: start, to: end }));
    expect(trips.before.map(({ change }) => change)).toEqual(['moved']);
    expect(trips.after.map(({ change, other }) => [change, other === before.trips[0]])).toEqual([
      ['moved', true],
      ['added', false],
    ]);
    expect(trips).toMatchObject({ added: 1, gone: 0, moved: 1 });
  });

  it('is what a run over the same reports finds', () => {
    const track = trackOf(randomTrace(chance(5), 1_500, START));
    const open = { ...DEFAULT_FILTERS, skip_zero: false, skip_duplicate: false, skip_future: false };
    const run = detectTrips(pointsOfTrack(track), SETTINGS);
    const day = tripDay(filterTrack(track, {}, open), SETTINGS, { from: START, to: START + 10 * DAY });
    expect(day.trips.length).toBeGreaterThan(3);
    expect(day).toEqual({ trips: run.trips, parkings: run.parkings, noData: run.noData, discarded: run.discarded });
  });

  it('hands out what touches the shown stretch, whole', () => {
    const filtered = filterTrack(trackOf(driven(10, 10, 10, 10, 10, 10)), {}, DEFAULT_FILTERS);
    const shown = { from: START + 25 * MINUTE, to: START + 35 * MINUTE };
    const { trips, parkings } = tripDay(filtered, SETTINGS, shown);
    expect(trips.map(({ start }) => (start - START) / MINUTE)).toEqual([20]);
    expect(parkings.map(({ from }) => (from - START) / MINUTE)).toEqual([30]);
  });

  it('counts what the filters refuse within it', () => {
    const points = driven(10, 10).map((point, row) => ({ ...point, satellites: row % 4 === 0 ? 3 : 9 }));
    const track = trackOf(points);
    const filtered = filterTrack(track, {}, { ...DEFAULT_FILTERS, min_satellites: 5 });
    expect(countVerdicts(track, filtered, WHOLE)).toMatchObject({ valid: 90, satellites: 30 });
    expect(countVerdicts(track, filtered, { from: START, to: START + 10 * MINUTE })).toMatchObject({
      valid: 45,
      satellites: 15,
    });
  });
});

describe('fuel of a day', () => {
  const points = driven(10, 60).map((point) => ({
    ...point,
    fuelLevels: [point.time < START + 40 * MINUTE ? 80 : 55],
  }));
  const track = trackOf(points);

  it('is a theft or none by the bound', () => {
    const filtered = filterTrack(track, {}, DEFAULT_FILTERS);
    const levels = fuelLevels(filtered, null, SETTINGS);
    expect(fuelEvents(levels, DEFAULT_FUEL, WHOLE).map(({ kind, volume }) => [kind, Math.round(volume)])).toEqual([
      ['theft', 25],
    ]);
    expect(fuelEvents(levels, DEFAULT_FUEL, { from: START, to: START + 10 * MINUTE })).toEqual([]);
    expect(fuelEvents(levels, { ...DEFAULT_FUEL, theft: { ...DEFAULT_FUEL.theft, min_theft: 30 } }, WHOLE)).toEqual([]);
    expect([...levels.filtered].at(-1)).toBe(55);
  });

  it('leaves out what lies beyond the thresholds', () => {
    const levels = fuelLevels(
      filterTrack(track, {}, DEFAULT_FILTERS),
      { enable: true, min_threshold: 0, max_threshold: 60 },
      SETTINGS,
    );
    expect(Math.max(...levels.series.levels)).toBe(55);
  });

  it('is known by a sensor or by what the device sends', () => {
    const bare = trackOf(driven(1));
    expect([hasFuel(track, SensorSet.compile([])), hasFuel(bare, SensorSet.compile([]))]).toEqual([true, false]);
    expect(hasFuel(bare, SensorSet.compile([sensor({ type: 'fuel_level', parameter: 'analog_1' })]))).toBe(true);
  });
});

const sensor = (changes: Partial<SensorDefinition>): SensorDefinition => ({
  type: 'custom',
  name: 'Sensor',
  parameter: 'speed',
  data_type: 'number',
  multiplier: 1,
  minimum: null,
  maximum: null,
  table: NO_TABLE,
  ...changes,
});

describe('inputs by sensors', () => {
  it('take the place of attributes, odometers in metres', () => {
    const track = trackOf(driven(1, 1).map((point) => ({ ...point, ignition: IGNITION.off, fuelLevels: [40] })));
    const inputs = inputsOf(
      track,
      SensorSet.compile([
        sensor({ type: 'engine_operation', name: 'Engine', data_type: 'boolean', parameter: 'speed' }),
        sensor({ type: 'mileage', name: 'Mileage', parameter: 'speed * 2' }),
        sensor({ type: 'fuel_level', name: 'Tank 1', parameter: 'fuel_level' }),
        sensor({ type: 'fuel_level', name: 'Tank 2', parameter: 'fuel_level / 2' }),
      ]),
    );
    const point = createPoint();
    pointsOfTrack(track, inputs).fill(0, point);
    expect(point).toMatchObject({ ignition: IGNITION.on, odometer: 120_000, fuelLevels: [40, 20] });
    pointsOfTrack(track, inputs).fill(track.count - 1, point);
    expect(point).toMatchObject({ ignition: IGNITION.off, odometer: 0 });
    expect(inputsOf(track, SensorSet.compile([sensor({})]))).toEqual({});
  });
});

describe('inputs by the sensors of several devices', () => {
  const track = trackOf(driven(1, 1).map((point) => ({ ...point, ignition: IGNITION.off, fuelLevels: [40] })));
  const read = (...devices: SensorDefinition[][]): DetectionPoint => {
    const point = createPoint();
    pointsOfTrack(track, inputsOf(track, SensorSet.ofDevices(devices))).fill(0, point);
    return point;
  };

  it('are taken from whichever device has them', () => {
    const tank = sensor({ type: 'fuel_level', name: 'Tank', parameter: 'fuel_level * 2' });
    const engine = sensor({ type: 'engine_operation', name: 'Engine', data_type: 'boolean' });
    expect(read([engine], [tank])).toMatchObject({ ignition: IGNITION.on, fuelLevels: [80] });
    expect(read([], [engine, tank])).toMatchObject({ ignition: IGNITION.on, fuelLevels: [80] });
  });

  it('add up tanks, each once', () => {
    const tank = (parameter: string) => sensor({ type: 'fuel_level', name: 'Tank', parameter });
    expect(read([tank('fuel_level')], [tank('fuel_level / 2')]).fuelLevels).toEqual([40, 20]);
    expect(read([tank('fuel_level')], [tank('fuel_level')]).fuelLevels).toEqual([40]);
  });
});

describe('the present', () => {
  const level: SensorDefinition = {
    type: 'fuel_level',
    name: 'Tank',
    parameter: 'adc1',
    data_type: 'number',
    multiplier: 1,
    minimum: null,
    maximum: null,
    table: NO_TABLE,
  };

  /** The reports of a trace as the API says them. */
  const reportsOf = (points: readonly DetectionPoint[]): Position[] =>
    points.map((point) => ({
      unit_id: 7,
      time: toIso(point.time),
      received_at: toIso(point.time),
      latitude: point.latitude,
      longitude: point.longitude,
      speed: point.speed,
      course: 0,
      altitude: 0,
      satellites: point.satellites,
      valid: point.valid,
      protocol: 'osmand',
      attributes: { ignition: point.ignition === IGNITION.on, adc1: 40 },
    }));
  const latest = (points: readonly DetectionPoint[], sensors: readonly SensorDefinition[] = []): LatestReports => {
    const reports = latestReports(reportsOf(points), SensorSet.compile(sensors));
    if (reports === null) throw new Error('no reports');
    return reports;
  };

  it('is detected as the past is: what is ongoing, and since when the unit is stopped', () => {
    const points = driven(10, 3, 10, 4);
    const reports = latest(points);
    const now = tripPresent(reports, DEFAULT_FILTERS, SETTINGS);
    expect(now?.movement).toMatchObject({ moving: false, fast: false, usable: true, speed: 0 });
    expect(now?.live).toMatchObject({ status: 'standing', since: START + 23 * MINUTE });
    expect(now?.ongoing).toMatchObject({ start: START, end: START + 23 * MINUTE });
    expect(now?.silence).toBe(10 * SECOND);
    const shorter = tripPresent(reports, DEFAULT_FILTERS, { ...SETTINGS, min_park_time: 120 });
    expect(shorter?.live).toMatchObject({ status: 'parked', since: START + 23 * MINUTE });
    expect(shorter?.ongoing).toBeNull();
    expect(tripPresent(latest(driven(5)), DEFAULT_FILTERS, SETTINGS)?.movement).toMatchObject({
      moving: true,
      speed: 60,
    });
    expect(tripPresent(reports, DEFAULT_FILTERS, { ...SETTINGS, m_source: 'off' })).toBeNull();
  });

  it('says that a position does not count to a source that needs one', () => {
    const now = tripPresent(latest(driven(5)), DEFAULT_FILTERS, { ...SETTINGS, min_satellites: 12 });
    expect(now?.movement).toMatchObject({ moving: null, fast: null, usable: false });
    const byIgnition = tripPresent(
      latest(driven(5).map((point) => ({ ...point, ignition: IGNITION.on }))),
      DEFAULT_FILTERS,
      { ...SETTINGS, m_source: 'ignition' },
    );
    expect(byIgnition?.movement).toMatchObject({ moving: true, fast: true, ignition: IGNITION.on });
  });

  it('reads the sensors that detection reads', () => {
    const [point] = latest(driven(1), [level]).points;
    expect(point.fuelLevels).toEqual([40]);
    expect(latestReports([], SensorSet.compile([level]))).toBeNull();
    expect(fuelPresent(latest(driven(1)), DEFAULT_FILTERS, SETTINGS, DEFAULT_FUEL)).toBeNull();
    expect(fuelPresent(latest(driven(1), [level]), DEFAULT_FILTERS, SETTINGS, DEFAULT_FUEL)).toMatchObject({
      tanks: [40],
      level: 40,
      lost: 0,
    });
  });

  it('measures the distance from the last valid fix, and gives the verdict of the filters', () => {
    const points = driven(1, 1);
    const filters = { ...DEFAULT_FILTERS, static_drift: { enable: true, distance: 30, speed: 3 } };
    const last = points[points.length - 1];
    const [latitude, longitude] = destination(last.latitude, last.longitude, 0, 20);
    const now = filterPresent(latest([...points.slice(0, -1), { ...last, latitude, longitude }]), filters);
    expect(now.verdict).toBe('drift');
    expect(now.wandered).toBeCloseTo(20, 0);
    expect(filterPresent(latest(points.slice(0, 1)), filters)).toMatchObject({
      verdict: 'valid',
      wandered: Number.NaN,
    });
  });
});
