import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, type MethodName } from '../../src/api/contract/index.ts';
import { needList } from '../../src/domain/access/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { fillWorld, position, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;
/** Signed in once for the whole file; the account of the header decides what each call reaches. */
const people: Record<string, { token: string; account: number | null }> = {};

beforeAll(async () => {
  await fillWorld(test.database);
  api = await startApi(test.database);
  for (const name of ['owner', 'dealer', 'consumer', 'viewer', 'red', 'restricted', 'nobody'])
    people[name] = await api.signIn(name);
  api.positions.stored.push(...[40, 41, 60, 70, 80].flatMap((unit) => [position(unit, 0), position(unit, 1)]));
});
afterAll(() => api.close());

const as = (name: string, account = people[name]?.account) => ({
  token: people[name]?.token ?? '',
  account: account ?? null,
});
const methods = Object.keys(catalogue) as MethodName[];
const post = (
  payload: unknown,
  headers: Record<string, string> = { 'content-type': 'application/json' },
  url = '/api',
) =>
  api.server.inject({
    method: 'POST',
    url,
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    headers,
  });

describe.each(methods)('%s', (method) => {
  const { service, access } = catalogue[method];
  const header = { timezone: 0, lang: 'en', method, service, token: null, account: null, version: '0.0.1' };

  it('is refused with a wrong envelope, in the shape of every answer', async () => {
    const wrong = [
      {},
      [],
      { header: null },
      { header: { ...header, service: 7 } },
      { header: { ...header, token: {} } },
      { header: { ...header, account: -1 } },
      { header: { ...header, timezone: 'UTC' } },
      { header, data: [] },
      { header, data: 'text' },
    ];
    for (const envelope of wrong) {
      const answer = await post(envelope);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        error: { code: ERROR.malformed },
        header: { status: 'error', correlationId: answer.headers['x-correlation-id'] },
        data: null,
      });
    }
  });

  it('belongs to its own service only', async () => {
    const answer = await post({ header: { ...header, service: 'other-service' }, data: {} });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, ERROR.unknownMethod]);
  });

  it(access === 'public' ? 'needs no token' : 'needs a token', async () => {
    const code = (await api.call(method)).error?.code;
    if (access === 'public') expect(code).not.toBe(ERROR.accessToken);
    else expect(code).toBe(ERROR.accessToken);
    const bad = (await api.call(method, {}, { token: 'x'.repeat(43) })).error?.code;
    if (access === 'public') expect(bad).not.toBe(ERROR.accessToken);
    else expect(bad).toBe(ERROR.accessToken);
  });

  if (typeof access === 'object') {
    it('needs an account, one of the caller, and the permission in it, before it looks at the data', async () => {
      const { token } = as('consumer');
      const code = async (who: { token: string; account: number | null }) =>
        (await api.call(method, { nonsense: true }, who)).error?.code;
      expect(await code({ token, account: null })).toBe(ERROR.accountMissing);
      for (const foreign of [1, 2, 6, 7, 999])
        expect(await code({ token, account: foreign })).toBe(ERROR.accountAccess);
      const mayRead = needList(access).some(({ resource, action }) => resource === 'units' && action === 'r');
      expect((await code(as('viewer'))) === ERROR.accessRight).toBe(!mayRead);
    });
  }
});

