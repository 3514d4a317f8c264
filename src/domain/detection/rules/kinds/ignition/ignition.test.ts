import { expect, it } from 'vitest';
import { IGNITION } from '../../../../telemetry/index.ts';
import { newCondition, type RuleCondition } from '../index.ts';
import { evaluate } from '../testing/conditions.ts';

it('the ignition is on or off, or not known', () => {
  const states = [IGNITION.on, IGNITION.off, IGNITION.unknown];
  const of = (more: Partial<RuleCondition>) =>
    states.map((ignition) => evaluate({ ...newCondition('ignition'), ...more }, { ignition }));
  expect(of({})).toEqual([true, false, null]);
  expect(of({ ignition: 'off' })).toEqual([false, true, null]);
  expect(of({ negated: true })).toEqual([false, true, null]);
});
