import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TOTP } from 'otpauth';
import { MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { PASSWORD, fillWorld, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpStep, totpUri } from './totp.ts';

const test = withTestDatabase();
let api: TestApi;

beforeAll(() => fillWorld(test.database));
beforeEach(async () => {
  await test.database.query('update app_user set totp_secret = null, totp_enabled_at = null, totp_last_step = 0');
  for (const table of ['recovery_code', 'outbox']) await test.database.query(`delete from ${table}`);
  api = await startApi(test.database);
});
afterEach(() => api.close());

describe('codes by the clock', () => {
  /** RFC 6238, appendix B, SHA-1, of the secret "12345678901234567890"; our codes are its last six digits. */
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds the code is %s', (seconds, code) => {
    expect(totpStep(secret, code, seconds * SECOND, 0)).toBe(Math.floor(seconds / 30));
  });

  it('are good one step to either side, and each step once', () => {
    const step = 37_037_036;
    const at = (offset: number, last = 0) => totpStep(secret, '081804', (step + offset) * 30 * SECOND, last);
    expect([at(-2), at(-1), at(0), at(1), at(2)]).toEqual([null, step, step, step, null]);
    expect([at(0, step - 1), at(0, step)]).toEqual([step, null]);
    for (const wrong of ['', '12345', '0818045', 'abcdef'])
      expect(totpStep(secret, wrong, step * 30 * SECOND, 0)).toBeNull();
  });

  it('come from secrets of 160 bits that an authenticator reads', () => {
    const [one, other] = [newTotpSecret(), newTotpSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
    expect(totpUri(one, 'anna@x')).toBe(
      `otpauth://totp/Wayline:anna%40x?issuer=Wayline&secret=${one}&algorithm=SHA1&digits=6&period=30`,
    );
  });

  it('have recovery codes that may be typed anyhow', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[A-HJ-KMNP-Z2-9]{5}-[A-HJ-KMNP-Z2-9]{5}$/);
    const hash = hashRecoveryCode('secret', 1, 'ABCDE-FGH23');
    expect(hashRecoveryCode('secret', 1, ' abcde fgh23')).toEqual(hash);
    expect(hashRecoveryCode('secret', 2, 'ABCDE-FGH23')).not.toEqual(hash);
  });
});

const codeOf = (secret: string, now: number) => TOTP.generate({ secret: new TOTP({ secret }).secret, timestamp: now });

describe('the second step', () => {
  const switchOn = async (username = 'consumer') => {
    const { token } = await api.signIn(username);
    const { secret, uri } = (await api.call('startTwoFactor', {}, { token })).data as { secret: string; uri: string };
    const { data } = await api.call('confirmTwoFactor', { code: codeOf(secret, api.now) }, { token });
    return { token, secret, uri, codes: data.recovery_codes as string[] };
  };
  const signIn = (more = {}, username = 'consumer') => api.call('signin', { username, password: PASSWORD, ...more });

  it('is on once confirmed; the secret lies sealed, the person is notified', async () => {
    const { token } = await api.signIn('consumer');
    const started = (await api.call('startTwoFactor', {}, { token })).data as { secret: string; uri: string };
    expect((await signIn()).error).toBeNull();
    const wrong = codeOf(started.secret, api.now + 10 * MINUTE);
    expect((await api.call('confirmTwoFactor', { code: wrong }, { token })).error?.code).toBe(ERROR.wrongCode);
    const { data } = await api.call('confirmTwoFactor', { code: codeOf(started.secret, api.now) }, { token });
    expect(data.recovery_codes).toHaveLength(10);
    expect((await api.call('getUserProfile', {}, { token })).data).toMatchObject({
      two_factor_enabled: true,
      recovery_codes_left: 10,
    });
    const [row] = await test.database.query<{ totp_secret: string }>('select totp_secret from app_user where id = 3');
    expect(row?.totp_secret).not.toContain(started.secret);
    const [mail] = (
      await api.outbox.list(test.database, { recipient: '', unsentOnly: false, search: '', page: 1, limit: 5 })
    ).rows;
    expect(mail?.subject).toBe('Two-step sign-in is on');
    expect((await api.call('startTwoFactor', {}, { token })).error?.code).toBe(ERROR.conflict);
  });

  it('asks for the code after the right password only, and takes each code once', async () => {
    const { secret } = await switchOn();
    api.now += MINUTE;
    expect((await signIn()).error).toMatchObject({ code: ERROR.twoFactorRequired });
    expect((await signIn({ password: 'wrong' })).error?.code).toBe(ERROR.wrongCredentials);
    const code = codeOf(secret, api.now);
    expect((await signIn({ code })).error).toBeNull();
    expect((await signIn({ code })).error?.code).toBe(ERROR.wrongCode);
    api.now += 30 * SECOND;
    expect((await signIn({ code: codeOf(secret, api.now) })).error).toBeNull();
  });

  it('lets only one of two with the same code in', async () => {
    const { secret } = await switchOn();
    api.now += MINUTE;
    const code = codeOf(secret, api.now);
    const both = await Promise.all([signIn({ code }), signIn({ code })]);
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
  });

  it('counts wrong codes as failures: a captcha is asked for after three, then a wait', async () => {
    await switchOn();
    api.now += MINUTE;
    for (let count = 0; count < 3; count++)
      expect((await signIn({ code: '000000' })).error?.code).toBe(ERROR.wrongCode);
    expect((await signIn({ code: '000000' })).error?.code).toBe(ERROR.captchaRequired);
  });

  it('takes each recovery code once', async () => {
    const { codes, token } = await switchOn();
    api.now += MINUTE;
    const [first = ''] = codes;
    expect((await signIn({ code: first.toLowerCase().replace('-', ' ') })).error).toBeNull();
    expect((await signIn({ code: first })).error?.code).toBe(ERROR.wrongCode);
    expect((await api.call('getUserProfile', {}, { token })).data.recovery_codes_left).toBe(9);
    const renewed = await api.call('renewRecoveryCodes', { password: PASSWORD }, { token });
    expect(renewed.data.recovery_codes).toHaveLength(10);
    expect((await signIn({ code: codes[1] })).error?.code).toBe(ERROR.wrongCode);
    expect((await signIn({ code: (renewed.data.recovery_codes as string[])[0] })).error).toBeNull();
  });

  it('is switched off with the password', async () => {
    const { token } = await switchOn();
    expect((await api.call('disableTwoFactor', { password: 'guess' }, { token })).error?.fields?.[0]?.field).toBe(
      'password',
    );
    expect((await api.call('disableTwoFactor', { password: PASSWORD }, { token })).data).toMatchObject({
      two_factor_enabled: false,
      recovery_codes_left: 0,
    });
    expect((await signIn()).error).toBeNull();
    expect((await api.call('renewRecoveryCodes', { password: PASSWORD }, { token })).error?.code).toBe(ERROR.conflict);
    const recorded = await test.database.query<{ kind: string }>(
      "select kind from event where kind like 'twoFactor%' order by sequence desc limit 2",
    );
    expect(recorded.map(({ kind }) => kind)).toEqual(['twoFactorDisabled', 'twoFactorEnabled']);
  });
});
