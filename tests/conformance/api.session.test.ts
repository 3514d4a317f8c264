import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventSubject } from '../../src/domain/events/index.ts';
import { testEventAbout } from '../../src/domain/events/testing/index.ts';
import { createSessions } from '../../server/modules/auth/index.ts';
import type { UserId } from '../../src/domain/base/index.ts';
import { solveCaptcha } from '../../src/api/client/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { PASSWORD, START, cookiesAfter, fillWorld, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;

beforeAll(() => fillWorld(test.database));
beforeEach(async () => {
  api = await startApi(test.database);
});
afterEach(() => api.close());

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const wrong = (username: string, header = {}) => api.call('signin', { username, password: 'not it' }, header);

describe('signing in', () => {
  it('answers tokens, the user without a hash, and the accounts with their roles', async () => {
    const { status, error, data, correlationId } = await api.call('signin', {
      username: ' MULTI ',
      password: PASSWORD,
    });
    expect([status, error]).toEqual([200, null]);
    expect(correlationId).toMatch(/^[0-9a-f-]{36}$/);
    expect(data.access_token).toMatch(/^[\w-]{43}$/);
    expect(data.bearer_token).toMatch(/^[\w-]{43}$/);
    expect(data.user).toEqual({
      user_id: 5,
      username: 'Multi',
      email: 'multi@example.test',
      first_name: 'multi',
      last_name: 'Test',
      time_zone: '',
      picture: '',
    });
    expect(data.accounts).toEqual([
      { account_id: 4, name: 'Blue Freight', type: 'CONSUMER', role: 'Role 5', status: 'active' },
      { account_id: 7, name: 'Red Cargo', type: 'CONSUMER', role: 'Role 7', status: 'active' },
      { account_id: 5, name: 'Sleeping Ltd', type: 'CONSUMER', role: 'Role 6', status: 'inactive' },
    ]);
  });

  it('takes the e-mail address as well', async () => {
    expect((await api.call('signin', { username: 'Dealer@Example.test', password: PASSWORD })).error).toBeNull();
  });

  it('refuses a wrong password and an unknown name in the same words', async () => {
    const [password, name] = [await wrong('consumer'), await wrong('who')];
    expect(password.error).toMatchObject({
      code: ERROR.wrongCredentials,
      message: 'Incorrect username or password',
      category: 'validation',
    });
    expect(name.error).toEqual(password.error);
  });

  it('speaks the language of the caller', async () => {
    const russian = (await wrong('who-ru', { lang: 'ru' })).error?.message;
    const persian = (await wrong('who-fa', { lang: 'FA' })).error?.message;
    expect(russian).toMatch(/[а-я]/i);
    expect(persian).toMatch(/[\u0600-\u06ff]/);
  });

  it('names every missing field', async () => {
    const { status, error } = await api.call('signin', {});
    expect(status).toBe(200);
    expect(error).toMatchObject({ code: ERROR.validation, category: 'validation' });
    expect(error?.fields).toEqual([
      { field: 'username', message: 'The Username or email field is required' },
      { field: 'password', message: 'The Password field is required' },
    ]);
  });

  it('refuses blocked and inactive users only after the right password', async () => {
    expect((await api.call('signin', { username: 'blocked', password: PASSWORD })).error?.code).toBe(
      ERROR.loginBlocked,
    );
    expect((await api.call('signin', { username: 'sleeper', password: PASSWORD })).error?.code).toBe(
      ERROR.loginInactive,
    );
    expect((await wrong('blocked')).error?.code).toBe(ERROR.wrongCredentials);
  });
});

