import { describe, expect, it } from 'vitest';
import { isComplete, newCondition, type RuleCondition } from '../index.ts';
import { evaluate } from '../testing/conditions.ts';

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
