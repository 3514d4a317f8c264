import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Server, type Socket } from 'socket.io';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIVE_PATH, type LiveAuth, type LiveRefusal } from '../../../api/contract/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { FrameBuilder, readFrame } from '../../../domain/telemetry/index.ts';
import type { LiveSocketHandlers } from './liveSocket.ts';
import { openSocketIo } from './socketIo.ts';

/** Waits for one thing that the other side does. */
function signal<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const nothing: LiveSocketHandlers = {
  ready() {},
  frame() {},
  events() {},
  place() {},
  readAgain() {},
  details() {},
  alarmViewers() {},
  refused() {},
  closed() {},
  alive() {},
};
const auth: LiveAuth = { token: 't', account: 5, cursor: { epoch: 'e', sequence: 7 } };

describe('the live feed over a real socket', () => {
  let http: HttpServer;
  let io: Server;
  let url: string;

  beforeEach(async () => {
    http = createServer();
    io = new Server(http, { path: LIVE_PATH, transports: ['websocket'], pingInterval: 20, pingTimeout: 1_000 });
    await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  });

  afterEach(() => io.close());

  it('carries auth, frames as bytes, watches and heartbeats', async () => {
    const served = signal<Socket>();
    const watched = signal<number[]>();
    io.on('connection', (socket) => {
      socket.on('watch', watched.resolve);
      served.resolve(socket);
    });
    const frame = signal<ArrayBuffer>();
    const beats = signal<void>();
    let alive = 0;
    const socket = openSocketIo(url, auth, {
      ...nothing,
      frame: frame.resolve,
      alive: () => (++alive >= 5 ? beats.resolve() : undefined),
    });
    const server = await served.promise;
    expect(server.handshake.auth).toEqual(auth);
    const builder = new FrameBuilder();
    builder.add(3, 1, 2, 50_000, 0);
    server.emit('frame', Buffer.from(builder.take('changes', false, 60_000, 8)));
    expect([...readFrame(await frame.promise).ids]).toEqual([3]);
    socket.watch([1, 2]);
    expect(await watched.promise).toEqual([1, 2]);
    await beats.promise;
    socket.close();
  });

  it('passes a refusal on with its reason, and nothing after it', async () => {
    const refusal: LiveRefusal = { code: ERROR.accessToken, message: 'Expired.', correlationId: 'c' };
    io.use((_socket, next) => next(Object.assign(new Error(refusal.message), { data: refusal })));
    const refused = signal<LiveRefusal>();
    let closed = 0;
    openSocketIo(url, auth, { ...nothing, refused: refused.resolve, closed: () => closed++ });
    expect(await refused.promise).toEqual(refusal);
    expect(closed).toBe(0);
  });

  it('reports a lost connection and one that cannot be made, once', async () => {
    io.on('connection', (socket) => socket.disconnect(true));
    const lost = signal<string>();
    openSocketIo(url, auth, { ...nothing, closed: lost.resolve });
    expect(await lost.promise).toBe('io server disconnect');
    await io.close();
    const failed = signal<string>();
    openSocketIo(url, auth, { ...nothing, closed: failed.resolve });
    expect(await failed.promise).toContain('websocket error');
  });
});
