import { describe, expect, it } from 'vitest';
import { fitPadding, type Box } from './fitPadding.ts';

const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
});
const MAP = box(300, 50, 1000, 700);
/** Two buttons in a column at the start, and MapLibre's zoom at the end, as from left to right. */
const TOOLS = box(312, 62, 36, 80);
const ZOOM = box(1258, 640, 32, 98);

describe('room that a fit leaves', () => {
  it('is that of a mark and its name where nothing lies over the map', () => {
    expect(fitPadding(MAP, [])).toEqual({ left: 112, top: 64, right: 112, bottom: 64 });
    expect(fitPadding(box(0, 0, 240, 240), [])).toEqual({ left: 30, top: 30, right: 30, bottom: 30 });
  });

  it('begins beside a column of buttons, in both directions of writing', () => {
    expect(fitPadding(MAP, [TOOLS, ZOOM])).toEqual({ left: 48 + 112, top: 64, right: 42 + 112, bottom: 64 });
    expect(fitPadding(MAP, [box(1252, 62, 36, 80), box(310, 640, 32, 98)])).toEqual({
      left: 42 + 112,
      top: 64,
      right: 48 + 112,
      bottom: 64,
    });
  });

  it('begins below a bar, and above one', () => {
    expect(fitPadding(MAP, [box(600, 62, 400, 40), box(310, 726, 100, 20)])).toEqual({
      left: 112,
      top: 52 + 64,
      right: 112,
      bottom: 24 + 64,
    });
  });

  it('does not count what is hidden or lies elsewhere', () => {
    expect(
      fitPadding(MAP, [box(0, 0, 0, 0), box(400, 60, 0, 0), box(0, 50, 290, 700), box(300, 760, 900, 60)]),
    ).toEqual(fitPadding(MAP, []));
  });

  it('leaves the units a part of the smallest map', () => {
    const small = fitPadding(box(0, 0, 200, 120), [box(0, 0, 90, 110), box(110, 0, 90, 110)]);
    expect(small.left + small.right).toBeCloseTo(120);
    expect(small.top + small.bottom).toBeLessThanOrEqual(72);
  });
});
