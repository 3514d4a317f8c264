import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EventSubject } from '../../../src/domain/events/index.ts';
import { testEventAbout } from '../../../src/domain/events/testing/index.ts';
import { catalogue, type MethodName } from '../../../src/api/contract/index.ts';
import { KEY_LIFETIME, MINUTE, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { START, fillWorld, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;
let holder: { token: string; account: number };

beforeAll(() => fillWorld(test.database));
beforeEach(async () => {
  await test.database.query('delete from api_key');
  await test.database.query(
    `update role set permissions = '{"units":["r","a","u","ar","sh","m"],"devices":["r","a","m"]}'`,
  );
  api = await startApi(test.database);
  holder = { token: (await api.signIn('dealer')).token, account: 2 };
});
afterEach(() => api.close());

const READ = { units: ['r', 'ar'] };
const create = (more = {}) => api.call('createApiKey', { name: 'Reports', permissions: READ, ...more }, holder);
const made = async (more = {}) => (await create(more)).data;
const change = (sql: string, subject: EventSubject, id: number) =>
  test.database.transaction(async (transaction) => {
    await transaction.query(sql);
    await transaction.appendEvent(testEventAbout(subject, { account_id: 2, subject_id: id }));
  });

describe('a key for scripts', () => {
  it('is shown once, stored as a hash, and recognised by its first characters', async () => {
    const { api_key, secret } = await made();
    expect(secret).toMatch(/^wl_[\w-]{43}$/);
    expect(api_key).toMatchObject({
      name: 'Reports',
      prefix: secret.slice(0, 10),
      account_id: 2,
      account_name: 'North Dealer',
      permissions: READ,
      expires_at: toIso(START + KEY_LIFETIME),
      last_used_at: null,
    });
    const [row] = await test.database.query<{ all: string }>("select string_agg(k::text, ' ') as all from api_key k");
    expect(row?.all).not.toContain(secret);
    const listed = await api.call('getApiKeys', {}, holder);
    expect(JSON.stringify(listed.data)).not.toContain(secret);
    expect(listed.data.api_keys).toHaveLength(1);
    const [event] = await test.database.query<{ data: object }>("select data from event where kind = 'apiKeyCreated'");
    expect(JSON.stringify(event?.data)).not.toContain(secret);
  });

  it('opens what it was given, in its account, with or without naming that', async () => {
    const { secret } = await made();
    const units = await api.call('getUnitList', {}, { token: secret, account: 2 });
    expect(units.data).toMatchObject({ total: 4 });
    expect((await api.call('getUnitList', {}, { token: secret })).error).toBeNull();
    expect((await api.call('getUnitList', {}, { token: secret, account: 4 })).error?.code).toBe(ERROR.accountAccess);
    expect(
      (await api.call('createUnit', { name: 'Key Van', kind: 'van', device_ids: [41] }, { token: secret })).error?.code,
    ).toBe(ERROR.accessRight);
    expect((await api.call('getUnclaimedDevices', {}, { token: secret })).error?.code).toBe(ERROR.accessRight);
    const history = (method: string, token: string) =>
      api.server.inject({
        method: 'POST',
        url: '/api/history',
        payload: {
          header: { method, service: 'tracking-service', token, account: 2 },
          data: { unit_ids: [40], from: new Date(START).toISOString(), to: new Date(START + MINUTE).toISOString() },
        },
      });
    expect((await history('streamHistory', secret)).statusCode).toBe(403);
    const { secret: wider } = await made({ permissions: { units: ['r', 'ar', 'sh'] } });
    expect((await history('streamHistory', wider)).statusCode).toBe(200);
    // Unit 40 is a sub-account's.
    const { secret: own } = await made({ permissions: { units: ['r', 'sh'] } });
    expect((await history('streamHistory', own)).statusCode).toBe(404);
  });

  it('reads what everybody of its account may, and changes nothing where the person is asked for', async () => {
    const { secret } = await made();
    const ofSession = (Object.keys(catalogue) as MethodName[]).filter(
      (method) => catalogue[method].access === 'session',
    );
    const readable = ofSession.filter((method) => catalogue[method].forKeys);
    expect(readable.toSorted()).toEqual([
      'findAddresses',
      'getAddresses',
      'getChildAccounts',
      'getLabels',
      'getRefData',
      'getSavedViews',
      'searchAll',
    ]);
    const data: Partial<Record<MethodName, object>> = {
      findAddresses: { text: 'north' },
      getAddresses: { points: [{ latitude: 48.1, longitude: 11.5 }] },
      getLabels: { of: 'units' },
      getSavedViews: { list: 'units' },
      searchAll: { text: 'north' },
    };
    const code = async (method: MethodName, account = 2) =>
      (await api.call(method, data[method] ?? {}, { token: secret, account })).error?.code;
    for (const method of ofSession)
      expect([method, await code(method)]).toEqual([method, readable.includes(method) ? undefined : ERROR.accessRight]);
    for (const method of readable) expect([method, await code(method, 4)]).toEqual([method, ERROR.accountAccess]);
  });

  it('is refused with a clear word where the person is asked for', async () => {
    const { secret } = await made();
    for (const method of [
      'getUserProfile',
      'changePassword',
      'createApiKey',
      'getApiKeys',
      'logoutSessions',
      'signout',
      'startTwoFactor',
      'selectAccount',
    ]) {
      expect((await api.call(method, {}, { token: secret, account: 2 })).error).toMatchObject({
        code: ERROR.accessRight,
        message: 'An API key cannot be used for this. Sign in instead.',
      });
    }
  });

  it('can do no more than its holder, now and later', async () => {
    expect((await create({ permissions: { units: ['r', 'd'] } })).error?.fields).toMatchObject([
      { field: 'permissions' },
    ]);
    expect((await create({ permissions: { units: ['a'] } })).error?.fields).toMatchObject([{ field: 'permissions' }]);
    const { secret } = await made({ permissions: { units: ['r'], devices: ['r', 'a'] } });
    const list = async () => (await api.call('getUnitList', {}, { token: secret })).error?.code;
    expect(await list()).toBeUndefined();
    await change(`update role set permissions = '{"devices":["r"]}' where account_id = 2`, 'role', 2);
    expect(await list()).toBe(ERROR.accessRight);
    await change(`update role set permissions = '{"units":["r"]}' where account_id = 2`, 'role', 2);
    expect(await list()).toBeUndefined();
    await change("update app_user set status = 'blocked' where id = 2", 'user', 2);
    expect(await list()).toBe(ERROR.loginBlocked);
    await change("update app_user set status = 'active' where id = 2", 'user', 2);
  });

  it('ends to the millisecond when it expires, and at once when it is revoked', async () => {
    expect((await create({ expires_at: new Date(START).toISOString() })).error?.fields).toMatchObject([
      { field: 'expires_at' },
    ]);
    expect((await create({ expires_at: 'tomorrow' })).error?.fields).toMatchObject([{ field: 'expires_at' }]);
    const { secret } = await made({ expires_at: new Date(START + MINUTE).toISOString() });
    const list = async (token: string) => (await api.call('getUnitList', {}, { token })).error?.code;
    api.now = START + MINUTE - 1;
    expect(await list(secret)).toBeUndefined();
    api.now = START + MINUTE;
    expect(await list(secret)).toBe(ERROR.accessToken);
    const { secret: other, api_key } = await made();
    expect(await list(other)).toBeUndefined();
    const red = await api.signIn('red');
    expect((await api.call('revokeApiKey', { api_key_id: api_key.api_key_id }, { token: red.token })).error?.code).toBe(
      ERROR.notFound,
    );
    expect((await api.call('revokeApiKey', { api_key_id: api_key.api_key_id }, holder)).error).toBeNull();
    expect(await list(other)).toBe(ERROR.accessToken);
    expect((await api.call('revokeApiKey', { api_key_id: api_key.api_key_id }, holder)).error?.code).toBe(
      ERROR.notFound,
    );
  });

  it('notes its last use, each minute at most, and costs no SQL in between', async () => {
    const { secret } = await made();
    const use = () => api.call('getLastPositions', {}, { token: secret });
    const lastUsed = async () => (await api.call('getApiKeys', {}, holder)).data.api_keys[0]?.last_used_at;
    await use();
    expect(await lastUsed()).toBe(new Date(START).toISOString());
    api.now += 20_000;
    let queries = 0;
    const { query } = test.database;
    test.database.query = ((...parameters: Parameters<typeof query>) => {
      queries++;
      return query.apply(test.database, parameters);
    }) as typeof query;
    for (let count = 0; count < 10; count++) expect((await use()).error).toBeNull();
    test.database.query = query;
    expect(queries).toBe(0);
    expect(await lastUsed()).toBe(new Date(START).toISOString());
    api.now = START + MINUTE;
    await use();
    expect(await lastUsed()).toBe(new Date(START + MINUTE).toISOString());
  });

  it('needs an account to be for, and there are at most fifty', async () => {
    expect(
      (await api.call('createApiKey', { name: 'x', permissions: READ }, { token: holder.token })).error?.code,
    ).toBe(ERROR.conflict);
    for (let count = 0; count < 50; count++) expect((await create({ name: `Key ${count}` })).error).toBeNull();
    expect((await create()).error).toMatchObject({
      code: ERROR.conflict,
      message: 'You may have at most 50 API keys. Revoke one first.',
    });
  });

  it('is no key that somebody made up', async () => {
    for (const token of ['wl_', `wl_${'x'.repeat(43)}`, `wl_${'x'.repeat(400)}`]) {
      expect((await api.call('getUnitList', {}, { token, account: 2 })).error?.code).toBe(ERROR.accessToken);
    }
  });
});

describe('forwarded positions', () => {
  const RIGHT = '{"units":["r","ar"],"devices":["r","ar","a","u","au","m"]}';
  /** What came in, for which accounts, and what was counted as broken. */
  async function open(isOpen: boolean) {
    const taken: (readonly number[] | null)[] = [];
    const broken: string[] = [];
    await test.database.query('update role set permissions = $1', [RIGHT]);
    await api.close();
    api = await startApi(test.database, {
      traccar: {
        isOpen,
        take: async (_, __, accounts) => (taken.push(accounts), { status: 200, body: { accepted: 1, unknown: 0 } }),
        broken: (remote, reason) => void broken.push(`${remote}: ${reason}`),
      },
    });
    holder = { token: (await api.signIn('dealer')).token, account: 2 };
    const forward = async (authorization?: string, payload: string | object = { n: 1 }) => {
      const headers = { 'content-type': 'application/json', ...(authorization && { authorization }) };
      return (await api.server.inject({ method: 'POST', url: '/ingest/traccar', payload, headers })).statusCode;
    };
    return { taken, broken, forward };
  }

  it('need a key with the right to send them, and count for the devices that its holder may change', async () => {
    const { taken, broken, forward } = await open(false);
    const reading = await made();
    const sending = await made({ may_ingest: true, permissions: {} });
    expect(sending.api_key).toMatchObject({ may_ingest: true, permissions: {} });
    expect([
      await forward(),
      await forward(`Bearer ${reading.secret}`),
      await forward(`bearer wl_${'x'.repeat(43)}`),
      await forward(`Bearer ${holder.token}`),
      await forward('Basic eDp5'),
      await forward(`Bearer ${sending.secret}`),
    ]).toEqual([401, 403, 401, 401, 401, 200]);
    expect(taken.map((accounts) => accounts?.toSorted())).toEqual([[2, 4, 5, 6, 8]]);
    expect(broken).toHaveLength(5);
    expect(await forward(`Bearer ${sending.secret}`, '{"n": ')).toBe(400);
    expect(broken[5]).toContain('not JSON');
    // What its holder loses, the key loses.
    await change('update role set permissions = \'{"units":["r"],"devices":["r"]}\' where account_id = 2', 'user', 2);
    expect(await forward(`Bearer ${sending.secret}`)).toBe(403);
    await api.call('revokeApiKey', { api_key_id: sending.api_key.api_key_id }, holder);
    expect(await forward(`Bearer ${sending.secret}`)).toBe(401);
  });

  it('come from anybody where the setting opens the door, and still not with a bad key', async () => {
    const { taken, forward } = await open(true);
    expect([await forward(), await forward(`Bearer wl_${'x'.repeat(43)}`)]).toEqual([200, 401]);
    expect(taken).toEqual([null]);
  });

  it('are no right that somebody may give who has none to change devices', async () => {
    await open(false);
    await change('update role set permissions = \'{"units":["r","ar"]}\' where account_id = 2', 'user', 2);
    expect((await create({ may_ingest: true })).error?.fields).toMatchObject([{ field: 'may_ingest' }]);
  });
});
