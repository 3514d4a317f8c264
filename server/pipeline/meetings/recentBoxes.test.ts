import { describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/domain/base/index.ts';
import { RecentBoxes } from './recentBoxes.ts';

const SCALE = 1e7;
const noted = (boxes: RecentBoxes, unitId: number, minute: number, latitude: number, longitude: number) =>
  boxes.note(unitId, minute * MINUTE, latitude * SCALE, longitude * SCALE);

describe('where units were lately', () => {
  it('finds those whose boxes come near, on both sides of the date line', () => {
    const boxes = new RecentBoxes();
    noted(boxes, 1, 0, 0, 179.999);
    noted(boxes, 2, 0, 0, -179.999);
    noted(boxes, 3, 0, 0.1, 179.999);
    expect(boxes.near(1, 300)).toEqual([2]);
    expect(boxes.near(1, 20_000).toSorted()).toEqual([2, 3]);
    expect(boxes.near(9, 300)).toEqual([]);
    expect([boxes.areNear(1, 2, 300), boxes.areNear(2, 1, 300), boxes.areNear(1, 3, 300)]).toEqual([true, true, false]);
    expect(boxes.areNear(1, 9, 300)).toBe(false);
  });

  it('keeps the way of a quarter of an hour at least, and forgets what is older', () => {
    const boxes = new RecentBoxes();
    noted(boxes, 1, 0, 50, 8);
    for (let minute = 0; minute <= 20; minute++) noted(boxes, 2, minute, 50 + minute / 100, 8);
    expect([boxes.near(1, 100), boxes.covers(2, 0), boxes.covers(2, -1)]).toEqual([[2], true, false]);
    for (let minute = 21; minute <= 50; minute++) noted(boxes, 2, minute, 50 + minute / 100, 8);
    expect([boxes.near(1, 100), boxes.covers(2, 0), boxes.covers(2, 35 * MINUTE)]).toEqual([[], false, true]);
  });
});
