import { describe, expect, it } from 'vitest';
import type { FleetColumns } from '../../../streams/pipeline/fleetColumns.ts';
import { nearestUnits } from './nearest.ts';

/** Units 1…n at the given places; an empty one never reported. */
function fleetAt(places: readonly (readonly [longitude: number, latitude: number] | null)[]): FleetColumns {
  const part: Partial<FleetColumns> = {
    slotOf: (unitId) => (unitId <= places.length ? unitId - 1 : -1),
    times: Float64Array.from(places, (place) => (place === null ? 0 : 1)),
    drawnAt: (slot, _now, out) => out.set(places[slot] ?? [Number.NaN, Number.NaN]),
  };
  return part as FleetColumns;
}

const POINT = { latitude: 35.7, longitude: 51.4 };

describe('nearest units', () => {
  it('ranks by the way to where each is drawn, with the direction it lies in', () => {
    const fleet = fleetAt([[51.5, 35.7], [51.4, 35.71], null, [51.4, 35.6]]);
    const found = nearestUnits(fleet, [1, 2, 3, 4, 5], POINT, 0, 10);
    expect(found.map(({ unitId }) => unitId)).toEqual([2, 1, 4]);
    expect(found[0].distance).toBeCloseTo(1_112, 0);
    expect(found.map(({ direction }) => Math.round(direction))).toEqual([0, 90, 180]);
  });

  it('keeps the nearest few of many, in whatever order they come', () => {
    const fleet = fleetAt(Array.from({ length: 50 }, (_, index) => [51.4 + ((index * 37) % 50) * 0.01, 35.7] as const));
    const found = nearestUnits(
      fleet,
      Array.from({ length: 50 }, (_, index) => index + 1),
      POINT,
      0,
      5,
    );
    expect(found).toHaveLength(5);
    expect(found.map(({ distance }) => Math.round(distance / 900))).toEqual([0, 1, 2, 3, 4]);
  });
});
