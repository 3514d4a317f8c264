import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { SECOND } from '../base/index.ts';
import { IGNITION } from '../telemetry/index.ts';
import { DEFAULT_FILTERS, FixFilter } from './filters/index.ts';
import { DEFAULT_FUEL, detectFuel, fuelSeriesOf } from './fuel/index.ts';
import { createPoint, pointsOf, type DetectionPoint } from './shared/index.ts';
import { DEFAULT_TRIP_DETECTOR, detectTrips, sampleReports, warningsFor } from './trips/index.ts';

/** Traces that others recorded. Set WAYLINE_REAL_DATA to the folder that holds them; tests that want them are skipped without. */
const TRACES = join(process.env.WAYLINE_REAL_DATA ?? resolve(import.meta.dirname, '../../../../shared/data'), 'traces');
const hasTraces = existsSync(TRACES);

/** The lines of a CSV file under its first line's names, gzipped or not. */
function readRows(path: string): Record<string, string>[] {
  const bytes = readFileSync(join(TRACES, path));
  const [head, ...lines] = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().trim().split(/\r?\n/).map((line) => line.replaceAll('"', '').split(','));
  return lines.map((cells) => Object.fromEntries(head.map((name, column) => [name, cells[column]?.trim() ?? ''])));
}

const oldestFirst = (points: DetectionPoint[]): DetectionPoint[] => points.toSorted((a, b) => a.time - b.time);

const fix = (time: number, latitude: number, longitude: number, speed: number): DetectionPoint => ({
  ...createPoint(), time, hasPosition: true, valid: true, latitude, longitude, speed,
});

/** One route of Liverpool by vehicle, without speeds. */
function liverpool(): Map<string, DetectionPoint[]> {
  const grouped = Map.groupBy(readRows('bus-liverpool/route14_outbound.csv'), ({ vehicle_id }) => vehicle_id);
  return new Map([...grouped].map(([id, own]) => [id, oldestFirst(own.map((row) =>
    fix(Date.parse(`${row.timestamp.replace(' ', 'T')}Z`), Number(row.latitude), Number(row.longitude), Number.NaN)))]));
}

/** A day of Austin's buses by vehicle, a report every few minutes, speeds in m/s. */
function austin(day: string): Map<string, DetectionPoint[]> {
  const rows = readRows(`multiday-austin/${day}.csv.gz`);
  const grouped = Map.groupBy(rows, ({ vehicle_id }) => vehicle_id);
  return new Map([...grouped].map(([id, own]) => [id, oldestFirst(own.map((row) =>
    fix(Date.parse(row.timestamp), Number(row.latitude), Number(row.longitude), Number(row.speed) * 3.6)))]));
}

/** All buses of Warsaw by vehicle, a report every 11–15 s without speeds. */
function warsaw(session: string): Map<string, DetectionPoint[]> {
  const grouped = Map.groupBy(readRows(`fleet-warsaw/${session}.csv.gz`), ({ vehicle }) => vehicle);
  return new Map([...grouped].map(([id, own]) => [id, oldestFirst(own.map((row) =>
    fix(Date.parse(row.time_utc), Number(row.lat), Number(row.lon), Number.NaN)))]));
}

/** A drive with its tank in per cent, sloshing at 1 Hz; no positions. */
function carTank(drive: string): { seconds: number; speed: number; percent: number }[] {
  return readRows(`fuel-carobd/${drive}.csv.gz`).map((row) => ({
    seconds: Number(row['ENGINE_RUN_TINE ()']), speed: Number(row['VEHICLE_SPEED ()']), percent: Number(row['FUEL_TANK ()']),
  }));
}

interface EnviroCarTrack {
  properties: { length: number; begin: string; end: string };
  features: { geometry: { coordinates: [number, number] }; properties: { time: string; phenomenons: Record<string, { value: number } | undefined> } }[];
}

