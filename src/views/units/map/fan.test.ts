import { describe, expect, it } from 'vitest';
import { MOST_IN_FAN, fanPlaces } from './fan.ts';

describe('the fan', () => {
  it('lays every unit of a stack where no name hides another', () => {
    for (let count = 2; count <= MOST_IN_FAN; count++) {
      const places = fanPlaces(count) ?? [];
      expect(places).toHaveLength(count);
      for (const [index, one] of places.entries()) {
        for (const other of places.slice(index + 1)) expect(one.side !== other.side || Math.abs(one.y - other.y) >= 28, `${count}`).toBe(true);
      }
    }
  });

  it('keeps away from the place itself, so that the stack stays to be seen', () => {
    expect((fanPlaces(7) ?? []).every(({ x, y }) => Math.hypot(x, y) >= 28)).toBe(true);
  });

  it('is a list when the units are too many for a ring', () => {
    expect(fanPlaces(MOST_IN_FAN + 1)).toBeNull();
  });
});
