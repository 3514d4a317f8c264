import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue, type MethodName } from '../../src/api/contract/index.ts';
import { HOUR } from '../../src/domain/base/index.ts';
import { createFeedAuthenticate } from '../../server/gateway/index.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import { startApi, START, type TestApi } from '../support/api.ts';
import { REQUESTS } from '../support/matrixRequests.ts';
import { fillMatrixWorld, type Actor, type MatrixWorld, type Target } from '../support/matrixWorld.ts';
import { withTestDatabase } from '../support/postgres.ts';

// The token of a location share opens the share and nothing else: every method of the catalogue, the streams and the
// live feed are asked with it for what its account has.

const test = withTestDatabase();
const METHODS = Object.keys(catalogue) as MethodName[];
const TOKEN = 'token-of-a-share-that-works-'.padEnd(43, 'x');

let world: MatrixWorld;
let api: TestApi;
let actor: Actor;
let own: Target;
let number = 7_000;

beforeAll(async () => {
  world = await fillMatrixWorld(test.database);
  const found = world.actors.find(({ username }) => username === 'consumer');
  if (!found?.targets.own) throw new Error('The demo has no consumer.');
  actor = found;
  own = found.targets.own;
  const [share] = await test.database.query<{ id: number }>(
    `insert into share (account_id, name, token_hash, from_at, to_at, names, trail, zones, driver, scope_below, created_by, created_at)
     values ($1, 'Open', $2, $3, $4, true, true, true, true, true, $5, $3) returning id`,
    [own.accountId, createHash('sha256').update(TOKEN).digest(), new Date(START), new Date(START + HOUR), actor.userId],
  );
  await test.database.query('insert into share_unit (share_id, place, unit_id) values ($1, 1, $2)', [
    share?.id,
    own.unitId,
  ]);
  api = await startApi(test.database);
}, 60_000);
afterAll(() => api.close());

const ask = (method: MethodName) =>
  api.call(method, REQUESTS[method].data(own, actor, ++number), { token: TOKEN, account: own.accountId });

describe("a share's token", () => {
  it('opens the share', async () => {
    const { data } = await api.call('getSharedLocation', { token: TOKEN });
    expect(data).toMatchObject({ state: 'active', units: [{ name: `${own.marker} unit` }] });
  });

  it('is refused by every method that is not public', async () => {
    const answered: string[] = [];
    for (const method of METHODS) {
      if (catalogue[method].access === 'public') continue;
      const { error } = await ask(method);
      if (error?.category !== 'session') answered.push(`${method}: ${error?.code ?? 'answered'}`);
    }
    expect(answered).toEqual([]);
  }, 60_000);

  it('changes no answer of a public method', async () => {
    const leaking: string[] = [];
    for (const method of METHODS) {
      if (catalogue[method].access !== 'public') continue;
      const { data } = await ask(method);
      if (JSON.stringify(data ?? null).includes(own.marker)) leaking.push(method);
    }
    expect(leaking).toEqual([]);
  }, 60_000);

  it('is refused by the live feed', async () => {
    const authenticate = createFeedAuthenticate(api.sessions, createProblems(loadMessages()));
    expect((await authenticate(TOKEN, own.accountId, START)).ok).toBe(false);
  });

  it('is refused by the streams of history', async () => {
    const header = {
      timezone: 0,
      lang: 'en',
      token: TOKEN,
      account: own.accountId,
      version: '0.0.1',
      method: 'getHistory',
      service: 'tracking-service',
    };
    const data = { unit_ids: [own.unitId], from: '2026-05-01T07:00:00Z', to: '2026-05-01T08:00:00Z' };
    for (const url of ['/api/history', '/api/visits']) {
      const answer = await api.server.inject({ method: 'POST', url, payload: { header, data } });
      expect([url, answer.statusCode, answer.body.includes('error')]).toEqual([url, answer.statusCode, true]);
      expect(api.positions.asked).toEqual([]);
    }
  });
});
