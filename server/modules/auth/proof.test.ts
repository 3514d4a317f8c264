import { TOTP } from 'otpauth';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { catalogue, type MethodName } from '../../../src/api/contract/index.ts';
import { DAY, MINUTE, PROOF, fromIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { PASSWORD, cookiesAfter, fillWorld, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;

beforeAll(() => fillWorld(test.database));
beforeEach(async () => {
  for (const table of ['outbox', 'api_key', 'passkey']) await test.database.query(`delete from ${table}`);
  api = await startApi(test.database);
});
afterEach(() => api.close());

const NEW = 'Another#1';
const subjects = async () => {
  await api.settled();
  const query = { recipient: '', unsentOnly: false, search: '', page: 1, limit: 50 };
  return (await api.outbox.list(test.database, query)).rows.map(({ subject }) => subject);
};
/** Names of passkeys are base64url. */
const keyOf = (userId: number) => Buffer.from(`key of ${userId}`).toString('base64url');
const addPasskey = (userId: number) =>
  test.database.query(
    "insert into passkey (id, user_id, name, public_key, counter, transports, created_at) values ($1, $2, 'Key', '', 0, '[]', now())",
    [keyOf(userId), userId],
  );

describe('what protects a login', () => {
  /** The least that each takes, so that nothing else refuses it first. */
  const ASKS: Partial<Record<MethodName, object>> = {
    logoutSessions: { all_others: true },
    startTwoFactor: {},
    startPasskey: {},
    deletePasskey: { passkey_id: 'none' },
    createApiKey: { name: 'Key', permissions: { units: ['r'] } },
    revokeApiKey: { api_key_id: 999 },
  };

  it('is marked in the catalogue', () => {
    const marked = Object.entries(catalogue).filter(([, { proof }]) => proof);
    expect(marked.map(([name]) => name).toSorted()).toEqual(Object.keys(ASKS).toSorted());
  });

  it.each(Object.entries(ASKS))('%s asks for a proof again after five minutes', async (method, data) => {
    const { token, account } = await api.signIn('dealer');
    const ask = async () => (await api.call(method, data, { token, account })).error?.code;
    api.now += PROOF.lifetime - 1;
    expect(await ask()).not.toBe(ERROR.proofRequired);
    api.now += 1;
    expect(await ask()).toBe(ERROR.proofRequired);
    const proven = await api.call('proveIdentity', { password: PASSWORD }, { token });
    expect(fromIso(proven.data.proven_until)).toBe(api.now + PROOF.lifetime);
    expect(await ask()).not.toBe(ERROR.proofRequired);
  });

  it('are email and phone as well, not the rest of the profile', async () => {
    const { token } = await api.signIn('dealer');
    const { data: known } = await api.call('getUserProfile', {}, { token });
    const form = { ...known, first_name: 'Dana', last_name: 'Reyes', lang: 'en' };
    api.now += 6 * MINUTE;
    const change = async (part: object) =>
      (await api.call('updateUserProfile', { ...form, ...part }, { token })).error?.code;
    expect(await change({})).toBeUndefined();
    expect(await change({ email: 'mine@evil.test' })).toBe(ERROR.proofRequired);
    expect(await change({ mobile: '+49 170 1' })).toBe(ERROR.proofRequired);
    await api.call('proveIdentity', { password: PASSWORD }, { token });
    expect(await change({ mobile: '+49 170 1' })).toBeUndefined();
    expect(await change({})).toBeUndefined();
  });
});

describe('proving oneself', () => {
  it('is no way to guess: five passwords a minute, and nothing proves another session', async () => {
    const [here, there] = [await api.signIn('red'), await api.signIn('red')];
    api.now += 6 * MINUTE;
    const prove = async (password: string) =>
      (await api.call('proveIdentity', { password }, { token: here.token })).error?.code;
    for (let count = 0; count < 4; count++) expect(await prove('guess')).toBe(ERROR.validation);
    expect(await prove(PASSWORD)).toBeUndefined();
    const end = async (token: string) =>
      (await api.call('logoutSessions', { all_others: true }, { token })).error?.code;
    expect(await end(there.token)).toBe(ERROR.proofRequired);
    for (let count = 0; count < 5; count++) await prove('guess');
    expect(await prove(PASSWORD)).toBe(ERROR.tooManyRequests);
  });

  it('takes a code of the second step once; an answer of no passkey proves nothing', async () => {
    const { token } = await api.signIn('viewer');
    const { data } = await api.call('startTwoFactor', {}, { token });
    const codeAt = (timestamp: number) => new TOTP({ secret: data.secret }).generate({ timestamp });
    expect((await api.call('confirmTwoFactor', { code: codeAt(api.now) }, { token })).error).toBeNull();
    api.now += 6 * MINUTE;
    expect((await api.call('startProof', {}, { token })).data).toEqual({ code: true, passkey: null });
    const prove = async (given: object) => (await api.call('proveIdentity', given, { token })).error?.code;
    expect(await prove({ code: '000000' })).toBe(ERROR.wrongCode);
    expect(await prove({ ceremony: 'none', response: { id: keyOf(4) } })).toBe(ERROR.wrongCode);
    expect(await prove({})).toBe(ERROR.wrongCode);
    const code = codeAt(api.now);
    expect(await prove({ code })).toBeUndefined();
    expect(await prove({ code })).toBe(ERROR.wrongCode);
    await test.database.query('update app_user set totp_secret = null, totp_enabled_at = null');
  });

  it('offers a passkey of one’s own', async () => {
    await addPasskey(3);
    const [own, other] = [await api.signIn('consumer'), await api.signIn('dealer')];
    const { data } = await api.call('startProof', {}, { token: own.token });
    expect(data.passkey?.options).toMatchObject({ allowCredentials: [{ id: keyOf(3) }] });
    expect((await api.call('startProof', {}, { token: other.token })).data.passkey).toBeNull();
  });
});

describe('a changed password', () => {
  it('ends keys and passkeys where that is asked for', async () => {
    const { token, account } = await api.signIn('consumer');
    const { data } = await api.call('createApiKey', { name: 'Old', permissions: { units: ['r'] } }, { token, account });
    await addPasskey(3);
    const key = async () => (await api.call('getUnitList', {}, { token: data.secret })).error?.code;
    const change = (old_password: string, new_password: string, more = {}) =>
      api.call('changePassword', { old_password, new_password, retype_password: new_password, ...more }, { token });
    expect((await change(PASSWORD, NEW)).error).toBeNull();
    expect(await key()).toBeUndefined();
    expect((await change(NEW, PASSWORD, { end_keys: true, end_passkeys: true })).error).toBeNull();
    expect(await key()).toBe(ERROR.accessToken);
    expect((await api.call('getPasskeys', {}, { token })).data.passkeys).toEqual([]);
  });
});

describe('notices', () => {
  it('report a sign-in from a new place, once, and not of one in a browser that is known', async () => {
    const signIn = (remote: string, cookies?: string) =>
      api.call(
        'signin',
        { username: 'multi', password: PASSWORD },
        { remote, ...(cookies === undefined ? {} : { cookies }) },
      );
    const first = await signIn('192.0.2.40', '');
    expect(await subjects()).toEqual([]);
    await signIn('192.0.2.40');
    await signIn('192.0.2.41', cookiesAfter(first));
    expect(await subjects()).toEqual([]);
    await signIn('192.0.2.42');
    await signIn('192.0.2.42');
    expect(await subjects()).toEqual(['New sign-in to your account']);
  });

  it('report a new key, which lives for a year', async () => {
    const { token, account } = await api.signIn('dealer');
    const { data } = await api.call('createApiKey', { name: 'Key', permissions: { units: ['r'] } }, { token, account });
    expect(fromIso(data.api_key.expires_at ?? '')).toBe(api.now + 365 * DAY);
    expect(await subjects()).toEqual(['An API key was created for your account']);
  });
});