describe('limits and captcha', () => {
  const challenge = async () => (await api.call('getCaptcha')).data as never;
  const solved = async () => (await solveCaptcha(await challenge(), { pause: async () => undefined })) ?? '';

  it('asks for a captcha after three failures of a name, takes each solution once, and forgets after success', async () => {
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await wrong('viewer')).error?.code).toBe(ERROR.wrongCredentials);
    expect((await wrong('viewer')).error).toMatchObject({
      code: ERROR.captchaRequired,
      message: 'Please complete captcha',
    });
    const captcha = await solved();
    expect((await api.call('signin', { username: 'viewer', password: 'no', captcha })).error?.code).toBe(
      ERROR.wrongCredentials,
    );
    expect((await api.call('signin', { username: 'viewer', password: PASSWORD, captcha })).error?.code).toBe(
      ERROR.captchaRequired,
    );
    expect(
      (await api.call('signin', { username: 'viewer', password: PASSWORD, captcha: await solved() })).error,
    ).toBeNull();
    expect((await wrong('viewer')).error?.code).toBe(ERROR.wrongCredentials);
  });

  it('refuses a solution that came too late, was altered, or is no solution', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await wrong('late');
    const captcha = await solved();
    const altered = btoa(
      atob(captcha)
        .replace('"algorithm"', '"signature":"00","algorithm"')
        .replace(/"signature":"[0-9a-f]{64}"/, '"signature":"00"'),
    );
    for (const given of ['nonsense', btoa('null'), altered]) {
      expect((await api.call('signin', { username: 'late', password: 'no', captcha: given })).error?.code).toBe(
        ERROR.captchaRequired,
      );
    }
    api.now += 5 * MINUTE;
    expect((await api.call('signin', { username: 'late', password: 'no', captcha })).error?.code).toBe(
      ERROR.captchaRequired,
    );
  });

  it('lets a name try five times a minute, then makes it wait 30 s, then a minute', async () => {
    const attempt = async () =>
      (await api.call('signin', { username: 'patient', password: 'no', captcha: await solved() })).error;
    for (let count = 0; count < 5; count++) expect((await attempt())?.code).toBe(ERROR.wrongCredentials);
    expect(await attempt()).toMatchObject({ code: ERROR.tooManyRequests, retry_after: 30, category: 'limit' });
    api.now += 29_999;
    expect(await attempt()).toMatchObject({ code: ERROR.tooManyRequests, retry_after: 1 });
    api.now += 1;
    for (let count = 0; count < 5; count++) expect((await attempt())?.code).toBe(ERROR.wrongCredentials);
    expect(await attempt()).toMatchObject({ code: ERROR.tooManyRequests, retry_after: 60 });
  });

  it('counts guesses at the name and at the address of one login together', async () => {
    for (let count = 0; count < 3; count++) await wrong(count % 2 === 0 ? 'restricted' : 'Restricted@example.test');
    expect((await wrong('restricted@example.test')).error?.code).toBe(ERROR.captchaRequired);
    expect((await wrong('restricted')).error?.code).toBe(ERROR.captchaRequired);
  });

  it('keeps nobody out by the guesses of others: a browser that they signed in with counts by itself', async () => {
    const signIn = (password: string, cookies: string) =>
      api.call('signin', { username: 'red', password }, { cookies, remote: '192.0.2.7' });
    const first = await signIn(PASSWORD, '');
    const device = cookiesAfter(first);
    expect(String(first.headers['set-cookie'])).toMatch(/^wayline_device=.*Path=\/api; HttpOnly; SameSite=Strict/);
    for (let count = 0; count < 40; count++) await signIn(`guess ${count}`, '');
    expect((await signIn(PASSWORD, '')).error?.code).toBe(ERROR.tooManyRequests);
    expect((await signIn(PASSWORD, device)).error).toBeNull();
    // It is no way around the limits either: of its own attempts, or with another's name.
    for (let count = 0; count < 5; count++) await signIn('guess', device);
    expect((await signIn('guess', device)).error?.code).not.toBe(ERROR.wrongCredentials);
    expect(
      (await api.call('signin', { username: 'dealer', password: 'guess' }, { cookies: device, remote: '192.0.2.7' }))
        .error?.code,
    ).toBe(ERROR.tooManyRequests);
    const forged = device.replace(/\d+\./, '2.');
    expect(
      (await api.call('signin', { username: 'dealer', password: 'guess' }, { cookies: forged, remote: '192.0.2.7' }))
        .error?.code,
    ).toBe(ERROR.tooManyRequests);
  });

  it('lets an address try thirty times a minute, whatever the names; a /64 is one address', async () => {
    const address = (last: string) => ({ remote: `2001:db8:1:2::${last}` });
    for (let count = 0; count < 30; count++)
      expect((await wrong(`name-${count}`, address(count.toString(16)))).error?.code).toBe(ERROR.wrongCredentials);
    expect((await wrong('another', address('ffff'))).error).toMatchObject({
      code: ERROR.tooManyRequests,
      retry_after: 30,
    });
    expect((await wrong('another', { remote: '2001:db8:1:3::1' })).error?.code).toBe(ERROR.wrongCredentials);
    const refused = await wrong('another', address('1'));
    expect(refused.headers['retry-after']).toBe('30');
  });

  it('does not let a burst slip through while passwords are checked', async () => {
    const codes = (await Promise.all(Array.from({ length: 12 }, () => wrong('burst')))).map(({ error }) => error?.code);
    const guesses = codes.filter((code) => code === ERROR.wrongCredentials).length;
    // Those that come when three are checked already are asked for a captcha instead.
    const refusals: readonly unknown[] = [ERROR.tooManyRequests, ERROR.captchaRequired];
    expect(codes.filter((code) => refusals.includes(code))).toHaveLength(12 - guesses);
    expect([3, 4, 5]).toContain(guesses);
  });
});

