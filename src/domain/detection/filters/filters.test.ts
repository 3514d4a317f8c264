import { describe, expect, it } from 'vitest';
import { destination, MINUTE, SECOND } from '../../base/index.ts';
import { createPoint, type DetectionPoint } from '../shared/index.ts';
import { DEFAULT_FILTERS, FixFilter, filterSettingsSchema, type FilterSettings } from './index.ts';

const START = Date.UTC(2026, 2, 1, 8);

/** A fix so many seconds and metres along a road, at 9 satellites. */
function fix(seconds: number, metres: number, fields: Partial<DetectionPoint> = {}): DetectionPoint {
  const [latitude, longitude] = destination(50, 10, 0, metres);
  return {
    ...createPoint(),
    time: START + seconds * SECOND,
    hasPosition: true,
    valid: true,
    latitude,
    longitude,
    speed: 36,
    satellites: 9,
    ...fields,
  };
}

function verdicts(points: readonly DetectionPoint[], settings: Partial<FilterSettings> = {}): string[] {
  const filter = new FixFilter({ ...DEFAULT_FILTERS, ...settings });
  return points.map((point) => filter.check(point, START));
}

describe('validity filters', () => {
  it('hide no real fix as long as nothing is set', () => {
    const rough = [
      fix(0, 0, { satellites: 3, hdop: 20, accuracy: 500 }),
      fix(1, 90, { speed: 300 }),
      fix(2, 5_000),
      fix(3, 5_001, { speed: 0 }),
      fix(4, 5_001, { speed: 0 }),
    ];
    expect(verdicts(rough)).toEqual(['valid', 'valid', 'valid', 'valid', 'valid']);
  });

  it('leave out what is no position', () => {
    const points = [
      fix(0, 0, { hasPosition: false }),
      fix(1, 0, { valid: false }),
      fix(2, 0, { latitude: 91 }),
      fix(3, 0, { latitude: 0, longitude: 0 }),
      fix(4, 0, { latitude: 0, longitude: 0.0001 }),
    ];
    expect(verdicts(points)).toEqual(['noPosition', 'device', 'range', 'zero', 'valid']);
    expect(verdicts([points[3]], { skip_zero: false })).toEqual(['valid']);
  });

  it('leave out a time that was there already or has not come yet', () => {
    const ahead = (10 * MINUTE) / SECOND;
    const points = [fix(0, 0), fix(0, 50), fix(ahead, 100), fix(ahead + 1, 100), fix(ahead + 1, 110)];
    expect(verdicts(points)).toEqual(['valid', 'duplicate', 'valid', 'future', 'future']);
    expect(verdicts(points, { skip_duplicate: false, skip_future: false })).toEqual([
      'valid',
      'valid',
      'valid',
      'valid',
      'valid',
    ]);
  });

  it('ask for the quality that is set, of fixes that have it', () => {
    const settings = { min_satellites: 5, max_hdop: 3, max_accuracy: 50 };
    const points = [
      fix(0, 0, { satellites: 4 }),
      fix(1, 0, { satellites: 5 }),
      fix(2, 0, { satellites: -1 }),
      fix(3, 0, { hdop: 3.1 }),
      fix(4, 0, { hdop: 3 }),
      fix(5, 0, { accuracy: 51 }),
      fix(6, 0, { accuracy: 50 }),
    ];
    expect(verdicts(points, settings)).toEqual(['satellites', 'valid', 'valid', 'hdop', 'valid', 'accuracy', 'valid']);
  });

  it('leave out a jump that nobody can have made, and believe the second fix that says the same', () => {
    const settings = { max_speed: 200 };
    expect(verdicts([fix(0, 0), fix(10, 50_000), fix(20, 200), fix(30, 300)], settings)).toEqual([
      'valid',
      'speed',
      'valid',
      'valid',
    ]);
    expect(verdicts([fix(0, 0), fix(10, 50_000), fix(20, 50_100), fix(30, 50_200)], settings)).toEqual([
      'valid',
      'speed',
      'valid',
      'valid',
    ]);
    expect(verdicts([fix(0, 0), fix(10, 100, { speed: 201 })], settings)).toEqual(['valid', 'speed']);
  });

  it('keep a standing unit where it stands', () => {
    const settings = { static_drift: { enable: true, distance: 30, speed: 3 } };
    const points = [
      fix(0, 0),
      fix(10, 12, { speed: 1 }),
      fix(20, 29, { speed: 0 }),
      fix(25, 0, { speed: 0 }),
      fix(30, 35, { speed: 0 }),
      fix(40, 20, { speed: 0 }),
      fix(50, 40),
    ];
    expect(verdicts(points, settings)).toEqual(['valid', 'drift', 'drift', 'valid', 'valid', 'drift', 'valid']);
  });

  it('count each reason and go on from a state', () => {
    const points = [fix(0, 0), fix(10, 50_000), fix(20, 50_100), fix(20, 50_100), fix(30, 0, { hasPosition: false })];
    const settings = { ...DEFAULT_FILTERS, max_speed: 200 };
    const whole = new FixFilter(settings);
    for (const point of points) whole.check(point, START);
    expect(whole.counts()).toMatchObject({ valid: 2, speed: 1, duplicate: 1, noPosition: 1, zero: 0 });
    for (let cut = 0; cut <= points.length; cut++) {
      const first = new FixFilter(settings);
      for (const point of points.slice(0, cut)) first.check(point, START);
      const second = new FixFilter(settings);
      second.restore(JSON.parse(JSON.stringify(first.state())) as ReturnType<FixFilter['state']>);
      for (const point of points.slice(cut)) second.check(point, START);
      expect(second.state(), `cut at ${cut}`).toEqual(whole.state());
    }
  });

  it('have settings within bounds', () => {
    expect(filterSettingsSchema.isValidSync(DEFAULT_FILTERS)).toBe(true);
    expect(
      filterSettingsSchema.isValidSync({ ...DEFAULT_FILTERS, static_drift: { enable: true, distance: -1, speed: 3 } }),
    ).toBe(false);
    expect(filterSettingsSchema.isValidSync({ ...DEFAULT_FILTERS, max_speed: 2_001 })).toBe(false);
  });
});
