import { describe, expect, it } from 'vitest';
import { RULE, SECOND } from '../../../../base/index.ts';
import type { AttributeValue } from '../../../../telemetry/index.ts';
import { figureOf } from '../index.ts';
import { evaluate, follow, of, problemsOf, report, type Said } from '../testing/conditions.ts';

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

it('refuses values that make no sense, each at its field', async () => {
  expect(await problemsOf('harsh', { force: '' })).toEqual(['force validation.required']);
  expect(await problemsOf('harsh', { force: RULE.force.max + 1 })).toEqual(['force validation.max']);
  expect(await problemsOf('harsh', { harsh: 'jump' })).toEqual(['harsh validation.oneOf']);
});
