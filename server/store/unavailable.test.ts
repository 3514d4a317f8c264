import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from './database.types.ts';
import { isAway, isUnavailable, translateError } from './unavailable.ts';

const failure = (message: string, code: string): Error => Object.assign(new Error(message), { code });
const full = failure('could not extend file "base/1/2": No space left on device', '53100');

describe('what Postgres says of itself', () => {
  it('is that it is away, or that it has no room: then it can be read', () => {
    const away = [
      failure('connect ECONNREFUSED', 'ECONNREFUSED'),
      failure('terminating connection', '57P01'),
      failure('too many clients', '53300'),
      new Error('Connection terminated'),
    ];
    for (const error of away) expect([isUnavailable(error), isAway(error)]).toEqual([true, true]);
    expect([isUnavailable(full), isAway(full)]).toEqual([true, false]);
    const mistake = failure('duplicate key', '23505');
    expect([isUnavailable(mistake), isAway(mistake)]).toEqual([false, false]);
    expect(translateError(mistake)).toBe(mistake);
  });

  it('is reported with its cause', () => {
    const translated = translateError(full) as DatabaseUnavailable;
    expect(translated).toBeInstanceOf(DatabaseUnavailable);
    expect(translated.message).toBe(
      'The disk of the database is full: could not extend file "base/1/2": No space left on device',
    );
    expect(translated.cause).toBe(full);
    expect([isUnavailable(translated), isAway(translated)]).toEqual([true, false]);
    expect(translateError(translated)).toBe(translated);
    expect((translateError(failure('connect ECONNREFUSED', 'ECONNREFUSED')) as Error).message).toBe(
      'The database cannot be reached: connect ECONNREFUSED',
    );
  });
});
