import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { CONNECTION } from '../../src/domain/base/index.ts';
import { IngestCounters } from './counters.ts';
import { openListeners, type Listeners } from './listeners.ts';
import { encodeTeltonikaDatagram, encodeTeltonikaLogin, encodeTeltonikaPacket } from './protocols/teltonika/index.ts';
import { PROTOCOLS } from './registry.ts';
import { freePort } from './testing/freePort.ts';
import { RecordingIntake } from './testing/recordingIntake.ts';
import type { DeviceHandle, ListeningProtocol } from './types.ts';

const HOST = '127.0.0.1';
const record = {
  time: Date.UTC(2026, 5, 1),
  latitude: 1,
  longitude: 2,
  altitude: 3,
  course: 4,
  speed: 5,
  satellites: 6,
  io: [],
};
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close();
});

async function start(
  name: string,
  options: {
    intake?: RecordingIntake;
    maximumBadFrames?: number;
    idleTimeout?: number;
    connections?: { total: number };
  } = {},
) {
  const intake = options.intake ?? new RecordingIntake();
  const counters = new IngestCounters();
  const found = PROTOCOLS.find((protocol) => protocol.name === name);
  if (!found) throw new Error(`${name} is not in the registry`);
  const protocol = { ...found, idleTimeout: options.idleTimeout ?? found.idleTimeout } as ListeningProtocol;
  const port = await freePort();
  const listeners = await openListeners({
    protocols: [protocol],
    host: HOST,
    ports: { [protocol.name]: port },
    intake,
    counters,
    logger: quiet,
    maximumBadFrames: options.maximumBadFrames,
    drainTimeout: 1000,
    connections: options.connections,
  });
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await listeners.close();
    closed = true;
  };
  open.push(close);
  return { intake, counters: counters.of(protocol.name), port, close };
}

