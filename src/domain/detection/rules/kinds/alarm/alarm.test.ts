import { expect, it } from 'vitest';
import { newCondition } from '../index.ts';
import { evaluate } from '../testing/conditions.ts';

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
