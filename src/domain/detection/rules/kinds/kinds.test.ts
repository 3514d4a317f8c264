import { describe, expect, it } from 'vitest';
import { probeOf } from '../../../geometry/index.ts';
import { IGNITION, type AttributeValue } from '../../../telemetry/index.ts';
import { createMotion, type Motion } from '../../trips/index.ts';
import { PlaceSet, placeSetOf } from '../places/index.ts';
import {
  completeCondition,
  createRuleReport,
  evaluateCondition,
  figureOf,
  foreseeCondition,
  figurePlace,
  isComplete,
  MOTIONS,
  newCondition,
  sensorPlaces,
  silenceOf,
  type RuleCondition,
  type RuleReport,
  type Truth,
} from './index.ts';

const report = (more: Partial<RuleReport> = {}): RuleReport => ({ ...createRuleReport(), ...more });
const evaluate = (condition: RuleCondition, more: Partial<RuleReport>, before: Truth = null) =>
  evaluateCondition(condition, report(more), more.columns ? 0 : -1, before);

describe('the value of a sensor', () => {
  const beyond = { ...newCondition('sensor'), sensor: 'Coolant', minimum: -5, maximum: 8 };
  const of = (condition: RuleCondition, values: readonly number[]) =>
    values.map((value) => evaluate(condition, { columns: [[value]] }));

  it('is beyond the bounds, which do not count as beyond', () => {
    expect(of(beyond, [-5.1, -5, 0, 8, 8.1])).toEqual([true, false, false, false, true]);
    expect(of({ ...beyond, minimum: null }, [-100, 8, 9])).toEqual([false, false, true]);
  });

  it('or within them, which belong to it', () => {
    const within = { ...beyond, condition: 'inside' } as const;
    expect(of(within, [-5.1, -5, 8, 8.1])).toEqual([false, true, true, false]);
    expect(of({ ...within, minimum: null }, [-100, 8, 9])).toEqual([true, true, false]);
  });

  it('has to come back by the margin before it holds no more', () => {
    const run = (condition: RuleCondition, values: readonly number[]) => {
      let before: Truth = null;
      return values.map((value) => (before = evaluate(condition, { columns: [[value]] }, before) ?? before));
    };
    const values = [8, 9, 7, 6, 7, 9, -4, -6, -3];
    const wide = { ...beyond, figure_margin: 2 };
    expect(run(wide, values)).toEqual([false, true, true, false, false, true, true, true, false]);
    const within = { ...wide, condition: 'inside' } as const;
    expect(run(within, [8, 10, 10.1, 9, -5, -7, -7.1])).toEqual([true, true, false, false, true, true, false]);
    const parameter = {
      ...newCondition('parameter'),
      parameter: 'adc1',
      parameter_test: 'outside',
      maximum: 8,
      figure_margin: 2,
    } as const;
    let before: Truth = null;
    const said = [9, 7, 6, 7].map((value) => {
      const own = report({ attribute: () => value });
      return (before = evaluateCondition(parameter, own, -1, before) ?? before);
    });
    expect(said).toEqual([true, true, false, false]);
  });

  it('has no margin beyond which it could never end', () => {
    expect([6, 6.5, 7].map((margin) => isComplete({ ...beyond, figure_margin: margin }))).toEqual([true, true, false]);
    expect(isComplete({ ...beyond, condition: 'inside', figure_margin: 70 })).toBe(true);
    expect(isComplete({ ...beyond, minimum: null, figure_margin: 70 })).toBe(true);
  });

  it('is not known where a report says none, negated or not', () => {
    for (const condition of ['inside', 'outside'] as const)
      for (const negated of [false, true]) {
        expect(of({ ...beyond, condition, negated }, [Number.NaN])).toEqual([null]);
        expect(evaluate({ ...beyond, condition, negated }, {})).toBeNull();
      }
  });
});

