import { createHash } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_PATH, SHARE_FEED, catalogue, type MethodName } from '../../src/api/contract/index.ts';
import { HOUR, type UserId } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { SharedLocation } from '../../src/domain/share/index.ts';
import { startFeeds, type Feeds } from '../../server/feeds/index.ts';
import { stillPositions } from '../../server/feeds/testing/positions.ts';
import { createFeedAuthenticate } from '../../server/gateway/index.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import { createShareWatch } from '../../server/modules/shares/index.ts';
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
let feeds: Feeds;
let shareId = 0;
const sockets: Socket[] = [];

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
  shareId = share?.id ?? 0;
  api = await startApi(test.database);
  await api.server.listen({ port: 0, host: '127.0.0.1' });
  feeds = startFeeds({
    http: api.server.server,
    time: { now: () => START },
    epoch: 'e',
    run: 'run',
    correlationId: () => 'c',
    directory: api.directory,
    positions: stillPositions(),
    lookUpAlarm: () => Promise.resolve(null),
    authenticate: createFeedAuthenticate(api.sessions, createProblems(loadMessages())),
    onEvents: (listener) => test.database.onEvents(listener),
    onSessionsEnded: (listener) => api.sessions.onEnded(listener),
    shares: createShareWatch({ ...api, positions: api.positions.store, database: test.database }),
    logger: { info: () => undefined, warn: () => undefined },
  });
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await feeds.close();
  await api.close();
});

/** A connection to the live feed, of a page that shows this for itself. */
function connect(namespace: string, auth: object): Socket {
  const { port } = api.server.server.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}${namespace}`, {
    path: LIVE_PATH,
    transports: ['websocket'],
    reconnection: false,
    forceNew: true,
    auth,
  });
  sockets.push(socket);
  return socket;
}

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

  it('is refused by the live feed of the product', async () => {
    const socket = connect('', { token: TOKEN, account: own.accountId });
    const refusal = await new Promise<Error>((resolve) => void socket.once('connect_error', resolve));
    expect(refusal).toMatchObject({ data: { code: ERROR.accessToken } });
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

  it('opens the feed of shares, which has its units alone, takes nothing, and ends with it', async () => {
    const { accessToken } = await api.sessions.open(
      actor.userId as UserId,
      { remote: '192.0.2.1', userAgent: 'test' },
      START,
    );
    const asOwner = { token: accessToken, account: own.accountId };
    const heard: unknown[][] = [];
    const socket = connect(SHARE_FEED, { token: TOKEN, visit: '' });
    socket.onAny((...all: unknown[]) => void heard.push(all));
    const ended = new Promise((resolve) => void socket.once('disconnect', resolve));
    const first = await new Promise<SharedLocation>((resolve) => void socket.once('shared', resolve));
    expect(first).toMatchObject({ state: 'active', units: [{ name: `${own.marker} unit` }] });
    // Everything that the product's feed takes; the answers to another page come after what these might bring.
    socket.emit('watch', [own.unitId]);
    socket.emit('viewAlarm', 1);
    const other = connect(SHARE_FEED, { token: TOKEN, visit: '' });
    await new Promise((resolve) => void other.once('shared', resolve));
    await api.call('updateUnit', REQUESTS.updateUnit.data(own, actor, ++number), asOwner);
    await api.call('revokeShare', { share_id: shareId }, asOwner);
    await ended;
    expect(heard.map(([name]) => name).filter((name) => name !== 'shared')).toEqual([]);
    expect(heard.at(-1)?.[1]).toEqual({ state: 'invalid' });
    for (const auth of [{ token: TOKEN, visit: '' }, { token: 'another', visit: '' }, {}]) {
      const late = connect(SHARE_FEED, auth);
      late.onAny((...all: unknown[]) => void heard.push(['late', ...all]));
      await new Promise((resolve) => void late.once('disconnect', resolve));
    }
    expect(heard.filter(([name]) => name === 'late')).toEqual([]);
  });
});