/** Recorded trips of two cars with what their recorder says of them. */
function enviroCars(): { name: string; kilometres: number; points: DetectionPoint[] }[] {
  return readdirSync(join(TRACES, 'obd-envirocar')).filter((name) => name.endsWith('.geojson')).map((name) => {
    const track = JSON.parse(readFileSync(join(TRACES, 'obd-envirocar', name), 'utf8')) as EnviroCarTrack;
    const points = track.features.map(({ geometry: { coordinates: [longitude, latitude] }, properties: { time, phenomenons } }) =>
      fix(Date.parse(time), latitude, longitude, phenomenons['GPS Speed']?.value ?? phenomenons.Speed?.value ?? Number.NaN));
    return { name, kilometres: track.properties.length, points: oldestFirst(points) };
  });
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

describe.skipIf(!hasTraces)('traces that others recorded', () => {
  it('are one trip each, as long as their own recorder says', () => {
    const cars = enviroCars();
    expect(cars).toHaveLength(10);
    for (const { name, kilometres, points } of cars) {
      const { trips } = detectTrips(pointsOf(points), DEFAULT_TRIP_DETECTOR);
      expect(trips, name).toHaveLength(1);
      expect(Math.abs(trips[0].distance / 1000 / kilometres - 1), name).toBeLessThan(0.02);
    }
  });

  it('of a bus route without speeds are runs of some kilometres, parted where the bus was not followed', () => {
    const runs = [...liverpool().values()].filter((points) => points.length > 60).flatMap((points) => detectTrips(pointsOf(points), DEFAULT_TRIP_DETECTOR).trips);
    expect(runs.length).toBeGreaterThan(8);
    for (const trip of runs) {
      expect(trip.distance).toBeGreaterThan(200);
      expect(trip.distance).toBeLessThan(20_000);
      expect(trip.averageSpeed).toBeLessThan(60);
    }
  });

  it('that report every few minutes need other settings than the defaults, which the warnings say', () => {
    const buses = [...austin('2016-11-24').values()].filter((points) => points.length > 150);
    const fitting = { ...DEFAULT_TRIP_DETECTOR, max_dist_in_msgs: 10_000, max_intrl_in_msgs: 900, min_park_time: 600, min_satellites: 4 };
    expect(buses.length).toBeGreaterThan(10);
    for (const points of buses) {
      const sample = sampleReports(pointsOf(points));
      expect(warningsFor(DEFAULT_TRIP_DETECTOR, sample).map(({ code }) => code)).toContain('distanceCuts');
      expect(warningsFor(fitting, sample).map(({ code }) => code)).not.toContain('distanceCuts');
      const cut = sum(detectTrips(pointsOf(points), DEFAULT_TRIP_DETECTOR).trips.map((trip) => trip.distance));
      const whole = sum(detectTrips(pointsOf(points), fitting).trips.map((trip) => trip.distance));
      expect(whole).toBeGreaterThan(5 * cut);
    }
  });

  it('of a sloshing tank hold neither theft nor refill', () => {
    for (const drive of ['drive10', 'long2']) {
      let [metres, before] = [0, 0];
      const points = carTank(drive).map(({ seconds, speed, percent }) => {
        metres += (speed / 3.6) * (seconds - before);
        before = seconds;
        // A tank of 45 L.
        return { ...createPoint(), time: Math.round(seconds * SECOND), odometer: metres, speed, ignition: IGNITION.on, fuelLevels: [percent * 0.45] };
      });
      const series = fuelSeriesOf(pointsOf(points), { threshold: null, movingSpeed: 3, minimumSatellites: 0 });
      expect(series.count).toBeGreaterThan(5_000);
      const steps = series.levels.subarray(1).filter((level, row) => Math.abs(level - series.levels[row]) >= 2);
      expect(steps.length, 'levels that jump by 2 L').toBeGreaterThan(5);
      expect(detectFuel(series, { ...DEFAULT_FUEL, theft: { ...DEFAULT_FUEL.theft, km_per_liter: 12 } }).events, drive).toEqual([]);
    }
  });

  it('of a whole city lose no fix to the default filters, and few to a bound on speed', () => {
    const counts = { valid: 0, speed: 0, others: 0 };
    for (const points of warsaw('warsaw-20210628-night').values()) {
      const plain = new FixFilter({ ...DEFAULT_FILTERS, skip_duplicate: false });
      const bounded = new FixFilter({ ...DEFAULT_FILTERS, max_speed: 150 });
      for (const point of points) {
        if (plain.judge(point, point.time) !== 'valid') counts.others++;
        bounded.judge(point, point.time);
      }
      counts.valid += bounded.counts().valid;
      counts.speed += bounded.counts().speed;
    }
    expect(counts.others).toBe(0);
    expect(counts.valid).toBeGreaterThan(10_000);
    expect(counts.speed / counts.valid).toBeLessThan(0.02);
    expect(counts.speed).toBeGreaterThan(0);
  });
});
