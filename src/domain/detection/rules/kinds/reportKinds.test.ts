import { describe, expect, it } from 'vitest';
import { MINUTE, RULE, SECOND } from '../../../base/index.ts';
import { probeOf } from '../../../geometry/index.ts';
import { ROAD_CLASSES, type RoadClass } from '../../../road/index.ts';
import type { AttributeValue } from '../../../telemetry/index.ts';
import { createMotion } from '../../trips/index.ts';
import { PlaceSet } from '../places/index.ts';
import {
  ConditionMemory,
  conditionsField,
  createRuleReport,
  evaluateCondition,
  figureOf,
  figureType,
  isComplete,
  newCondition,
  type ConditionKindName,
  type RuleCondition,
  type RuleReport,
  type Truth,
} from './index.ts';

type Said = Partial<RuleReport> & { readonly said?: Readonly<Partial<Record<string, AttributeValue>>> };
const report = ({ said = {}, ...more }: Said = {}): RuleReport => ({
  ...createRuleReport(),
  attribute: (name) => said[name],
  ...more,
});
const evaluate = (condition: RuleCondition, said: Said) => evaluateCondition(condition, report(said), -1, null);
const of = (kind: ConditionKindName, more: Partial<RuleCondition> = {}): RuleCondition => ({
  ...newCondition(kind),
  ...more,
});

/** What a rule of this condition alone makes of reports one after another, and of the time between them. */
function follow(condition: RuleCondition, reports: readonly Said[]): readonly (readonly [Truth, Truth])[] {
  const test = { match: 'all', hold: 0, conditions: [condition] } as const;
  let memory = new ConditionMemory(test, { truths: [null] });
  return reports.map((said) => {
    const heard = report(said);
    if (memory.next < heard.time) memory.pass(heard.time - 1);
    const [before] = memory.truths;
    memory.hear(heard, [-1]);
    // As a restart between any two reports does.
    memory = new ConditionMemory(test, JSON.parse(JSON.stringify(memory.state())));
    return [before, memory.truths[0]];
  });
}
const truthsOf = (condition: RuleCondition, reports: readonly Said[]) =>
  follow(condition, reports).map(([, truth]) => truth);

async function problemsOf(kind: ConditionKindName, more: object): Promise<string[]> {
  const condition = { ...newCondition(kind), ...more };
  return conditionsField.validate([condition], { abortEarly: false }).then(
    () => [],
    ({ inner }: { inner: { path: string; message: string }[] }) =>
      inner.map(({ path, message }) => `${path.replace(/^\[0\]\./, '')} ${message}`),
  );
}

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

