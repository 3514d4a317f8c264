import { describe, expect, it } from 'vitest';
import { DatabaseUnavailable } from '../store/index.ts';
import { explain, withoutSecret } from './startProblem.ts';

const configuration = {
  port: 8080,
  host: '127.0.0.1',
  databaseUrl: 'postgres://wayline:secret@db.example:5432/fleet',
  dataDirectory: '/var/lib/wayline',
};
const failed = (code: string) => Object.assign(new Error(code), { code });

describe('what kept the product from starting', () => {
  it.each([
    ['EADDRINUSE', 'port 8080', 'set PORT'],
    ['EACCES', 'may not be opened', 'above 1023'],
    ['EADDRNOTAVAIL', '127.0.0.1', 'set HOST'],
    ['ENOSPC', '/var/lib/wayline', 'full'],
  ])('%s is named with the way out', (code, cause, out) => {
    const text = explain(failed(code), configuration).toLowerCase();
    expect(text).toContain(cause.toLowerCase());
    expect(text).toContain(out.toLowerCase());
  });

  it('names the database that cannot be reached, without its password', () => {
    const text = explain(
      new DatabaseUnavailable('away', { cause: new Error('connect ECONNREFUSED 10.0.0.5:5432') }),
      configuration,
    );
    expect(text).toContain('DATABASE_URL (postgres://db.example:5432/fleet)');
    expect(text).toContain('ECONNREFUSED');
    expect(text).not.toContain('secret');
    const full = Object.assign(new Error('could not extend file'), { code: '53100' });
    expect(explain(new DatabaseUnavailable('full', { cause: full }), configuration)).toBe(
      'the disk of the database of DATABASE_URL (postgres://db.example:5432/fleet) is full: could not extend file',
    );
    expect(withoutSecret('postgresql://a:b@c/d')).toBe('postgresql://c/d');
  });
});