describe('tokens', () => {
  it('stores hashes only, and logs no secret', async () => {
    const { token, bearer } = await api.signIn('consumer', 4);
    await api.call('loginWithBearer', { bearer_token: bearer });
    const rows = await test.database.query<{ all: string }>(
      'select (s.*)::text || (b.*)::text as all from session s join bearer_token b on b.session_id = s.id',
    );
    const everything = JSON.stringify([rows, api.log]);
    for (const secret of [token, bearer, PASSWORD]) expect(everything).not.toContain(secret);
    expect(everything).not.toContain(Buffer.from(token).toString('hex'));
  });

  it('lives thirty minutes', async () => {
    const { token, account } = await api.signIn('consumer');
    api.now += 30 * MINUTE - 1;
    expect((await api.call('getUnitList', {}, { token, account })).error).toBeNull();
    api.now += 1;
    const late = await api.call('getUnitList', {}, { token, account });
    expect(late.error).toMatchObject({
      code: ERROR.accessToken,
      message: 'User access token is required to access this service method',
    });
  });

  it('is exchanged by the bearer token, which rotates; the old access token dies at once', async () => {
    const { token, bearer, account } = await api.signIn('consumer');
    expect((await api.call('getUnitList', {}, { token, account })).error).toBeNull();
    const { data } = await api.call('loginWithBearer', { bearer_token: bearer });
    expect(data.bearer_token).not.toBe(bearer);
    expect((await api.call('getUnitList', {}, { token, account })).error?.code).toBe(ERROR.accessToken);
    expect((await api.call('getUnitList', {}, { token: String(data.user_token), account })).error).toBeNull();
  });

  it('ends the whole session when a bearer token comes twice', async () => {
    const { bearer, account } = await api.signIn('consumer');
    const { data } = await api.call('loginWithBearer', { bearer_token: bearer });
    const token = String(data.user_token);
    expect((await api.call('getUnitList', {}, { token, account })).error).toBeNull();
    expect((await api.call('loginWithBearer', { bearer_token: bearer })).error?.code).toBe(ERROR.bearerToken);
    expect((await api.call('getUnitList', {}, { token, account })).error?.code).toBe(ERROR.accessToken);
    expect((await api.call('loginWithBearer', { bearer_token: String(data.bearer_token) })).error?.code).toBe(
      ERROR.bearerToken,
    );
  });

  it('lets only one of two exchanges at the same moment win, and ends the session', async () => {
    const { bearer } = await api.signIn('consumer');
    const both = await Promise.all([1, 2].map(() => api.call('loginWithBearer', { bearer_token: bearer })));
    expect(both.filter(({ error }) => error === null)).toHaveLength(1);
    const winner = both.find(({ error }) => error === null);
    expect((await api.call('getUserAccounts', {}, { token: String(winner?.data.user_token) })).error?.code).toBe(
      ERROR.accessToken,
    );
  });

  it('keeps a bearer token for thirty days from its last use', async () => {
    const first = await api.signIn('consumer');
    api.now += 29 * DAY;
    const second = await api.call('loginWithBearer', { bearer_token: first.bearer });
    api.now += 30 * DAY - 1;
    const third = await api.call('loginWithBearer', { bearer_token: String(second.data.bearer_token) });
    expect(third.error).toBeNull();
    api.now += 30 * DAY;
    expect((await api.call('loginWithBearer', { bearer_token: String(third.data.bearer_token) })).error?.code).toBe(
      ERROR.bearerToken,
    );
    expect((await api.call('loginWithBearer', { bearer_token: 'unknown-token-of-some-length' })).error?.code).toBe(
      ERROR.bearerToken,
    );
  });

  it('ends for good after so many days of the setting, however often it was renewed', async () => {
    const sessions = createSessions({ database: test.database, directory: api.directory, longest: 40 * DAY });
    const opened = await sessions.open(3 as UserId, { remote: '192.0.2.1', userAgent: 'test' }, START);
    const first = await sessions.renew(opened.bearerToken, START + 29 * DAY);
    const last = await sessions.renew(first.ok ? first.value.bearerToken : '', START + 40 * DAY - MINUTE);
    const works = async (at: number) =>
      (await sessions.authenticate(last.ok ? last.value.accessToken : '', null, at)).ok;
    expect([await works(START + 40 * DAY - 1), await works(START + 40 * DAY)]).toEqual([true, false]);
    expect(await sessions.renew(last.ok ? last.value.bearerToken : '', START + 40 * DAY)).toMatchObject({
      ok: false,
      error: { code: ERROR.bearerToken },
    });
    sessions.close();
  });

  it('ends with signing out; a second sign-out in a row says so', async () => {
    const { token, bearer } = await api.signIn('consumer');
    expect((await api.call('signout', {}, { token })).error).toBeNull();
    expect((await api.call('signout', {}, { token })).error?.code).toBe(ERROR.accessToken);
    expect((await api.call('loginWithBearer', { bearer_token: bearer })).error?.code).toBe(ERROR.bearerToken);
  });

  it('notices a blocked user, a changed role and a blocked account with the next call', async () => {
    const { token, account } = await api.signIn('red');
    const list = () => api.call('getUnitList', {}, { token, account });
    const change = (sql: string, subject: EventSubject, id: number) =>
      test.database.transaction(async (transaction) => {
        await transaction.query(sql);
        await transaction.appendEvent(testEventAbout(subject, { account_id: 7, subject_id: id }));
      });
    expect((await list()).error).toBeNull();
    await change("update app_user set status = 'blocked' where username_key = 'red'", 'user', 6);
    expect((await list()).error?.code).toBe(ERROR.loginBlocked);
    await change("update app_user set status = 'active' where username_key = 'red'", 'user', 6);
    await change(
      `update role set permissions = '{"units":["m"]}' where account_id = 7 and id = (select role_id from membership where user_id = 6)`,
      'role',
      8,
    );
    expect((await list()).error?.code).toBe(ERROR.accessRight);
    await change("update account set status = 'blocked' where id = 7", 'account', 7);
    await api.directory.settled();
    expect((await list()).error?.code).toBe(ERROR.accessDenied);
    await test.database.query("update account set status = 'active' where id = 7");
    await test.database.query(
      `update role set permissions = '{"units":["r","a","u","sh","m"],"devices":["a"]}' where account_id = 7`,
    );
  });

  it('costs no SQL in the common case, and notices what was changed by hand within half a minute', async () => {
    const { token, account } = await api.signIn('dealer');
    const positions = () => api.call('getLastPositions', {}, { token, account });
    await positions();
    let queries = 0;
    const { query } = test.database;
    test.database.query = ((...parameters: Parameters<typeof query>) => {
      queries++;
      return query.apply(test.database, parameters);
    }) as typeof query;
    try {
      for (let count = 0; count < 20; count++) expect((await positions()).error).toBeNull();
      expect(queries).toBe(0);
      await query.call(test.database, 'update session set ended_at = now() where user_id = 2');
      api.now += 30_000;
      expect((await positions()).error?.code).toBe(ERROR.accessToken);
    } finally {
      test.database.query = query;
    }
  });

  it('removes sessions that ended long ago and keeps the others', async () => {
    const old = await api.signIn('consumer');
    await api.call('signout', {}, { token: old.token });
    const kept = await api.signIn('consumer');
    await api.sessions.purge(api.now + 31 * DAY - MINUTE);
    api.now += 10 * DAY;
    expect((await api.call('loginWithBearer', { bearer_token: kept.bearer })).error).toBeNull();
    const [row] = await test.database.query<{ left: number }>(
      'select count(*) as left from session where ended_at is not null and ended_at < $1',
      [new Date(START + 1)],
    );
    expect(row?.left).toBe(0);
  });
});