describe('harsh driving', () => {
  const braking = of('harsh', { force: 0.4 });
  const change = (speedBefore: number, speed: number, seconds = 1): Said => ({
    time: seconds * SECOND,
    speedTime: 0,
    speedBefore,
    speed,
  });

  it('is a force that the device reports, whatever else it says', () => {
    const reported = { ...braking, force_parameter: 'axis_x', force_unit: 'mg' } as const;
    const at = (value: AttributeValue, more: Said = {}) => evaluate(reported, { said: { axis_x: value }, ...more });
    expect([at(-450), at(399), at(399, { alarm: 'hard_braking' })]).toEqual([true, false, false]);
    expect(figureOf(reported, report({ said: { axis_x: -450 } }), -1)).toBeCloseTo(0.45);
    const metres = { ...reported, force_unit: 'ms2' } as const;
    expect([evaluate(metres, { said: { axis_x: 4 } }), evaluate(metres, { said: { axis_x: 3.9 } })]).toEqual([
      true,
      false,
    ]);
  });

  it('or its own event, in either way that devices say it', () => {
    expect(evaluate(braking, { alarm: 'hard_braking' })).toBe(true);
    expect(evaluate(braking, { said: { harsh_event: 'braking' } })).toBe(true);
    expect(evaluate(braking, { said: { harsh_event: 'cornering' } })).toBeNull();
    expect(evaluate(of('harsh', { harsh: 'crash' }), { alarm: 'accident' })).toBe(true);
  });

  it('or how the speed changed in a few seconds', () => {
    // 0.4 g are 14.1 km/h in a second.
    expect([evaluate(braking, change(60, 45)), evaluate(braking, change(60, 46.5))]).toEqual([true, false]);
    expect(evaluate(braking, change(45, 60))).toBe(false);
    expect(evaluate({ ...braking, harsh: 'acceleration' }, change(45, 60))).toBe(true);
    expect(figureOf(braking, report(change(60, 45)), -1)).toBeCloseTo(0.425, 2);
    expect([evaluate(braking, change(160, 0, 10)), evaluate(braking, change(160, 0, 11))]).toEqual([true, null]);
  });

  it('or how fast it turned, over north too', () => {
    const cornering = { ...braking, harsh: 'cornering' } as const;
    const turn = (courseBefore: number, course: number, speed = 50): Said => ({
      ...change(speed, speed),
      courseBefore,
      course,
    });
    expect([evaluate(cornering, turn(350, 10)), evaluate(cornering, turn(10, 350))]).toEqual([true, true]);
    expect([evaluate(cornering, turn(350, 0)), evaluate(cornering, turn(350, 10, 9))]).toEqual([false, null]);
    expect(evaluate(cornering, change(50, 50))).toBeNull();
  });

  it('is over with the next report, or a few seconds later without one', () => {
    const run = follow(braking, [
      { time: 0, alarm: 'hard_braking' },
      { ...change(50, 50, 5) },
      { time: 6 * SECOND, alarm: 'hard_braking' },
      { time: 60 * SECOND, alarm: 'hard_braking' },
    ]);
    expect(run).toEqual([
      [null, true],
      [true, false],
      [false, true],
      [false, true],
    ]);
  });
});

describe('a digital input', () => {
  it('is a bit of all inputs, or an attribute of its own', () => {
    const third = of('input', { input: 3 });
    const at = (said: Record<string, AttributeValue>) => evaluate(third, { said });
    expect([at({ digital_inputs: 4 }), at({ digital_inputs: 3 }), at({})]).toEqual([true, false, null]);
    expect([at({ in3: 1 }), at({ in3: false, digital_inputs: 4 }), at({ in3: 'ON' }), at({ in3: '?' })]).toEqual([
      true,
      false,
      true,
      null,
    ]);
    expect(evaluate(of('input', { input: 32 }), { said: { digital_inputs: 2 ** 31 } })).toBe(true);
    expect([-1, 1.5, 'x'].map((bits) => at({ digital_inputs: bits }))).toEqual([null, null, null]);
    expect(evaluate({ ...third, input_state: 'off' }, { said: { digital_inputs: 3 } })).toBe(true);
  });

  it('changes with a report, each time anew, and not with the first', () => {
    const states = [1, 1, 0, 1, 1, undefined, 0];
    const run = follow(
      of('input', { input_state: 'changed' }),
      states.map((state, time) => ({
        time: time * SECOND,
        said: state === undefined ? {} : { digital_inputs: state },
      })),
    );
    expect(run).toEqual([
      [null, null],
      [null, false],
      [false, true],
      [false, true],
      [false, false],
      [false, false],
      [false, true],
    ]);
  });
});

