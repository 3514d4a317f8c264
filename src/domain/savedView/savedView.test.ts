import { describe, expect, it } from 'vitest';
import { savedViewSchema } from './index.ts';

const problems = async (data: object) =>
  savedViewSchema.validate({ list: 'units', name: 'Mine', ...data }, { abortEarly: false }).then(
    () => [],
    (error: { errors: string[] }) => error.errors,
  );

describe('a saved view', () => {
  it('is of a list that there is, under a name', async () => {
    expect(await problems({ columns: ['name', 'status'], sort: '-name', filters: { status: 'active' } })).toEqual([]);
    expect(await problems({ list: 'people' })).toEqual(['validation.oneOf']);
    expect(await problems({ name: '  ' })).toContain('validation.required');
  });

  it('keeps filters as short texts only', async () => {
    for (const filters of [{ status: 5 }, { status: 'x'.repeat(101) }, ['a'], { ['n'.repeat(61)]: 'x' }])
      expect(await problems({ filters })).not.toEqual([]);
  });
});
