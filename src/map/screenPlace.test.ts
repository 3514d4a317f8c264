import { expect, it } from 'vitest';
import { isInSight, shiftOf, wasInSight, type ScreenPlace } from './screenPlace.ts';

const WIDE: ScreenPlace = { left: 300, top: 50, width: 1_000, height: 600, window: '1300 650' };

it('leaves the ground where it is when a panel opens at the end, at the start or below', () => {
  expect(shiftOf(WIDE, { ...WIDE, width: 640 })).toEqual({ x: -180, y: 0 });
  expect(shiftOf(WIDE, { ...WIDE, left: 660, width: 640 })).toEqual({ x: 180, y: 0 });
  expect(shiftOf(WIDE, { ...WIDE, height: 400 })).toEqual({ x: 0, y: -100 });
  expect(shiftOf(WIDE, WIDE)).toEqual({ x: 0, y: 0 });
});

it('holds nothing when the window itself has another size', () => {
  expect(shiftOf(WIDE, { ...WIDE, width: 640, window: '940 650' })).toEqual({ x: 0, y: 0 });
});

it('knows what was in sight before a panel took its room', () => {
  const narrow = { ...WIDE, width: 640 };
  // With the centre that it had, a mark at 900 of 1,000 px is at 720 of 640.
  expect(wasInSight({ x: 720, y: 300 }, WIDE, narrow)).toBe(true);
  expect(isInSight({ x: 720, y: 300 }, narrow)).toBe(false);
  expect(wasInSight({ x: 900, y: 300 }, WIDE, narrow)).toBe(false);
});