describe('a counter', () => {
  const each = of('counter', { counter_at: 100 });
  const at = (condition: RuleCondition, mileageBefore: number, mileage: number) =>
    evaluate(condition, { mileageBefore, mileage });

  it('reaches a multiple between two reports, or a figure once', () => {
    expect([at(each, 99, 100), at(each, 100, 199), at(each, 199, 450), at(each, 450, 20)]).toEqual([
      true,
      false,
      true,
      false,
    ]);
    const once = { ...each, counter_repeats: false };
    expect([at(once, 99, 100), at(once, 100, 201), at(once, 0, 500)]).toEqual([true, false, true]);
    expect(evaluate({ ...each, counter: 'engineHours' }, { engineHoursBefore: 299.5, engineHours: 300.1 })).toBe(true);
  });

  it('is not known where one of the two reports says none', () => {
    expect([at(each, Number.NaN, 100), at(each, 99, Number.NaN)]).toEqual([null, null]);
  });

  it('counts again with the very next report', () => {
    const run = follow(each, [
      { time: 0, mileageBefore: 90, mileage: 110 },
      { time: SECOND, mileageBefore: 110, mileage: 210 },
      { time: 2 * SECOND, mileageBefore: 210, mileage: 220 },
    ]);
    expect(run).toEqual([
      [null, true],
      [false, true],
      [false, false],
    ]);
  });

  it('has a figure in the measure of its sensor', () => {
    expect([figureOf(each, report({ mileage: 110 }), -1), figureType(each)]).toEqual([110, 'mileage']);
    expect(figureType({ ...each, counter: 'engineHours' })).toBe('engine_hours');
    expect(figureType(newCondition('sensor'))).toBeNull();
  });
});

it('an odometer goes back by so much or more', () => {
  const back = of('rollback', { rollback: 2 });
  const at = (mileageBefore: number, mileage: number) => evaluate(back, { mileageBefore, mileage });
  expect([at(100, 98), at(100, 98.1), at(98, 100), at(Number.NaN, 5), at(100, Number.NaN)]).toEqual([
    true,
    false,
    false,
    null,
    null,
  ]);
  expect(figureOf(back, report({ mileageBefore: 100, mileage: 40 }), -1)).toBe(60);
});

it('reports are too many in a period of the clock, which ends that', () => {
  const many = of('messages', { messages: 2, period: 10 });
  const run = follow(
    many,
    [0, 1, 2, 2, 9, 10, 11, 12].map((minute) => ({ time: minute * MINUTE })),
  );
  expect(run.map(([, truth]) => truth)).toEqual([false, false, true, true, true, false, false, true]);
  // By the clock alone.
  expect(
    follow(
      many,
      [0, 1, 2, 30].map((minute) => ({ time: minute * MINUTE })),
    )[3],
  ).toEqual([false, false]);
  expect(truthsOf({ ...many, negated: true }, [{ time: 0 }, { time: 1 }, { time: 2 }])).toEqual([true, true, false]);
});