describe('the speed', () => {
  const over = { ...newCondition('speed'), limit: 90, margin: 5 };
  const run = (condition: RuleCondition, speeds: readonly number[]) => {
    let before: Truth = null;
    return speeds.map((speed) => (before = evaluate(condition, { speed }, before) ?? before));
  };

  it('has to come back by the margin before it is over the limit no more', () => {
    expect(run(over, [90, 91, 90, 86, 85, 89, 91])).toEqual([false, true, true, true, false, false, true]);
    expect(run({ ...over, margin: 0 }, [91, 90])).toEqual([true, false]);
    expect(run({ ...over, comparison: 'under', limit: 10 }, [10, 9, 12, 14, 15, 12])).toEqual([
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });

  it('has the same margin when it is negated', () => {
    expect(run({ ...over, negated: true }, [91, 86, 85, 89])).toEqual([false, false, true, true]);
  });

  it('is not known of a report without one', () => {
    expect([evaluate(over, {}), evaluate({ ...over, negated: true }, {})]).toEqual([null, null]);
  });
});

it('the ignition is on or off, or not known', () => {
  const states = [IGNITION.on, IGNITION.off, IGNITION.unknown];
  const of = (more: Partial<RuleCondition>) =>
    states.map((ignition) => evaluate({ ...newCondition('ignition'), ...more }, { ignition }));
  expect(of({})).toEqual([true, false, null]);
  expect(of({ ignition: 'off' })).toEqual([false, true, null]);
  expect(of({ negated: true })).toEqual([false, true, null]);
});

it('an alarm is one of the word whatever its case, or any', () => {
  const of = (alarm: string, said: string) => evaluate({ ...newCondition('alarm'), alarm }, { alarm: said });
  expect([of('sos', 'SOS'), of('sos', 'tow'), of('sos', ''), of('', 'tow'), of('', '')]).toEqual([
    true,
    false,
    false,
    true,
    false,
  ]);
});

describe('what the unit does', () => {
  const of = (motion: RuleCondition['motion'], now: Partial<Motion>, negated = false) => {
    const condition = { ...newCondition('motion'), motion, negated };
    const said = report({ motion: { ...createMotion(), ...now } });
    const { at, truth } = foreseeCondition(condition, said);
    return [evaluateCondition(condition, said, -1, null), at, truth];
  };
  const never = Number.POSITIVE_INFINITY;

  it('is that it moves, until nobody has heard of it for too long', () => {
    const moving = { status: 'moving', until: 9, onTrip: true, idles: false } as const;
    expect([of('moving', moving), of('stopped', moving), of('trip', moving), of('parked', moving)]).toEqual([
      [true, 9, null],
      [false, 9, null],
      [true, 9, null],
      [false, 9, null],
    ]);
    expect(of('moving', moving, true)).toEqual([false, 9, null]);
    expect(of('trip', { ...moving, onTrip: false })[0]).toBe(false);
    expect(of('idling', moving)).toEqual([false, never, null]);
  });

  it('or that it stands, which time alone makes a parking and the end of a trip', () => {
    const standing = { status: 'standing', until: 9, onTrip: true, idles: true, idlesUntil: 5 } as const;
    expect([of('moving', standing), of('stopped', standing), of('trip', standing), of('parked', standing)]).toEqual([
      [false, never, null],
      [true, never, null],
      [true, 9, false],
      [false, 9, true],
    ]);
    expect([of('parked', standing, true), of('trip', standing, true)]).toEqual([
      [true, 9, false],
      [false, 9, true],
    ]);
    expect(of('idling', standing)).toEqual([true, 5, null]);
    expect(of('trip', { ...standing, onTrip: false })).toEqual([false, never, null]);
    expect(of('parked', { status: 'parked', until: never })).toEqual([true, never, null]);
  });

  it('is not known of a unit whose trips are not looked for', () => {
    for (const motion of MOTIONS) expect(of(motion, { status: 'off' })).toEqual([null, never, null]);
  });
});

it('silence begins so long after the last report, or after the rule was made', () => {
  const silent = { ...newCondition('silence'), silence: 600 };
  expect([evaluate(silent, {}), evaluate({ ...silent, negated: true }, {})]).toEqual([false, true]);
  expect({ ...foreseeCondition(silent, report({ time: 7 })) }).toEqual({ at: 600_007, truth: true });
  expect(foreseeCondition({ ...silent, negated: true }, report()).truth).toBe(false);
  expect([silenceOf(silent, 5), silenceOf(newCondition('speed'), 5)]).toEqual([600_005, Number.POSITIVE_INFINITY]);
});

it('GPS is lost with a report that has no valid position of its own', () => {
  expect([evaluate(newCondition('fix'), {}), evaluate(newCondition('fix'), { hasFix: true })]).toEqual([true, false]);
});

describe('a parameter of the report', () => {
  const of = (condition: Partial<RuleCondition>, value: AttributeValue | undefined) =>
    evaluate(
      { ...newCondition('parameter'), parameter: 'door', ...condition },
      { attribute: (name) => (name === 'door' ? value : undefined) },
    );

  it('equals a text, whatever its case', () => {
    const open = { parameter_text: 'Open' };
    expect(['OPEN', 'open ', 'closed', undefined, ''].map((value) => of(open, value))).toEqual([
      true,
      false,
      false,
      null,
      null,
    ]);
    expect([of({ parameter_text: 'true' }, true), of({ parameter_text: '1' }, 1)]).toEqual([true, true]);
    expect(of({ ...open, parameter: 'other' }, 'open')).toBeNull();
  });

  it('or is a number within or beyond bounds', () => {
    const within = { parameter_test: 'inside', minimum: 1, maximum: 2 } as const;
    expect([1, 2, 2.1, '1.5', 'x', true].map((value) => of(within, value))).toEqual([
      true,
      true,
      false,
      true,
      null,
      true,
    ]);
    expect(of({ ...within, parameter_test: 'outside' }, 2.1)).toBe(true);
  });

  it('has a figure where it is compared as a number', () => {
    const said = report({ attribute: () => 11.2 });
    const low = { ...newCondition('parameter'), parameter: 'volts', parameter_test: 'outside', minimum: 12 } as const;
    expect([figureOf(low, said, -1), figureOf({ ...low, parameter_test: 'equal' }, said, -1)]).toEqual([11.2, null]);
  });
});

it('a condition of before others had their fields is complete', () => {
  const { silence: _, motion: __, ...old } = newCondition('speed');
  expect(completeCondition({ ...old, limit: 80 })).toEqual({ ...newCondition('speed'), limit: 80 });
});

it('the figure is that of the first condition that has one', () => {
  const conditions = [newCondition('ignition'), newCondition('speed'), newCondition('sensor')];
  expect(figurePlace({ conditions })).toBe(1);
  expect(figurePlace({ conditions: [newCondition('alarm')] })).toBe(-1);
  expect(figureOf(conditions[1], report({ speed: 80 }), -1)).toBe(80);
  expect(figureOf(conditions[1], report(), -1)).toBeNull();
  expect(figureOf(conditions[2], report({ columns: [[1], [2]] }), 1)).toBe(2);
});

it('a unit without a sensor is watched as far as the others suffice', () => {
  const conditions = [{ ...newCondition('sensor'), sensor: 'Tank' }, newCondition('speed')];
  const placeOf = (name: string) => (name === 'Tank' ? 3 : -1);
  expect(sensorPlaces({ match: 'all', conditions }, placeOf)).toEqual([3, -1]);
  expect(sensorPlaces({ match: 'all', conditions }, () => -1)).toBeNull();
  expect(sensorPlaces({ match: 'any', conditions }, () => -1)).toEqual([-1, -1]);
  expect(sensorPlaces({ match: 'any', conditions: conditions.slice(0, 1) }, () => -1)).toBeNull();
});

it('a condition is complete once its parameters make sense', () => {
  expect(isComplete(newCondition('sensor'))).toBe(false);
  expect(isComplete({ ...newCondition('sensor'), sensor: 'Tank', minimum: 0 })).toBe(true);
  expect(isComplete(newCondition('speed'))).toBe(false);
  expect(isComplete({ ...newCondition('speed'), limit: 0 })).toBe(true);
  expect(isComplete({ ...newCondition('silence'), silence: null })).toBe(false);
  const raw = { ...newCondition('parameter'), parameter: 'door' };
  expect([isComplete(raw), isComplete({ ...raw, parameter_text: 'open' })]).toEqual([false, true]);
  expect([isComplete({ ...raw, parameter_test: 'inside' })]).toEqual([false]);
  expect([isComplete(newCondition('motion')), isComplete(newCondition('fix'))]).toEqual([true, true]);
  expect([isComplete(newCondition('ignition')), isComplete(newCondition('alarm'))]).toEqual([true, true]);
});

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

describe('the driver', () => {
  const of = (driver: RuleCondition['driver'], more: Partial<RuleCondition> = {}) =>
    [
      { hasKey: false, isKnown: false, operators: [] },
      { hasKey: true, isKnown: false, operators: [] },
      { hasKey: true, isKnown: true, operators: [3] },
      { hasKey: false, isKnown: false, operators: [4] },
    ].map((found) => evaluate({ ...newCondition('driver'), driver, ...more }, { driver: found }));

  it('is somebody, nobody, an unknown key or one of the chosen', () => {
    expect(of('signedIn')).toEqual([false, true, true, true]);
    expect(of('nobody')).toEqual([true, false, false, false]);
    expect(of('unknownKey')).toEqual([false, true, false, false]);
    expect(of('operators', { operator_ids: [3] })).toEqual([false, false, true, false]);
  });

  it('is not known where nobody looked', () => {
    expect(evaluate(newCondition('driver'), {})).toBeNull();
    expect(isComplete({ ...newCondition('driver'), driver: 'operators' })).toBe(false);
  });
});
