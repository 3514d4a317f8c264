import { describe, expect, it } from 'vitest';
import { createOwnChanges } from './ownChanges.ts';

const began = { name: 'A', note: '', labels: ['x'] };
const values = { name: 'Mine', note: '', labels: ['x'] };

describe('a form that somebody else saves meanwhile', () => {
  it('sends what was changed in it, and what it takes to stand', () => {
    expect(createOwnChanges().of(began, values, null)).toEqual({ name: 'Mine', expected: { name: 'A' } });
  });

  it('takes what the refusal said to stand, once that was shown', () => {
    const own = createOwnChanges();
    const shown = {
      code: 'c',
      message: 'm',
      correlationId: null,
      fields: [
        { field: 'name', message: 'm', current: 'Theirs' },
        { field: 'labels', message: 'too many' },
      ],
    };
    expect(own.of(began, values, shown)).toEqual({ name: 'Mine', expected: { name: 'Theirs' } });
    expect(own.expected(began, null)).toEqual({ name: 'Theirs', note: '', labels: ['x'] });
  });
});
