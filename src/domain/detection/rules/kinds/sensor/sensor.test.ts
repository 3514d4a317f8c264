import { describe, expect, it } from 'vitest';
import { newCondition, evaluateCondition, isComplete, type RuleCondition, type Truth } from '../index.ts';
import { evaluate, report } from '../testing/conditions.ts';

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
