import { describe, expect, it } from 'vitest';
import { probeOf } from '../../../../geometry/index.ts';
import { ROAD_CLASSES, type RoadClass } from '../../../../road/index.ts';
import type { AttributeValue } from '../../../../telemetry/index.ts';
import { PlaceSet } from '../../places/index.ts';
import { evaluateCondition } from '../index.ts';
import { evaluate, of, problemsOf, report, truthsOf, type Said } from '../testing/conditions.ts';

describe('the limit of the road', () => {
  const over = of('roadLimit', { excess: 10, margin: 5 });

  it('is what the device reports, in its measure', () => {
    const at = (speed: number, limit: AttributeValue) => evaluate(over, { speed, said: { speed_limit: limit } });
    expect([at(60, 50), at(60.1, 50), at(60.1, '50')]).toEqual([false, true, true]);
    const miles = of('roadLimit', { excess: 0, limit_parameter: 'road', limit_unit: 'mph' });
    expect(evaluate(miles, { speed: 49, said: { road: 30 } })).toBe(true);
    expect(evaluate(miles, { speed: 48, said: { road: 30 } })).toBe(false);
  });

  it('is not known where the device says none, 0 or no number, negated or not', () => {
    for (const negated of [false, true])
      for (const said of [{}, { speed_limit: 0 }, { speed_limit: '' }, { speed_limit: 'x' }, { speed_limit: true }])
        expect(evaluate({ ...over, negated }, { speed: 200, said })).toBeNull();
    expect(evaluate(over, { said: { speed_limit: 50 } })).toBeNull();
  });

  it('is that of the class of road under the fix, where the map knows one', () => {
    const byMap = of('roadLimit', { limit_source: 'map', excess: 10, margin: 5 });
    const on = (roadClass: RoadClass | null, speed: number, more: Said = {}) => {
      const roads = { classAt: () => roadClass };
      return evaluate(byMap, { speed, latitude: 47, longitude: 9.5, roads, ...more });
    };
    expect([on('residential', 60), on('residential', 60.1), on('motorway', 60.1)]).toEqual([false, true, false]);
    // What the device reports does not count.
    expect(on('residential', 60, { said: { speed_limit: 20 } })).toBe(false);
    const unlimited = { ...byMap, class_limits: { ...byMap.class_limits, residential: null } };
    const roads = { classAt: () => 'residential' as const };
    expect(evaluate(unlimited, { speed: 90, latitude: 47, longitude: 9.5, roads })).toBeNull();
  });

  it('is unknown where the map knows no road, and not looked for where it does not matter', () => {
    const byMap = of('roadLimit', { limit_source: 'map' });
    let asked = 0;
    const roads = { classAt: () => (asked++, null) };
    for (const negated of [false, true]) {
      const condition = { ...byMap, negated };
      expect(evaluate(condition, { speed: 150, latitude: 47, longitude: 9.5, roads })).toBeNull();
      expect(evaluate(condition, { speed: 150, roads })).toBeNull();
      expect(evaluate(condition, { speed: 150, latitude: 47, longitude: 9.5 })).toBeNull();
      expect(evaluate(condition, { latitude: 47, longitude: 9.5, roads })).toBeNull();
    }
    expect(asked).toBe(2);
    // Slower than any road allows.
    expect([evaluate(byMap, { speed: 25, latitude: 47, longitude: 9.5, roads }), asked]).toEqual([false, 2]);
  });

  it('is that of the geofence that the unit is in, of several the highest', () => {
    const circle = (longitude: number, limit: number | null) => ({
      probe: probeOf({ type: 'circle', center: [longitude, 52], radius: 500 }),
      limit,
    });
    const places = [new PlaceSet([circle(13, 50), circle(13.005, 30), circle(13.1, null)])];
    const byZone = of('roadLimit', { limit_source: 'zone', zone_ids: [1, 2, 3], excess: 0, margin: 5 });
    const at = (longitude: number, speed: number) =>
      evaluateCondition(byZone, report({ speed, latitude: 52, longitude, places }), 0, null);
    expect([at(13, 50), at(13, 50.1), at(13.0025, 45), at(13.01, 31)]).toEqual([false, true, false, true]);
    // In one without a limit, and outside of all, anything goes.
    expect([at(13.1, 200), at(14, 200)]).toEqual([false, false]);
    expect(evaluate(byZone, { speed: 200, latitude: 52, longitude: 13 })).toBeNull();
    expect(evaluateCondition(byZone, report({ speed: 200, places }), 0, null)).toBeNull();
    const after = (speed: number) =>
      evaluateCondition(byZone, report({ speed, latitude: 52, longitude: 13, places }), 0, true);
    expect([after(46), after(45)]).toEqual([true, false]);
  });

  it('has to be kept by the margin before it counts again', () => {
    const run = truthsOf(
      over,
      [61, 57, 55, 57].map((speed, time) => ({ time, speed, said: { speed_limit: 50 } })),
    );
    expect(run).toEqual([true, true, false, false]);
  });
});

it('refuses values that make no sense, each at its field', async () => {
  expect(await problemsOf('roadLimit', { limit_parameter: '', excess: -1 })).toEqual(
    expect.arrayContaining(['excess validation.min']),
  );
  expect(await problemsOf('roadLimit', { limit_parameter: '' })).toEqual(['limit_parameter validation.required']);
  const noLimits = Object.fromEntries(ROAD_CLASSES.map((roadClass) => [roadClass, null]));
  expect(await problemsOf('roadLimit', { limit_source: 'map', limit_parameter: '' })).toEqual([]);
  expect(await problemsOf('roadLimit', { limit_source: 'zone' })).toEqual(['zone_ids validation.rulePlaces']);
  expect(await problemsOf('roadLimit', { limit_source: 'map', class_limits: noLimits })).toEqual([
    'class_limits.motorway validation.required',
  ]);
  const wrong = { ...noLimits, primary: 999, trunk: 'fast' };
  expect(await problemsOf('roadLimit', { limit_source: 'map', class_limits: wrong })).toEqual(
    expect.arrayContaining(['class_limits.primary validation.max', 'class_limits.trunk validation.invalid']),
  );
});
