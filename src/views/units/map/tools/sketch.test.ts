import { describe, expect, it } from 'vitest';
import { distance } from '../../../../domain/base/index.ts';
import { circleAround, enclosedArea, ringStep, lineLength } from './sketch.ts';

describe('measuring on the map', () => {
  it('adds up the way, and knows what it encloses from three points on', () => {
    const square: [number, number][] = [
      [9, 47],
      [9.01, 47],
      [9.01, 47.01],
      [9, 47.01],
    ];
    expect(lineLength(square.slice(0, 1))).toBe(0);
    expect(lineLength(square.slice(0, 2))).toBeCloseTo(758, -1);
    expect(enclosedArea(square.slice(0, 2))).toBeNull();
    expect((enclosedArea(square) ?? 0) / 1e6).toBeCloseTo(0.843, 2);
  });

  it('draws rings whose every point is as far away as they say', () => {
    const ring = circleAround([51.4, 35.7], 10_000);
    for (const [longitude, latitude] of ring) expect(distance(35.7, 51.4, latitude, longitude)).toBeCloseTo(10_000, -2);
    expect(ring).toHaveLength(73);
    expect(ringStep(5_000)).toBe(1_000);
    expect(ringStep(10)).toBe(100);
  });
});
