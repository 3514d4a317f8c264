import { expect, it } from 'vitest';
import { foreseeCondition, newCondition, silenceOf } from '../index.ts';
import { evaluate, report } from '../testing/conditions.ts';

it('silence begins so long after the last report, or after the rule was made', () => {
  const silent = { ...newCondition('silence'), silence: 600 };
  expect([evaluate(silent, {}), evaluate({ ...silent, negated: true }, {})]).toEqual([false, true]);
  expect({ ...foreseeCondition(silent, report({ time: 7 })) }).toEqual({ at: 600_007, truth: true });
  expect(foreseeCondition({ ...silent, negated: true }, report()).truth).toBe(false);
  expect([silenceOf(silent, 5), silenceOf(newCondition('speed'), 5)]).toEqual([600_005, Number.POSITIVE_INFINITY]);
});
