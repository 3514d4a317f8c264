import { describe, expect, it } from 'vitest';
import { SECOND } from '../base/index.ts';
import { IGNITION } from '../telemetry/index.ts';
import { DEFAULT_FILTERS, FixFilter } from './filters/index.ts';
import { DEFAULT_FUEL, detectFuel, fuelSeriesOf } from './fuel/index.ts';
import { createPoint, pointsOf } from './shared/index.ts';
import { DEFAULT_TRIP_DETECTOR, detectTrips, sampleReports, warningsFor } from './trips/index.ts';
import { austin, carTank, enviroCars, hasTraces, liverpool, warsaw } from '../../../tests/support/realTraces.ts';

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
    const runs = [...liverpool().values()]
      .filter((points) => points.length > 60)
      .flatMap((points) => detectTrips(pointsOf(points), DEFAULT_TRIP_DETECTOR).trips);
    expect(runs.length).toBeGreaterThan(8);
    for (const trip of runs) {
      expect(trip.distance).toBeGreaterThan(200);
      expect(trip.distance).toBeLessThan(20_000);
      expect(trip.averageSpeed).toBeLessThan(60);
    }
  });

  it('of a city that jump and stand still have the top speeds of buses', () => {
    const trips = [...warsaw('warsaw-20210628-night').values()].flatMap(
      (points) => detectTrips(pointsOf(points), DEFAULT_TRIP_DETECTOR).trips,
    );
    const tops = trips.map(({ maximumSpeed }) => maximumSpeed ?? 0).toSorted((a, b) => a - b);
    expect(tops.length).toBeGreaterThan(300);
    expect(tops[Math.floor(tops.length / 2)]).toBeGreaterThan(45);
    expect(tops[Math.floor(tops.length * 0.95)]).toBeLessThan(100);
    expect(tops.at(-1)).toBeLessThan(150);
  });

  it('that report every few minutes need other settings than the defaults, which the warnings say', () => {
    const buses = [...austin('2016-11-24').values()].filter((points) => points.length > 150);
    const fitting = {
      ...DEFAULT_TRIP_DETECTOR,
      max_dist_in_msgs: 10_000,
      max_intrl_in_msgs: 900,
      min_park_time: 600,
      min_satellites: 4,
    };
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
        return {
          ...createPoint(),
          time: Math.round(seconds * SECOND),
          odometer: metres,
          speed,
          ignition: IGNITION.on,
          fuelLevels: [percent * 0.45],
        };
      });
      const series = fuelSeriesOf(pointsOf(points), { threshold: null, movingSpeed: 3, minimumSatellites: 0 });
      expect(series.count).toBeGreaterThan(5_000);
      const steps = series.levels.subarray(1).filter((level, row) => Math.abs(level - series.levels[row]) >= 2);
      expect(steps.length, 'levels that jump by 2 L').toBeGreaterThan(5);
      expect(
        detectFuel(series, { ...DEFAULT_FUEL, theft: { ...DEFAULT_FUEL.theft, km_per_liter: 12 } }).events,
        drive,
      ).toEqual([]);
    }
  });

  it('of a whole city lose no fix to the default filters, and few to a bound on speed', () => {
    const counts = { valid: 0, speed: 0, others: 0 };
    for (const points of warsaw('warsaw-20210628-night').values()) {
      const plain = new FixFilter({ ...DEFAULT_FILTERS, skip_duplicate: false });
      const bounded = new FixFilter({ ...DEFAULT_FILTERS, max_speed: 150 });
      for (const point of points) {
        if (plain.check(point, point.time) !== 'valid') counts.others++;
        bounded.check(point, point.time);
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
