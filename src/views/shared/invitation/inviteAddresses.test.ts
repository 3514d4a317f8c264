import { describe, expect, it } from 'vitest';
import { checkAddresses, isTooMany, splitAddresses } from './inviteAddresses.ts';

describe('addresses to invite', () => {
  it('come apart however they were pasted', () => {
    expect(
      splitAddresses('a@example.com, b@example.com;c@example.com\nd@example.com  e@example.com،f@example.com'),
    ).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`));
    expect(splitAddresses('Ann Berg <ann@example.com>, "Bo" <bo@example.com>')).toEqual([
      'ann@example.com',
      'bo@example.com',
    ]);
    expect(splitAddresses(' ,\n')).toEqual([]);
    expect(splitAddresses('nonsense')).toEqual(['nonsense']);
  });

  it('are each checked: the invalid and the second of two are named', () => {
    expect(checkAddresses(['a@example.com', 'A@EXAMPLE.com', 'no-at', 'b@host'])).toEqual([
      { email: 'a@example.com', problem: null },
      { email: 'A@EXAMPLE.com', problem: 'duplicate' },
      { email: 'no-at', problem: 'invalid' },
      { email: 'b@host', problem: 'invalid' },
    ]);
  });

  it('may be twenty, and not one more', () => {
    const many = Array.from({ length: 21 }, (_, index) => `p${index}@example.com`);
    expect([isTooMany(many.slice(0, 20)), isTooMany(many)]).toEqual([false, true]);
  });
});
