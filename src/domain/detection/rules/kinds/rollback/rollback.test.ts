import { expect, it } from 'vitest';
import { figureOf } from '../index.ts';
import { evaluate, of, problemsOf, report } from '../testing/conditions.ts';

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

it('refuses values that make no sense, each at its field', async () => {
  expect(await problemsOf('rollback', { rollback: 'far' })).toEqual(['rollback validation.invalid']);
});