describe('driving time', () => {
  const limit = of('driving', { driving_minutes: 60, rest_minutes: 15 });
  const drive = (minute: number, moves: boolean, driver: number | null = null): Said => ({
    time: minute * MINUTE,
    motion: { ...createMotion(), status: moves ? 'moving' : 'standing' },
    driver: driver === null ? null : { hasKey: driver > 0, isKnown: true, operators: driver > 0 ? [driver] : [] },
  });
  /** A report every five minutes in each of the stretches, of so many minutes. */
  function tour(stretches: readonly (readonly [moves: boolean, minutes: number, driver?: number])[]): Said[] {
    let minute = 0;
    return [
      ...stretches.flatMap(([moves, minutes, driver]) => {
        const begin = minute;
        const own = [];
        for (; minute < begin + minutes; minute += 5) own.push(drive(minute, moves, driver ?? null));
        return own;
      }),
      drive(minute, stretches[0][0]),
    ];
  }
  const firstTrue = (condition: RuleCondition, reports: readonly Said[]): number =>
    truthsOf(condition, reports).indexOf(true) * 5;

  it('adds up through pauses, and begins again after a rest', () => {
    expect(firstTrue(limit, tour([[true, 90]]))).toBe(60);
    expect(
      firstTrue(
        limit,
        tour([
          [true, 50],
          [false, 10],
          [true, 30],
        ]),
      ),
    ).toBe(70);
    expect(
      truthsOf(
        limit,
        tour([
          [true, 50],
          [false, 20],
          [true, 50],
        ]),
      ),
    ).not.toContain(true);
  });

  it('begins again with another driver, and not with the same who comes back', () => {
    expect(
      truthsOf(
        limit,
        tour([
          [true, 50, 7],
          [true, 50, 8],
        ]),
      ),
    ).not.toContain(true);
    expect(
      firstTrue(
        limit,
        tour([
          [true, 50, 7],
          [false, 10, 0],
          [true, 50, 7],
        ]),
      ),
    ).toBe(70);
  });

  it('is not what nobody reported, and ends by the clock while it rests', () => {
    expect(truthsOf(limit, [drive(0, true), drive(90, true), drive(91, true)])).toEqual([false, false, false]);
    const over = [...tour([[true, 60]]).slice(0, -1), drive(60, true), drive(61, false), drive(120, false)];
    expect(follow(limit, over).at(-1)).toEqual([false, false]);
    expect(follow(limit, over).at(-2)).toEqual([true, true]);
  });

  it('over the limit comes by the clock, as long as reports are not too old', () => {
    const test = { match: 'all', hold: 0, conditions: [limit] } as const;
    const memory = new ConditionMemory(test, { truths: [null] });
    for (const said of tour([[true, 58]]).slice(0, -1)) memory.hear(report(said), [-1]);
    expect(memory.next).toBe(60 * MINUTE);
  });

  it('is followed by a rest that is too short', () => {
    const rest = of('driving', { driving: 'rest', rest_minutes: 60 });
    const restOf = (minutes: number) =>
      truthsOf(
        rest,
        tour([
          [true, 30],
          [false, minutes],
          [true, 20],
        ]),
      );
    expect(restOf(40).indexOf(true)).toBe(14);
    expect([restOf(10), restOf(60)].flat()).not.toContain(true);
  });

  it('has hours for a figure', () => {
    const test = { match: 'all', hold: 0, conditions: [limit] } as const;
    const memory = new ConditionMemory(test, { truths: [null] });
    for (const said of tour([[true, 90]])) memory.hear(report(said), [-1]);
    expect(figureOf(limit, report(), -1, memory.memories[0])).toBe(1.5);
  });
});

describe('values that make no sense', () => {
  it('are refused by their field', async () => {
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
    expect(await problemsOf('harsh', { force: '' })).toEqual(['force validation.required']);
    expect(await problemsOf('harsh', { force: RULE.force.max + 1 })).toEqual(['force validation.max']);
    expect(await problemsOf('harsh', { harsh: 'jump' })).toEqual(['harsh validation.oneOf']);
    expect(await problemsOf('input', { input: 33 })).toEqual(['input validation.max']);
    expect(await problemsOf('input', { input: 1.5 })).toEqual(['input validation.integer']);
    expect(await problemsOf('counter', {})).toEqual(['counter_at validation.required']);
    expect(await problemsOf('counter', { counter_at: 0 })).toEqual(['counter_at validation.min']);
    expect(await problemsOf('rollback', { rollback: 'far' })).toEqual(['rollback validation.invalid']);
    expect(await problemsOf('messages', { messages: '', period: 1_441 })).toEqual(
      expect.arrayContaining(['period validation.max']),
    );
    expect(await problemsOf('messages', { messages: '' })).toEqual(['messages validation.required']);
    expect(await problemsOf('driving', { driving_minutes: null, rest_minutes: null })).toEqual([
      'driving_minutes validation.required',
      'rest_minutes validation.required',
    ]);
    expect(await problemsOf('driving', { driving: 'rest', rest_minutes: 15 })).toEqual([
      'rest_minutes validation.ruleRest',
    ]);
  });

  it('of another kind do not count', async () => {
    expect(await problemsOf('ignition', { force: 999, counter_at: -1 })).toEqual([]);
    expect(isComplete(newCondition('roadLimit')) && isComplete(newCondition('harsh'))).toBe(true);
  });
});
