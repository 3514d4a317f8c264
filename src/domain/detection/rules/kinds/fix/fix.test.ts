import { expect, it } from 'vitest';
import { newCondition } from '../index.ts';
import { evaluate } from '../testing/conditions.ts';

it('GPS is lost with a report that has no valid position of its own', () => {
  expect([evaluate(newCondition('fix'), {}), evaluate(newCondition('fix'), { hasFix: true })]).toEqual([true, false]);
});