describe('tenants never see each other', () => {
  const names = async (who: { token: string; account: number | null }, data = {}) =>
    (await api.call('getUnitList', data, who)).data.rows.map((row) => row.name);

  it('in lists: the account and what is below, never beside; a restricted account sees itself', async () => {
    expect(await names(as('owner'))).toEqual(['=Blue Two', 'Blue One', 'Corner Car', 'Depot Van', 'Red Truck']);
    expect(await names(as('dealer'))).toEqual(['=Blue Two', 'Blue One', 'Corner Car', 'Depot Van']);
    expect(await names(as('red'))).toEqual(['Red Truck']);
    expect(await names(as('restricted'))).toEqual(['Depot Van']);
    expect(await names(as('dealer'), { filters: { account_id: 7 } })).toEqual([]);
    expect(await names(as('red'), { search: 'Blue' })).toEqual([]);
    const all = async (who: { token: string; account: number | null }) =>
      (await api.call('getAllUnits', {}, who)).data.rows.map((row) => row.name);
    expect([await all(as('dealer')), await all(as('red')), await all(as('restricted'))]).toEqual([
      ['Blue One', '=Blue Two', 'Depot Van', 'Corner Car'],
      ['Red Truck'],
      ['Depot Van'],
    ]);
  });

  it('in single units: a foreign one looks like one that does not exist', async () => {
    const foreign = await api.call('getUnit', { unit_id: 70 }, as('consumer'));
    const missing = await api.call('getUnit', { unit_id: 7_000 }, as('consumer'));
    expect(foreign.error).toMatchObject({ code: ERROR.notFound });
    expect(missing.error).toEqual(foreign.error);
    expect((await api.call('updateUnit', { unit_id: 70, name: 'Mine now' }, as('consumer'))).error?.code).toBe(
      ERROR.notFound,
    );
    expect((await api.call('getUnit', { unit_id: 70 }, as('red'))).data).toMatchObject({ name: 'Red Truck' });
  });

  it('in positions and history', async () => {
    const unitsOf = (data: Record<string, unknown>) =>
      [...new Set((data.positions as { unit_id: number }[]).map((each) => each.unit_id))].toSorted();
    const interval = { from: '2026-05-01T00:00:00Z', to: '2026-05-02T00:00:00Z' };
    expect(unitsOf((await api.call('getLastPositions', {}, as('consumer'))).data)).toEqual([40, 41, 60, 80]);
    expect(unitsOf((await api.call('getLastPositions', { unit_ids: [40, 70] }, as('consumer'))).data)).toEqual([40]);
    expect((await api.call('getLastPositions', { unit_ids: [70] }, as('consumer'))).error?.code).toBe(ERROR.notFound);
    expect(unitsOf((await api.call('getHistory', interval, as('red'))).data)).toEqual([70]);
    expect((await api.call('getHistory', { ...interval, unit_ids: [40] }, as('red'))).error?.code).toBe(ERROR.notFound);
  });

  it('in devices: those of others cannot be put into a unit', async () => {
    const device = await api.call(
      'createDevice',
      { name: 'Red spare', device_model: 'GT06', unique_identifier: 'RED2' },
      as('red'),
    );
    const taken = await api.call('createUnit', { name: 'Stolen', device_ids: [device.data.device_id] }, as('consumer'));
    expect(taken.error).toMatchObject({ code: ERROR.validation, fields: [{ field: 'device_ids' }] });
  });
});

describe('the door', () => {
  it('answers malformed JSON, other media types and attacks on prototypes with 4xx in the same shape', async () => {
    const answers = [
      await post('{"header":'),
      await post(''),
      await post('a=b', { 'content-type': 'application/x-www-form-urlencoded' }),
      await post('{"header":{"__proto__":{"method":"signin"}}}'),
      await post({ header: { method: 'constructor', service: 'auth-service' } }),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
      expect(answer.json()).toMatchObject({
        error: { code: expect.any(String), message: expect.any(String), title: expect.any(String) },
        data: null,
      });
      expect(answer.json().header.correlationId).toBe(answer.headers['x-correlation-id']);
    }
  });

  it('refuses a body over 1 MiB without reading on', async () => {
    for (const url of ['/api', '/api/history']) {
      const answer = await post({ header: {}, data: { filler: 'x'.repeat(1025 * 1024) } }, undefined, url);
      expect([answer.statusCode, answer.json().error.code]).toEqual([413, ERROR.bodyTooLarge]);
    }
  });

  it('gives each answer a correlation id of its own and logs a line with it', async () => {
    const called = await api.call('getUnitList', {}, as('consumer'));
    const line = api.log.find(({ details }) => details.correlationId === called.correlationId);
    expect(line).toMatchObject({
      level: 'info',
      message: 'call',
      details: { method: 'getUnitList', code: 'ok', userId: 3, accountId: 4, remote: '192.0.2.1' },
    });
  });

  it('does not believe X-Forwarded-For unless configured to', async () => {
    const answer = await api.server.inject({
      method: 'POST',
      url: '/api',
      remoteAddress: '192.0.2.77',
      headers: { 'x-forwarded-for': '203.0.113.1' },
      payload: { header: { method: 'getLanguages', service: 'auth-service' }, data: {} },
    });
    expect(answer.statusCode).toBe(200);
    expect(api.log.at(-1)?.details.remote).toBe('192.0.2.77');
  });

  it('answers a bug with EXCEPTION and no inside knowledge', async () => {
    const broken = await startApi(test.database, {
      handlers: new Proxy({} as never, {
        get: () => async () => {
          throw new Error('select secret from stack');
        },
      }),
    });
    const { status, error, correlationId } = await broken.call('getLanguages');
    expect([status, error?.code]).toEqual([500, ERROR.exception]);
    expect(JSON.stringify(error)).not.toContain('secret');
    expect(broken.log.find(({ level }) => level === 'error')?.details).toMatchObject({ correlationId });
    await broken.close();
  });
});
