import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../../src/api/contract/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { DatabaseUnavailable, StatementTimedOut } from '../../server/store/index.ts';
import { fillWorld, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;
let ready = true;
let stale: string[] = [];
let consumer: { token: string; account: number | null };

beforeAll(async () => {
  await fillWorld(test.database);
  api = await startApi(test.database, { readiness: () => ({ ports: ready }), stale: () => stale });
  consumer = await api.signIn('consumer', 4);
});
afterAll(() => api.close());

const get = (url: string) => api.server.inject({ url });

describe('probes', () => {
  it('describes every method in OpenAPI, with bounds', async () => {
    const document = (await get('/api/openapi.json')).json();
    expect(Object.keys(document.paths)).toHaveLength(Object.keys(catalogue).length + 4);
    expect(document.paths['/upload'].post.requestBody.content).toHaveProperty('multipart/form-data');
    expect(JSON.stringify(document)).not.toContain('"mixed"');
    const schema = document.components.schemas.createDeviceRequest;
    expect(schema.required.toSorted()).toEqual(['device_model', 'name', 'unique_identifier']);
    expect(schema.properties.unique_identifier).toMatchObject({
      type: 'string',
      minLength: 2,
      maxLength: 16,
      pattern: '^\\S*$',
    });
    expect(document.components.schemas.getUnitListRequest.properties.limit).toEqual({
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 50,
    });
    expect(document.components.schemas.getUnitRequest.properties.unit_id).toMatchObject({
      type: 'integer',
      exclusiveMinimum: 0,
    });
    expect(document.components.schemas.createUnitRequest.properties.device_ids).toMatchObject({
      type: 'array',
      minItems: 1,
      items: { type: 'integer' },
    });
  });

  it('measures for this machine alone, not for what a proxy on it hands on; by a key for everybody who has it', async () => {
    const metrics = async (from: TestApi, remoteAddress: string, headers: Record<string, string> = {}) =>
      (await from.server.inject({ url: '/metrics', remoteAddress, headers })).statusCode;
    expect(await metrics(api, '127.0.0.1')).toBe(200);
    expect(await metrics(api, '::1')).toBe(200);
    expect(await metrics(api, '192.0.2.1')).toBe(401);
    expect(await metrics(api, '127.0.0.1', { 'x-forwarded-for': '192.0.2.1' })).toBe(401);
    const keyed = await startApi(test.database, { metricsKey: 'key-of-the-tests' });
    expect(await metrics(keyed, '127.0.0.1')).toBe(401);
    expect(await metrics(keyed, '192.0.2.1', { authorization: 'Bearer wrong' })).toBe(401);
    expect(await metrics(keyed, '192.0.2.1', { authorization: 'Bearer key-of-the-tests' })).toBe(200);
    await keyed.close();
  });

  it('counts calls by method and code, without names from outside', async () => {
    await api.call('getUnitList', {}, consumer);
    await api.call('madeUp"name');
    const text = (await get('/metrics')).body;
    expect(text).toMatch(/wayline_calls_total\{method="getUnitList",code="ok"\} \d+/);
    expect(text).toMatch(/wayline_calls_total\{method="unknown",code="POLY_ERR_UNKNOWN_METHOD"\} 1/);
    expect(text).toMatch(/wayline_call_seconds_bucket\{le="\+Inf",method="getUnitList"\} \d+/);
    expect(text).not.toContain('madeUp');
    for (const line of text.trim().split('\n'))
      expect(line).toMatch(/^(|# (HELP|TYPE) .+|[a-z][a-z_0-9]*(\{.*\})? (NaN|-?[\d.e+-]+))$/);
  });

  it('reports on the process itself', async () => {
    const answer = await get('/metrics');
    expect(answer.headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
    const valueOf = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(answer.body)?.[1]);
    expect(valueOf('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
    expect(valueOf('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(valueOf('nodejs_heap_size_used_bytes')).toBeGreaterThan(1_000_000);
    expect(valueOf('wayline_database_up')).toBe(1);
    expect(answer.body).toContain('nodejs_eventloop_lag_p99_seconds ');
  });

  it('is ready when the database and the ports are', async () => {
    expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
    expect((await get('/readyz')).json()).toEqual({
      status: 'ready',
      checks: { database: true, ports: true },
      stale: [],
    });
    ready = false;
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json().checks]).toEqual([503, { database: true, ports: false }]);
    ready = true;
  });

  it('says which copies of tables may lack changes, and is ready all the same', async () => {
    stale = ['rules'];
    const answer = await get('/readyz');
    expect([answer.statusCode, answer.json().stale]).toEqual([200, ['rules']]);
    stale = [];
  });

  it('answers 503 in the usual shape while the database is away, stays healthy, and goes on by itself afterwards', async () => {
    const database = test.database;
    const { query, transaction } = database;
    const away = async () => {
      throw new DatabaseUnavailable('connection refused');
    };
    Object.assign(database, { query: away, transaction: away });
    try {
      const called = await api.call('getUnitList', {}, consumer);
      expect(called).toMatchObject({
        status: 503,
        error: {
          code: ERROR.unavailable,
          message: expect.stringMatching(/^The database cannot be reached/),
          category: 'server',
          retry_after: 2,
        },
        headers: { 'retry-after': '2' },
      });
      expect((await api.call('signin', { username: 'consumer', password: 'x' })).status).toBe(503);
      expect((await get('/healthz')).statusCode).toBe(200);
      expect((await get('/readyz')).json()).toMatchObject({ status: 'not ready', checks: { database: false } });
    } finally {
      Object.assign(database, { query, transaction });
    }
    expect((await api.call('getUnitList', {}, consumer)).error).toBeNull();
  });

  it('says that a call whose query took too long timed out', async () => {
    const database = test.database;
    const { query } = database;
    Object.assign(database, {
      query: (sql: string, parameters?: readonly unknown[]) =>
        sql.includes('order by lower(u.name)')
          ? Promise.reject(new StatementTimedOut('too long'))
          : query.call(database, sql, parameters),
    });
    try {
      expect(await api.call('getUnitList', {}, consumer)).toMatchObject({
        status: 504,
        error: { code: ERROR.timeout, message: 'Request timed out', category: 'server' },
        data: null,
      });
    } finally {
      Object.assign(database, { query });
    }
    expect((await api.call('getUnitList', {}, consumer)).error).toBeNull();
  });

  it('says that the disk is full where something cannot be stored, and goes on reading', async () => {
    const database = test.database;
    const { transaction } = database;
    const cause = Object.assign(new Error('could not extend file'), { code: '53100' });
    Object.assign(database, {
      transaction: async () => {
        throw new DatabaseUnavailable('full', { cause });
      },
    });
    try {
      const refused = await api.call(
        'createDevice',
        { name: 'No room', device_model: 'GT06', unique_identifier: 'NOROOM1' },
        consumer,
      );
      expect(refused).toMatchObject({
        status: 503,
        error: {
          code: ERROR.unavailable,
          message: expect.stringMatching(/^The server's disk is full/),
          retry_after: 2,
        },
        data: null,
      });
      expect((await api.call('getUnitList', {}, consumer)).error).toBeNull();
    } finally {
      Object.assign(database, { transaction });
    }
  });
});