describe('accounts', () => {
  it('enters an account of the user and answers its permissions', async () => {
    const { token } = await api.signIn('multi');
    const { data } = await api.call('selectAccount', { account_id: 4 }, { token });
    expect(data.account).toMatchObject({ account_id: 4, name: 'Blue Freight', type: 'CONSUMER', parent_id: 2 });
    // A consumer without the restriction has no device list (specification, chapter 6).
    expect(data.permissions).toEqual({
      units: ['r', 'a', 'u', 'd', 'ar', 'aa', 'au', 'sa', 'sh', 'm'],
      devices: ['a', 'ar', 'aa'],
    });
    const [row] = await test.database.query<{ account_id: number }>(
      'select account_id from session order by id desc limit 1',
    );
    expect(row?.account_id).toBe(4);
  });

  it('refuses an inactive account, one of others and one that does not exist', async () => {
    const { token } = await api.signIn('multi');
    const enter = async (account: number) =>
      (await api.call('selectAccount', { account_id: account }, { token })).error?.code;
    expect(await enter(5)).toBe(ERROR.accountInactive);
    expect(await enter(2)).toBe(ERROR.accountAccess);
    expect(await enter(999)).toBe(ERROR.accountAccess);
  });

  it('lists the accounts of the session', async () => {
    const { token } = await api.signIn('nobody');
    expect((await api.call('getUserAccounts', {}, { token })).data).toMatchObject({
      user: { username: 'Nobody' },
      accounts: [],
    });
  });
});