async function dial(
  port: number,
  localAddress = HOST,
): Promise<{ socket: Socket; next: () => Promise<string>; ended: Promise<unknown> }> {
  const socket = connect({ port, host: HOST, localAddress });
  open.push(() => socket.destroy());
  socket.on('error', () => undefined);
  const received: string[] = [];
  let wake: () => void = () => undefined;
  socket.on('data', (bytes: Buffer) => {
    received.push(bytes.toString('hex'));
    wake();
  });
  const ended = once(socket, 'close');
  await once(socket, 'connect');
  const next = async (): Promise<string> => {
    while (received.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    return received.shift() ?? '';
  };
  return { socket, next, ended };
}

describe('TCP', () => {
  it('carries a login and packets, and counts connections', async () => {
    const { intake, port, counters } = await start('teltonika');
    const { socket, next, ended } = await dial(port);
    const [login, packet] = [encodeTeltonikaLogin('123456789012345'), encodeTeltonikaPacket([record, record])];
    socket.write(login);
    expect(await next()).toBe('01');
    socket.write(packet);
    expect(await next()).toBe('00000002');
    expect(intake.fixes).toHaveLength(2);
    expect(counters).toMatchObject({ open: 1, connections: 1 });
    // Both ways, with what came before it was known whose it is.
    expect(intake.traffic).toBe(login.length + 1 + packet.length + 4);
    socket.end();
    await ended;
  });

  it('closes a connection that sends nothing but noise', async () => {
    const { intake, port } = await start('teltonika', { maximumBadFrames: 3 });
    const { socket, next, ended } = await dial(port);
    socket.write(encodeTeltonikaLogin('123456789012345'));
    await next();
    const bad = encodeTeltonikaPacket([record]);
    bad[20] ^= 1;
    socket.write(bad);
    expect(await next()).toBe('00000000');
    socket.write(encodeTeltonikaPacket([record]));
    expect(await next()).toBe('00000001');
    for (let count = 0; count < 3; count++) socket.write(bad);
    await ended;
    expect(intake.malformedFrames.length).toBeGreaterThanOrEqual(4);
    expect(intake.fixes).toHaveLength(1);
  });

  it('a device that connects again replaces its old connection', async () => {
    const { port } = await start('teltonika');
    const first = await dial(port);
    first.socket.write(encodeTeltonikaLogin('123456789012345'));
    await first.next();
    const second = await dial(port);
    second.socket.write(encodeTeltonikaLogin('123456789012345'));
    expect(await second.next()).toBe('01');
    await first.ended;
    second.socket.write(encodeTeltonikaPacket([record]));
    expect(await second.next()).toBe('00000001');
  });

  it("answers README's Wialon line to its end, though its sender has closed its side: the login, and the data once stored", async () => {
    const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
    const written = /printf '([^']+)' \| nc -q 2 localhost 5039/.exec(readme)?.[1] ?? '';
    const answers = [...(/It prints `([^`]+)`[^`]*`([^`]+)`/.exec(readme.replaceAll('\n', ' ')) ?? [])].slice(1);
    const intake = new RecordingIntake();
    intake.commits = 'by hand';
    const { port } = await start('wialon_ips', { intake });
    const { socket, next, ended } = await dial(port);
    socket.end(written.replaceAll(String.raw`\r\n`, '\r\n'));
    const text = async (): Promise<string> => Buffer.from(await next(), 'hex').toString();
    expect(await text()).toBe(`${answers[0]}\r\n`);
    await expect.poll(() => intake.fixes.length).toBe(1);
    intake.commit();
    expect(await text()).toBe(`${answers[1]}\r\n`);
    await ended;
  });

  it('refuses a second connection from another address while the first one is heard', async () => {
    const { intake, port } = await start('teltonika');
    const noted: string[] = [];
    Object.assign(intake, {
      secondConnection: (_device: object, _protocol: string, remote: string) => noted.push(remote),
    });
    const [first, stranger] = [await dial(port), await dial(port, '127.0.0.2')];
    first.socket.write(encodeTeltonikaLogin('123456789012345'));
    expect(await first.next()).toBe('01');
    stranger.socket.write(encodeTeltonikaLogin('123456789012345'));
    // As of any stranger, a packet is looked at for its make; it is not taken.
    expect(await stranger.next()).toBe('01');
    stranger.socket.write(encodeTeltonikaPacket([record]));
    expect(await stranger.next()).toBe('00000000');
    expect(intake.fixes).toEqual([]);
    expect(noted).toMatchObject([expect.stringMatching(/^127\.0\.0\.2:/)]);
    first.socket.write(encodeTeltonikaPacket([record]));
    expect(await first.next()).toBe('00000001');
    // A minute of silence later the other one may speak for the device.
    intake.time += CONNECTION.silence;
    const second = await dial(port, '127.0.0.2');
    second.socket.write(encodeTeltonikaLogin('123456789012345'));
    expect(await second.next()).toBe('01');
    await first.ended;
  });

  it('asks a connected device to log in again when what lets it in has changed', async () => {
    const device = { identifier: '1', deviceId: 1, unitId: 1, model: '', clockOffset: null, password: null };
    const handle: { -readonly [Key in keyof DeviceHandle]: DeviceHandle[Key] } = device;
    const intake = Object.assign(new RecordingIntake(), { login: () => handle });
    const { port } = await start('teltonika', { intake });
    const { socket, next, ended } = await dial(port);
    socket.write(encodeTeltonikaLogin('123456789012345'));
    expect(await next()).toBe('01');
    handle.password = 'hush';
    socket.write(encodeTeltonikaPacket([record]));
    await ended;
    expect(intake.fixes).toEqual([]);
  });

  it('closes a silent connection after the idle time', async () => {
    const { port } = await start('gt06', { idleTimeout: 0.05 });
    const { ended } = await dial(port);
    await ended;
  });

  it('on closing answers what was accepted once it is stored, and takes nothing more', async () => {
    const { intake, port, close } = await start('teltonika');
    const { socket, next, ended } = await dial(port);
    socket.write(encodeTeltonikaLogin('123456789012345'));
    await next();
    intake.commits = 'by hand';
    socket.write(encodeTeltonikaPacket([record]));
    while (intake.fixes.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const closing = close();
    intake.commit();
    expect(await next()).toBe('00000001');
    await closing;
    await ended;
    const late = connect(port, HOST);
    const [error] = (await once(late, 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNREFUSED');
  });
});

describe('UDP', () => {
  it('answers a datagram', async () => {
    const { intake, port, counters } = await start('teltonika');
    const socket = createSocket('udp4');
    open.push(() => socket.close());
    const answered = once(socket, 'message');
    const datagram = encodeTeltonikaDatagram('123456789012345', [record], 0x0102);
    socket.send(datagram, port, HOST);
    const [bytes] = (await answered) as [Buffer];
    expect(bytes.toString('hex')).toBe('00050102010201');
    expect(intake.traffic).toBe(datagram.length + bytes.length);
    expect(counters.connections).toBe(1);
  });
});

describe('HTTP', () => {
  it('answers queries on a connection that stays, and caps the body', async () => {
    const { intake, port, counters } = await start('osmand');
    const url = `http://${HOST}:${port}/`;
    expect((await fetch(`${url}?id=a1&lat=1&lon=2`)).status).toBe(200);
    expect(intake.traffic).toBe('/?id=a1&lat=1&lon=2'.length);
    expect((await fetch(`${url}?id=a1&lat=x&lon=2`)).status).toBe(400);
    expect(
      (
        await fetch(url, {
          method: 'POST',
          body: 'id=a1&lat=3&lon=4',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
      ).status,
    ).toBe(200);
    const json = { 'content-type': 'application/json; charset=utf-8' };
    expect(
      (await fetch(url, { method: 'POST', headers: json, body: JSON.stringify({ device_id: 'a1', location: {} }) }))
        .status,
    ).toBe(200);
    expect(intake.fixes).toHaveLength(3);

    const { socket, next } = await dial(port);
    const before = counters.connections;
    for (const latitude of [5, 6]) {
      socket.write(`GET /?id=a1&lat=${latitude}&lon=2 HTTP/1.1\r\nHost: x\r\n\r\n`);
      expect(Buffer.from(await next(), 'hex').toString()).toContain('200 OK');
    }
    expect(counters.connections).toBe(before);
    expect(intake.fixes.map((fix) => fix.latitude)).toEqual([1, 3, 0, 5, 6]);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${64 * 1024 + 1}\r\n\r\n`);
    expect(Buffer.from(await next(), 'hex').toString()).toContain('413');
    const chunked = await dial(port);
    chunked.socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n11000\r\n${'a'.repeat(0x11000)}\r\n`,
    );
    expect(Buffer.from(await chunked.next(), 'hex').toString()).toContain('413');
    const noise = await dial(port);
    noise.socket.write('\u0001\u0002 nonsense\r\n\r\n');
    expect(Buffer.from(await noise.next(), 'hex').toString()).toContain('400');
  });

  it('reports bytes that are no request, and nothing of a device that hangs up', async () => {
    const { intake, port } = await start('osmand');
    const away = await dial(port);
    away.socket.write('GET /?id=a1&lat=5');
    away.socket.end();
    await once(away.socket, 'close');
    const noise = await dial(port);
    noise.socket.write('\u0001\u0002 nonsense\r\n\r\n');
    await noise.next();
    expect(
      intake.malformedFrames.map(({ reason, bytes }) => ({ reason, bytes: Buffer.from(bytes).toString('hex') })),
    ).toEqual([
      { reason: 'the request is not HTTP', bytes: Buffer.from('\u0001\u0002 nonsense\r\n\r\n').toString('hex') },
    ]);
  });
});

