import { describe, expect, it } from 'vitest';
import { plotOf } from './plot.ts';

describe('a small chart', () => {
  it('fills its box, and breaks its line where there is no value', () => {
    const plot = plotOf([
      { x: 0, y: 10 },
      { x: 5, y: 20 },
      { x: 7, y: Number.NaN },
      { x: 10, y: 15 },
    ]);
    expect(plot?.path).toBe('M0 100L50 0M100 50');
    expect([plot?.low, plot?.high]).toEqual([10, 20]);
  });

  it('draws a level in the middle, and nothing of a single point', () => {
    expect(
      plotOf([
        { x: 0, y: 3 },
        { x: 1, y: 3 },
      ])?.path,
    ).toBe('M0 50L100 50');
    expect(
      plotOf([
        { x: 0, y: 3 },
        { x: 1, y: Number.NaN },
      ]),
    ).toBeNull();
  });
});
