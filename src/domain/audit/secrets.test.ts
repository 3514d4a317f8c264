import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './secrets.ts';

describe('what the audit shows of an event', () => {
  it('hides the passwords of commands in the events of earlier versions', () => {
    expect(withoutSecrets({ after: { text: 'DYD,123456#' }, answer: 'PASSWORD,1234#', name: 'DYD,1#' })).toEqual({
      after: { text: 'DYD,•••#' },
      answer: 'PASSWORD,•••#',
      name: 'DYD,1#',
    });
  });

  it('leaves out secrets at any depth and keeps the rest as it is', () => {
    const data = {
      name: 'Night shift',
      after: { password_hash: 'x', password_policy: 'classes', permissions: { units: ['r'] } },
      keys: [{ token: 't', prefix: 'wl_ab' }],
      totp_secret: 's',
      count: 0,
      gone: null,
    };
    expect(withoutSecrets(data)).toEqual({
      name: 'Night shift',
      after: { password_policy: 'classes', permissions: { units: ['r'] } },
      keys: [{ prefix: 'wl_ab' }],
      count: 0,
      gone: null,
    });
  });
});