describe('ports', () => {
  it('that are taken are named, with what to do; nothing stays open', async () => {
    const taken = createServer().listen(0, HOST);
    await once(taken, 'listening');
    open.push(() => taken.close());
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const other = await freePort();
    const attempt = (): Promise<Listeners> =>
      openListeners({
        protocols: PROTOCOLS.filter((protocol) => protocol.name === 'gt06' || protocol.name === 'wialon_ips'),
        host: HOST,
        ports: { gt06: port, wialon_ips: other },
        intake: new RecordingIntake(),
        counters: new IngestCounters(),
        logger: quiet,
      });
    await expect(attempt()).rejects.toThrow(
      `The gt06 device port ${port} (TCP) on 127.0.0.1 cannot be opened: another program listens on it. Stop that program, or set INGEST_PORT_GT06 to a free port above 1023, or to 0 to switch the protocol off.`,
    );
    const again = createServer().listen(other, HOST);
    await once(again, 'listening');
    again.close();
  });

  it('0 switches a protocol off', async () => {
    const listeners = await openListeners({
      protocols: PROTOCOLS,
      host: HOST,
      ports: Object.fromEntries(PROTOCOLS.map(({ name }) => [name, 0])),
      intake: new RecordingIntake(),
      counters: new IngestCounters(),
      logger: quiet,
    });
    expect(listeners.ports).toEqual([]);
    await listeners.close();
  });
});

describe('too many connections', () => {
  it.each(['gt06', 'osmand'])('are closed at the port of %s, and there is room again when one goes', async (name) => {
    const { port, counters } = await start(name, { connections: { total: 1 } });
    const first = connect(port, HOST);
    open.push(() => first.destroy());
    await expect.poll(() => counters.open).toBe(1);
    const second = connect(port, HOST).on('error', () => undefined);
    await once(second, 'close');
    expect(counters).toMatchObject({ open: 1, turnedAway: 1, connections: 1 });
    first.destroy();
    await expect.poll(() => counters.open).toBe(0);
    const third = connect(port, HOST);
    open.push(() => third.destroy());
    await expect.poll(() => counters.open).toBe(1);
  });
});
