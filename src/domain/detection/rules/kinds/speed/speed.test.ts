import { describe, expect, it } from 'vitest';
import { newCondition, type RuleCondition, type Truth } from '../index.ts';
import { evaluate } from '../testing/conditions.ts';

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
