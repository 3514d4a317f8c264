import { describe, expect, it } from 'vitest';
import { MOST_IN_FAN, fanLayout, fanPlaces } from './fan.ts';

describe('the fan', () => {
  it('lays every unit of a stack where no name hides another', () => {
    for (let count = 2; count <= MOST_IN_FAN; count++) {
      const places = fanPlaces(count) ?? [];
      expect(places).toHaveLength(count);
      for (const [index, one] of places.entries()) {
        for (const other of places.slice(index + 1))
          expect(one.side !== other.side || Math.abs(one.y - other.y) >= 28, `${count}`).toBe(true);
      }
    }
  });

  it('keeps away from the place itself, so that the stack stays to be seen', () => {
    expect((fanPlaces(7) ?? []).every(({ x, y }) => Math.hypot(x, y) >= 28)).toBe(true);
  });

  it('is a list when the units are too many for a ring', () => {
    expect(fanPlaces(MOST_IN_FAN + 1)).toBeNull();
  });

  const stack = (count: number, x: number, y: number, width = 900) => ({
    unitIds: Array.from({ length: count }, (_, index) => index),
    x,
    y,
    width,
    height: 600,
  });

  it('is a ring in the open, and a list where a name would leave the map', () => {
    expect(fanLayout(stack(2, 450, 300)).kind).toBe('ring');
    expect(fanLayout(stack(2, 40, 300)).kind).toBe('list');
    expect(fanLayout(stack(8, 450, 20)).kind).toBe('list');
    expect(fanLayout(stack(2, 180, 300, 360)).kind).toBe('list');
  });

  it('keeps the list on the map, beside the place', () => {
    expect(fanLayout(stack(30, 450, 300))).toEqual({ kind: 'list', left: 466, top: 164 });
    expect(fanLayout(stack(30, 890, 590))).toEqual({ kind: 'list', left: 634, top: 320 });
    expect(fanLayout(stack(30, 180, 5, 360))).toEqual({ kind: 'list', left: 8, top: 8 });
  });
});
