import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIVE_PATH, type LiveRefusal } from '../../src/api/contract/index.ts';
import { success } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { HeavyCalls } from '../../server/call/heavyCalls.ts';
import { createProblems, loadMessages } from '../../server/call/index.ts';
import { startFeeds, type Feeds } from '../../server/feeds/index.ts';
import { stillPositions } from '../../server/feeds/testing/positions.ts';
import { createFeedAuthenticate } from '../../server/gateway/index.ts';
import { fillWorld, START, startApi, type TestApi } from '../support/api.ts';
import { withTestDatabase } from '../support/postgres.ts';

// How much may be at once: over HTTP and the live feed, with bounds that a test can reach.

const test = withTestDatabase();
const heavyCalls = new HeavyCalls({ total: 1, waiting: 0, patience: 1 });
const waitingPictures: (() => void)[] = [];
let api: TestApi;
let feeds: Feeds;
const sockets: Socket[] = [];

beforeAll(async () => {
  await fillWorld(test.database);
  api = await startApi(test.database, {
    heavyCalls,
    pictures: {
      take: () =>
        new Promise((resolve) =>
          waitingPictures.push(() => resolve(success({ image_id: 'x', url: '/images/x', width: 1, height: 1 }))),
        ),
      read: async () => null,
    },
  });
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
    logger: { info: () => undefined, warn: () => undefined },
    bounds: { total: 3, perSession: 1 },
  });
}, 60_000);
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await feeds.close();
  await api.close();
});

const INTERVAL = { from: '2026-05-01T08:00:00Z', to: '2026-05-01T09:00:00Z', unit_ids: [41] };

describe('heavy calls', () => {
  it('are refused with a code, a status and a time where there is no room, and let in when there is', async () => {
    const { token } = await api.signIn('consumer');
    const stream = () =>
      api.server.inject({
        method: 'POST',
        url: '/api/history',
        payload: {
          header: { method: 'streamHistory', service: 'tracking-service', lang: 'ru', token, account: 4 },
          data: INTERVAL,
        },
      });
    const leave = await heavyCalls.enter({ address: null, session: null });
    const refused = await api.call('getHistory', INTERVAL, { token, account: 4, lang: 'fa' });
    expect(refused.error).toMatchObject({ code: ERROR.tooManyRequests, category: 'limit', retry_after: 2 });
    expect(refused.error?.message).toContain('هم‌زمان');
    expect(refused.headers['retry-after']).toBe('2');
    const broken = await stream();
    expect([broken.statusCode, broken.headers['retry-after']]).toEqual([429, '2']);
    expect(broken.json()).toMatchObject({
      error: { code: ERROR.tooManyRequests, message: expect.stringContaining('слишком много запросов') },
    });
    // Light calls are not limited.
    expect((await api.call('getLastPositions', { unit_ids: [41] }, { token, account: 4 })).error).toBeNull();
    leave?.();
    for (let turn = 0; turn < 3; turn++) expect((await stream()).statusCode).toBe(200);
    expect((await api.call('getHistory', INTERVAL, { token, account: 4 })).error).toBeNull();
    const last = await heavyCalls.enter({ address: null, session: null });
    expect(last).not.toBeNull();
    last?.();
  });
});

describe('uploads', () => {
  it('are refused beyond two of a session and four of an address, before they are read', async () => {
    const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const upload = (token: string, remoteAddress: string) => {
      const form = new FormData();
      form.set('token', token);
      form.set('file', new Blob([new Uint8Array(bytes)]));
      const request = new Request('http://localhost/upload', { method: 'POST', body: form });
      return request
        .arrayBuffer()
        .then((payload) =>
          api.server.inject({
            method: 'POST',
            url: '/upload',
            remoteAddress,
            headers: { 'content-type': request.headers.get('content-type') ?? '' },
            payload: Buffer.from(payload),
          }),
        );
    };
    const [{ token }, other, third] = [
      await api.signIn('consumer'),
      await api.signIn('consumer'),
      await api.signIn('consumer'),
    ];
    const running = [upload(token, '192.0.2.7'), upload(token, '192.0.2.7')];
    await expect.poll(() => waitingPictures.length).toBe(2);
    const beyond = await upload(token, '192.0.2.7');
    expect([beyond.statusCode, beyond.headers['retry-after']]).toEqual([429, '2']);
    expect(beyond.json()).toMatchObject({ error: { code: ERROR.tooManyRequests } });
    running.push(upload(other.token, '192.0.2.7'), upload(other.token, '192.0.2.7'));
    await expect.poll(() => waitingPictures.length).toBe(4);
    expect((await upload(third.token, '192.0.2.7')).statusCode).toBe(429);
    running.push(upload(third.token, '192.0.2.8'));
    await expect.poll(() => waitingPictures.length).toBe(5);
    for (const finish of waitingPictures) finish();
    expect((await Promise.all(running)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
    const again = upload(token, '192.0.2.7');
    await expect.poll(() => waitingPictures.length).toBe(6);
    waitingPictures[5]();
    expect((await again).statusCode).toBe(200);
  });
});

describe('live connections', () => {
  it('are refused beyond the bounds of a session and in all, with the reason, and are free again', async () => {
    const { port } = api.server.server.address() as AddressInfo;
    const connect = (token: string) => {
      const socket = io(`http://127.0.0.1:${port}`, {
        path: LIVE_PATH,
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        auth: { token, account: 4 },
      });
      sockets.push(socket);
      const came = new Promise<string>((resolve) => {
        socket.once('ready', () => resolve('ready'));
        socket.once('refused', ({ code }: LiveRefusal) => resolve(code));
        socket.once('connect_error', (error: Error & { data?: LiveRefusal }) => resolve(`at once ${error.data?.code}`));
      });
      const gone = new Promise((resolve) => socket.once('disconnect', resolve));
      return { socket, came, gone };
    };
    const tokens = [];
    for (let count = 0; count < 4; count++) tokens.push((await api.signIn('consumer')).token);
    const first = connect(tokens[0]);
    expect(await first.came).toBe('ready');
    const twin = connect(tokens[0]);
    expect(await twin.came).toBe(ERROR.tooManyRequests);
    await twin.gone;
    for (const token of tokens.slice(1, 3)) expect(await connect(token).came).toBe('ready');
    expect(await connect(tokens[3]).came).toBe(`at once ${ERROR.tooManyRequests}`);
    first.socket.disconnect();
    await expect.poll(() => feeds.hub.viewers).toBe(2);
    expect(await connect(tokens[0]).came).toBe('ready');
  });
});
