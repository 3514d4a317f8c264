import { describe, expect, it } from 'vitest';
import { SECOND } from '../../../../base/index.ts';
import { figureOf, figureType, newCondition, type RuleCondition } from '../index.ts';
import { evaluate, follow, of, problemsOf, report } from '../testing/conditions.ts';

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

it('refuses values that make no sense, each at its field', async () => {
  expect(await problemsOf('counter', {})).toEqual(['counter_at validation.required']);
  expect(await problemsOf('counter', { counter_at: 0 })).toEqual(['counter_at validation.min']);
});
