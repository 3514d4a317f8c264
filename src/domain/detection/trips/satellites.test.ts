import { describe, expect, it } from 'vitest';
import { createPoint, type DetectionPoint } from '../shared/index.ts';
import { SatelliteLearning, SatelliteWindow } from './index.ts';

const fix = (satellites: number, more: Partial<DetectionPoint> = {}): DetectionPoint => ({
  ...createPoint(),
  hasPosition: true,
  valid: true,
  latitude: 50,
  longitude: 10,
  speed: 40,
  satellites,
  ...more,
});

function windowOf(...counts: readonly number[]): SatelliteWindow {
  const window = new SatelliteWindow();
  for (const count of counts) window.add(fix(count));
  return window;
}
const times = (count: number, satellites: number): number[] => Array.from({ length: count }, () => satellites);

describe('the satellites of a unit’s last fixes', () => {
  it('speak against a bound that refuses more than half of them, and name one that fits', () => {
    expect(windowOf(...times(100, 8)).check(20, 4)).toEqual({ fixes: 100, refused: 100, fitting: 4 });
    expect(windowOf(...times(49, 8), ...times(51, 21)).check(20, 4)).toBeNull();
    expect(windowOf(...times(51, 8), ...times(49, 21)).check(20, 4)).toEqual({ fixes: 100, refused: 51, fitting: 4 });
  });

  it('count the last hundred, and too few say nothing', () => {
    expect(windowOf(...times(100, 3), ...times(100, 9)).check(8, 4)).toBeNull();
    expect(windowOf(...times(9, 3)).check(8, 4)).toBeNull();
    expect(windowOf(...times(10, 3)).check(8, 4)).toEqual({ fixes: 10, refused: 10, fitting: 3 });
  });

  it('fit a bound to trackers that count few, or always none, and never above the saved one', () => {
    expect(windowOf(...times(92, 3), ...times(8, 1)).fitting(4)).toBe(3);
    expect(windowOf(...times(80, 3), ...times(20, 1)).fitting(4)).toBe(1);
    expect(windowOf(...times(100, 0)).check(4, 4)).toMatchObject({ fitting: 0 });
    expect(windowOf(...times(60, 1), ...times(40, 9)).check(2, 4)).toMatchObject({ fitting: 1 });
  });

  it('pass over fixes that say nothing of satellites, and what is no fix', () => {
    expect(windowOf(...times(60, -1), ...times(40, 1)).check(20, 4)).toBeNull();
    const window = new SatelliteWindow();
    for (const more of [{ valid: false }, { hasPosition: false }, { approximate: true }, { latitude: 0, longitude: 0 }])
      window.add(fix(1, more));
    expect(window.fixes).toBe(0);
  });
});

describe('learning a bound', () => {
  const learn = (points: readonly DetectionPoint[], bound = 4): number | null => {
    const learning = new SatelliteLearning(bound);
    for (const point of points) learning.accept(point);
    return learning.learned;
  };

  it('takes twenty fixes on the road', () => {
    expect(learn(times(19, 3).map((count) => fix(count)))).toBeNull();
    expect(learn(times(20, 3).map((count) => fix(count)))).toBe(3);
    expect(learn(times(100, 8).map((count) => fix(count)))).toBeNull();
  });

  it('takes nothing from a unit that stands in a garage', () => {
    expect(learn(times(500, 2).map((count) => fix(count, { speed: 0 })))).toBeNull();
    expect(learn(times(500, 2).map((count) => fix(count, { speed: Number.NaN })))).toBeNull();
  });

  it('decides at the first fix that shows it: better ones that follow in the same batch change nothing', () => {
    expect(learn([...times(20, 3), ...times(100, 9)].map((count) => fix(count)))).toBe(3);
  });
});
