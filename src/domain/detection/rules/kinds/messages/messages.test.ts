import { expect, it } from 'vitest';
import { MINUTE } from '../../../../base/index.ts';
import { follow, of, problemsOf, truthsOf } from '../testing/conditions.ts';

it('reports are too many in a period of the clock, which ends that', () => {
  const many = of('messages', { messages: 2, period: 10 });
  const run = follow(
    many,
    [0, 1, 2, 2, 9, 10, 11, 12].map((minute) => ({ time: minute * MINUTE })),
  );
  expect(run.map(([, truth]) => truth)).toEqual([false, false, true, true, true, false, false, true]);
  // By the clock alone.
  expect(
    follow(
      many,
      [0, 1, 2, 30].map((minute) => ({ time: minute * MINUTE })),
    )[3],
  ).toEqual([false, false]);
  expect(truthsOf({ ...many, negated: true }, [{ time: 0 }, { time: 1 }, { time: 2 }])).toEqual([true, true, false]);
});

it('refuses values that make no sense, each at its field', async () => {
  expect(await problemsOf('messages', { messages: '', period: 1_441 })).toEqual(
    expect.arrayContaining(['period validation.max']),
  );
  expect(await problemsOf('messages', { messages: '' })).toEqual(['messages validation.required']);
});
