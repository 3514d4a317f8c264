import { describe, expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';

const test = withTestDatabase();

const one = async (expression: string): Promise<unknown> =>
  (await test.database.query<{ value: unknown }>(`select ${expression} as value`))[0].value;

describe('values of rows', () => {
  it.each([
    ['7::int8', 7],
    ['-9007199254740991::int8', Number.MIN_SAFE_INTEGER],
    ['null::int8', null],
    ['(select count(*) from generate_series(1, 3))', 3],
    ["'{3,null,9007199254740991}'::int8[]", [3, null, Number.MAX_SAFE_INTEGER]],
    ["'{}'::int8[]", []],
    ['1.5::float8', 1.5],
    ['12345678901234567890.5::numeric', '12345678901234567890.5'],
  ])('%s is %o', async (expression, value) => {
    expect(await one(expression)).toEqual(value);
  });

  it.each(['9007199254740992::int8', "'{1,-9007199254740992}'::int8[]"])(
    '%s is refused, not rounded',
    async (expression) => {
      await expect(one(expression)).rejects.toThrow(/9007199254740992 of the database is too great/);
      expect(await one('1::int8')).toBe(1);
    },
  );

  it('are the same within a transaction', async () => {
    const [row] = await test.database.transaction((transaction) => transaction.query('select 5::int8 as value'));
    expect(row.value).toBe(5);
  });
});
