import { describe, expect, it } from 'vitest';
import { coloursOf } from './useSeriesColours.ts';

describe('colours of units that are selected beside each other', () => {
  const none = new Map<number, number>();

  it('go by the order in which the units were selected, and stay when others come and go', () => {
    const two = coloursOf([20, 10], none);
    expect([...two]).toEqual([
      [10, 1],
      [20, 2],
    ]);
    const three = coloursOf([30, 20, 10], two);
    expect(three.get(30)).toBe(3);
    const without = coloursOf([30, 20], three);
    expect([...without]).toEqual([
      [20, 2],
      [30, 3],
    ]);
    expect(coloursOf([40, 30, 20], without).get(40)).toBe(1);
  });

  it('are the same object while nothing changes, and none is left for a seventh', () => {
    const all = coloursOf([7, 6, 5, 4, 3, 2, 1], none);
    expect(all.size).toBe(6);
    expect(all.has(7)).toBe(false);
    expect(coloursOf([7, 6, 5, 4, 3, 2, 1], all)).toBe(all);
  });
});
