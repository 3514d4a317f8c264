import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COOKIE_HEADER, SESSION_PATH } from '../../src/api/contract/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { PASSWORD, cookiesAfter, fillWorld, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;

beforeAll(() => fillWorld(test.database));
beforeEach(async () => {
  api = await startApi(test.database);
});
afterEach(() => api.close());

const MINUTE = 60_000;

describe('the cookie of our page', () => {
  const signIn = async () => {
    const answer = await api.call('signin', { username: 'consumer', password: PASSWORD }, { cookies: '' });
    return { answer, cookies: cookiesAfter(answer), token: answer.data.access_token };
  };
  const renew = (cookies: string) => api.call('loginWithBearer', {}, { cookies });
  const works = async (token: string) => (await api.call('getUserAccounts', {}, { token })).error === null;
  /** A request at the path of the cookie, with headers of the test's. */
  const post = async (headers: Record<string, string>, method = 'loginWithBearer', url: string = SESSION_PATH) => {
    const header = {
      timezone: 0,
      lang: 'en',
      method,
      service: 'auth-service',
      token: null,
      account: null,
      version: '1',
    };
    return api.server.inject({ method: 'POST', url, headers, payload: { header, data: {} } });
  };

  it('holds the token that renews, in no answer that a script reads; a program still gets it there', async () => {
    const { answer, cookies } = await signIn();
    const [cookie] = [answer.headers['set-cookie']].flat().filter((each) => String(each).includes('_session'));
    expect(cookie).toMatch(
      /^wayline_session=[\w-]{43}; Max-Age=2592000; Path=\/api\/session; HttpOnly; SameSite=Strict$/,
    );
    expect(answer.data.bearer_token).toBe('');
    const renewed = await renew(cookies);
    expect(renewed.data).toEqual({ user_token: expect.stringMatching(/^[\w-]{43}$/), bearer_token: '', user_id: 3 });
    expect(cookiesAfter(renewed)).not.toBe(cookies);
    expect((await api.signIn('consumer')).bearer).toMatch(/^[\w-]{43}$/);
    expect((await api.call('loginWithBearer', {})).error?.fields).toMatchObject([{ field: 'bearer_token' }]);
  });

  it('is for https alone where the deployment, or the request, is reached by it', async () => {
    const config = { trustProxy: false as const, tileHosts: [], publicUrl: 'https://fleet.example' };
    const other = await startApi(test.database, { config });
    const answer = await other.call('signin', { username: 'consumer', password: PASSWORD }, { cookies: '' });
    for (const cookie of [answer.headers['set-cookie']].flat()) expect(cookie).toMatch(/; Secure/);
    await other.close();
    const proxied = await startApi(test.database, { config: { trustProxy: 1, tileHosts: [] } });
    const { headers } = await proxied.server.inject({
      method: 'POST',
      url: '/api',
      headers: { [COOKIE_HEADER]: '1', 'x-forwarded-proto': 'https' },
      payload: {
        header: { method: 'signin', service: 'auth-service' },
        data: { username: 'consumer', password: PASSWORD },
      },
    });
    for (const cookie of [headers['set-cookie']].flat()) expect(cookie).toMatch(/; Secure/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'strict-transport-security': expect.stringMatching(/^max-age=\d{8}$/),
    });
    await proxied.close();
  });

  it('gives each window a token of its own, and goes on where two renew at once or an answer was lost', async () => {
    const { cookies, token } = await signIn();
    const both = await Promise.all([renew(cookies), renew(cookies)]);
    api.now += 10_000 - 1;
    const late = await renew(cookies);
    const tokens = [...both, late].map(({ data }) => data.user_token);
    expect(new Set([token, ...tokens]).size).toBe(4);
    for (const each of [token, ...tokens]) expect(await works(each)).toBe(true);
    for (const each of [...both, late]) expect((await renew(cookiesAfter(each))).error).toBeNull();
  });

  it('goes on however late the browser tries again where it never got the answer', async () => {
    const { cookies } = await signIn();
    await renew(cookies);
    api.now += 20 * MINUTE;
    const again = await renew(cookies);
    expect(again.error).toBeNull();
    expect(await works(again.data.user_token)).toBe(true);
    expect((await renew(cookiesAfter(again))).error).toBeNull();
    expect((await renew(cookies)).error?.code).toBe(ERROR.bearerToken);
  });

  it('ends the session also where somebody renewed by what it was spent for and did nothing else', async () => {
    const { cookies } = await signIn();
    const stolen = await renew(cookies);
    await renew(cookiesAfter(stolen));
    api.now += 10_000;
    expect((await renew(cookies)).error?.code).toBe(ERROR.bearerToken);
  });

  it('ends the session for everybody when it comes again after that: somebody has stolen it', async () => {
    const { cookies, token } = await signIn();
    const renewed = await renew(cookies);
    expect(await works(renewed.data.user_token)).toBe(true);
    api.now += 10_000;
    const replayed = await renew(cookies);
    expect(replayed.error?.code).toBe(ERROR.bearerToken);
    expect(String(replayed.headers['set-cookie'])).toMatch(/^wayline_session=;/);
    expect([await works(token), await works(renewed.data.user_token)]).toEqual([false, false]);
    expect((await renew(cookiesAfter(renewed))).error?.code).toBe(ERROR.bearerToken);
  });

  it('keeps as many windows as a browser has, the latest ones', async () => {
    const { cookies, token } = await signIn();
    api.now += 1;
    let last = await renew(cookies);
    const second = last.data.user_token;
    for (let count = 0; count < 31; count++) {
      api.now += 1;
      last = await renew(cookiesAfter(last));
    }
    expect([await works(token), await works(second), await works(last.data.user_token)]).toEqual([false, true, true]);
  });

  it('is taken from our own page alone', async () => {
    const { cookies } = await signIn();
    const own = { cookie: cookies, [COOKIE_HEADER]: '1', host: 'fleet.example' };
    const foreign: Record<string, string>[] = [
      { cookie: cookies, host: 'fleet.example' },
      { ...own, 'sec-fetch-site': 'same-site' },
      { ...own, 'sec-fetch-site': 'cross-site', origin: 'http://fleet.example' },
      { ...own, origin: 'https://evil.example' },
      { ...own, origin: 'http://fleet.example:8081' },
      { ...own, origin: 'null' },
    ];
    for (const headers of foreign) {
      const answer = await post(headers);
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([400, undefined]);
    }
    expect((await post(own, 'getLanguages')).statusCode).toBe(400);
    expect((await post({ ...own, 'sec-fetch-site': 'same-origin' })).json().error).toBeNull();
    expect((await post({ ...own, origin: 'http://fleet.example' })).json().error).toBeNull();
    expect((await api.server.inject({ method: 'GET', url: SESSION_PATH, headers: own })).statusCode).toBe(404);
  });

  it('goes with signing out, which it does even where the access token has run out', async () => {
    const early = await signIn();
    const left = await api.call('signout', {}, { token: early.token, cookies: '' });
    expect(String(left.headers['set-cookie'])).toMatch(/^wayline_session=;.*Path=\/api\/session/);
    expect((await renew(early.cookies)).error?.code).toBe(ERROR.bearerToken);
    const { cookies } = await signIn();
    api.now += 31 * MINUTE;
    const over = await api.call('endSession', {}, { cookies });
    expect(over.error).toBeNull();
    expect(String(over.headers['set-cookie'])).toMatch(/^wayline_session=;.*Path=\/api\/session/);
    expect((await renew(cookies)).error?.code).toBe(ERROR.bearerToken);
    const [row] = await test.database.query<{ ended_at: Date | null }>(
      'select ended_at from session order by id desc limit 1',
    );
    expect(row.ended_at).not.toBeNull();
  });

  it('is exchanged for the token that an older version kept in the storage of the page', async () => {
    const old = await api.signIn('consumer');
    const exchanged = await api.call('loginWithBearer', { bearer_token: old.bearer }, { cookies: '' });
    expect(exchanged.data).toMatchObject({ bearer_token: '', user_id: 3 });
    expect((await renew(cookiesAfter(exchanged))).error).toBeNull();
    // A page of that version that is still open goes on as before.
    const open = await api.signIn('consumer');
    const header = { method: 'loginWithBearer', service: 'auth-service' };
    const answer = await api.server.inject({
      method: 'POST',
      url: '/api',
      headers: { [COOKIE_HEADER]: '1' },
      payload: { header, data: { bearer_token: open.bearer } },
    });
    expect(answer.json().data.bearer_token).toMatch(/^[\w-]{43}$/);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });
});
