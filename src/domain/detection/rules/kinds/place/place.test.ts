import { describe, expect, it } from 'vitest';
import { probeOf } from '../../../../geometry/index.ts';
import { PlaceSet, placeSetOf } from '../../places/index.ts';
import { evaluateCondition, isComplete, newCondition, type RuleCondition, type Truth } from '../index.ts';
import { report } from '../testing/conditions.ts';

describe('the place', () => {
  const set = new PlaceSet([{ probe: probeOf({ type: 'circle', center: [13, 52], radius: 100 }), limit: null }]);
  const north = (metres: number): number => 52 + metres / 111_195;
  const inside = newCondition('place');
  /** Fixes so many metres north of the middle; NaN: a report without one. */
  const run = (condition: RuleCondition, fixes: readonly number[], of = set) => {
    let before: Truth = null;
    let last = Number.NaN;
    return fixes.map((metres) => {
      const more = { places: [of], latitude: north(metres), longitude: 13, fixMargin: 15 };
      const found = evaluateCondition(
        condition,
        report({ ...more, latitudeBefore: north(last), longitudeBefore: 13 }),
        0,
        before,
      );
      if (!Number.isNaN(metres)) last = metres;
      return (before = found ?? before);
    });
  };

  it('changes with one fix beyond the margin, or two beyond the edge', () => {
    expect(run(inside, [200, 80, 90, 120, 80])).toEqual([false, true, true, false, true]);
    expect(run(inside, [200, 95, 105, 95, 95, 105, 95, 105, 105])).toEqual([
      false,
      false,
      false,
      false,
      true,
      true,
      true,
      true,
      false,
    ]);
    expect(run({ ...inside, negated: true }, [0, 200, 0])).toEqual([false, true, false]);
  });

  it('stays as it was with reports that have no fix', () => {
    expect(run(inside, [0, Number.NaN, Number.NaN])).toEqual([true, true, true]);
    expect(run(inside, [Number.NaN, 0])).toEqual([null, true]);
  });

  it('may ask for units that come, or go, and not for those that are there', () => {
    expect(run({ ...inside, crossing: true }, [0, 0, 200, 0])).toEqual([null, null, false, true]);
    expect(run({ ...inside, crossing: true, negated: true }, [200, 0, 200])).toEqual([null, false, true]);
  });

  it('is unknown, inside and outside, where there is no geometry', () => {
    for (const negated of [false, true])
      expect(run({ ...inside, negated }, [0, 200], new PlaceSet([]))).toEqual([null, null]);
    expect(evaluateCondition(inside, report({ latitude: 52, longitude: 13, places: [null] }), 0, null)).toBeNull();
  });

  it('is any of many, across the date line too', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({
      probe: probeOf({ type: 'circle', center: [index === 0 ? 180 : index, 0], radius: 1_000 }),
      limit: index,
    }));
    for (const shapes of [many.slice(0, 3), many]) {
      const places = new PlaceSet(shapes);
      expect([places.limitAt(0, 1), places.limitAt(0, 2.005), places.limitAt(0, 1.5)]).toEqual([
        1,
        2,
        Number.POSITIVE_INFINITY,
      ]);
      for (const longitude of [-179.995, 179.995, 1, 2.005]) expect(places.depth(0, longitude, 15)).toBe(15);
      for (const longitude of [-179.98, 1.5]) expect(places.depth(0, longitude, 15)).toBe(-15);
    }
  });

  it('needs a geofence or a group, or a whole point', () => {
    expect(isComplete(inside)).toBe(false);
    expect(isComplete({ ...inside, zone_group_ids: [3] })).toBe(true);
    const point = { ...inside, place: 'point', latitude: 52, longitude: 13 } as const;
    expect(isComplete(point)).toBe(false);
    expect(isComplete({ ...point, radius: 100 })).toBe(true);
    const depthOf = (condition: RuleCondition) =>
      placeSetOf(condition, { zone: () => null, group: () => null })?.depth(52, 13, 15);
    expect(depthOf({ ...point, radius: 100 })).toBe(15);
    expect(depthOf({ ...inside, zone_ids: [1] })).toBeUndefined();
  });
});
