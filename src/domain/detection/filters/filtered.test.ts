import { describe, expect, it } from 'vitest';
import { SECOND } from '../../base/index.ts';
import { createPoint, isUsable, pointsOf, type DetectionPoint } from '../shared/index.ts';
import { FILTER_VERDICTS, filterReports } from './filtered.ts';
import { DEFAULT_FILTERS, type FilterSettings } from './settings.ts';

const START = Date.UTC(2026, 2, 1, 8);

const fix = (seconds: number, more: Partial<DetectionPoint> = {}): DetectionPoint => ({
  ...createPoint(),
  time: START + seconds * SECOND,
  hasPosition: true,
  valid: true,
  latitude: 50,
  longitude: 10,
  speed: 0,
  satellites: 9,
  ...more,
});

function filtered(points: readonly DetectionPoint[], settings: Partial<FilterSettings> = {}) {
  const reports = filterReports(pointsOf(points), { ...DEFAULT_FILTERS, ...settings }, (index) =>
    Math.min(points[index].time, START + 600 * SECOND),
  );
  const read = Array.from({ length: reports.count }, (_, place) => {
    const point = createPoint();
    reports.fill(place, point);
    return point;
  });
  return { read, verdicts: [...reports.verdicts].map((verdict) => FILTER_VERDICTS[verdict]), counts: reports.counts };
}

describe('filtered reports', () => {
  it('leave out doubles and the future, and keep the rest of a report whose fix is refused', () => {
    const { read, verdicts } = filtered([
      fix(0),
      fix(0),
      fix(30, { latitude: 0, longitude: 0, odometer: 5_000 }),
      fix(90_000),
      fix(60),
    ]);
    expect(verdicts).toEqual(['valid', 'duplicate', 'zero', 'future', 'valid']);
    expect(read.map(({ time }) => (time - START) / SECOND)).toEqual([0, 30, 60]);
    expect(isUsable(read[1], 0)).toBe(false);
    expect(read[1].odometer).toBe(5_000);
  });

  it('put a unit that drifts back to where it stood', () => {
    const { read, verdicts } = filtered(
      [fix(0), fix(30, { latitude: 50.0001, speed: 1 }), fix(60, { latitude: 50.01, speed: 40 })],
      { static_drift: { enable: true, distance: 30, speed: 3 } },
    );
    expect(verdicts).toEqual(['valid', 'drift', 'valid']);
    expect(read.map(({ latitude, valid }) => [latitude, valid])).toEqual([
      [50, true],
      [50, true],
      [50.01, true],
    ]);
  });

  it('filter again by other settings: the source stays as it is', () => {
    const points = [fix(0), fix(30, { satellites: 4 }), fix(60, { speed: 300 })];
    expect(filtered(points, { min_satellites: 6, max_speed: 200 }).verdicts).toEqual(['valid', 'satellites', 'speed']);
    expect(filtered(points).verdicts).toEqual(['valid', 'valid', 'valid']);
    expect(filtered(points).counts).toMatchObject({ valid: 3, satellites: 0, speed: 0 });
    expect(points[1].valid).toBe(true);
  });
});
