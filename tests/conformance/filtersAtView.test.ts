import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { io, type Socket } from 'socket.io-client';
import {
  HISTORY_PATH,
  LIVE_PATH,
  type LiveClientEvents,
  type LiveEvent,
  type LiveServerEvents,
} from '../../src/api/contract/index.ts';
import { MINUTE, SECOND, toIso } from '../../src/domain/base/index.ts';
import { DEFAULT_FILTERS, FILTER_VERDICTS } from '../../src/domain/detection/index.ts';
import { BlockStreamReader, decodeTrack, readFrame, type TrackColumns } from '../../src/domain/telemetry/index.ts';
import { BlockDecoder } from '../../src/streams/sources/history/decodeBlocks.ts';
import type { FilteredTrack } from '../../src/streams/sources/history/filtering.ts';
import { LiveFold } from '../../src/streams/sources/live/liveFold.ts';
import { fillWorld, PASSWORD } from '../support/api.ts';
import { signInByHttp, type HttpCaller } from '../support/httpCaller.ts';
import { withTestDatabase } from '../support/postgres.ts';
import { startServer, type RunningServer } from '../support/server.ts';

// Fixes that a device's filters refuse are not shown, live or recorded, and are never lost: bytes in at a port, frames
// and blocks out.

const WAIT = { timeout: 30_000, interval: 50 };
const UNIT = 41;
const test = withTestDatabase();
const sockets: Pick<Socket, 'disconnect' | 'on' | 'off'>[] = [];
let server: RunningServer;
let caller: HttpCaller;
/** Whole seconds, as the tracker's clock has them. */
const start = Math.floor(Date.now() / SECOND) * SECOND - 30 * MINUTE;

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1', [
    { units: ['r', 'u', 'ar', 'au', 'sh'], devices: ['r', 'u', 'ar', 'au', 'm', 'sf'] },
  ]);
  // Its model speaks another protocol than the one that is typed most easily.
  await test.database.query("update device set protocol_lock = 'any' where unique_identifier = 'BLUE2'");
  await begin();
}, 150_000);
afterAll(async () => {
  for (const socket of sockets) socket.disconnect();
  await server?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Outlives the server, as its database does. */
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-filters-'));

async function begin(): Promise<void> {
  const { connectionString, user = '', password, host = '', port = 5432, database } = test.connection;
  // The tests' server listens on a socket in its folder, which an address names by its parameters.
  const address =
    connectionString ??
    `postgres://${user}:${typeof password === 'string' ? password : ''}@localhost/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  server = await startServer({ DATABASE_URL: address, DATA_DIR: folder, DEMO: '0' });
  caller = await signInByHttp(server.url, 'consumer', PASSWORD);
}

/** The tracker of the unit says where it is, and is answered that this is stored. */
async function report(seconds: number, latitude: number): Promise<void> {
  const query = new URLSearchParams({
    id: 'BLUE2',
    timestamp: String((start + seconds * SECOND) / SECOND),
    lat: String(latitude),
    lon: '13',
    speed: '10',
  });
  const answer = await fetch(`http://127.0.0.1:${server.ports.osmand}/?${query}`);
  expect(answer.status).toBe(200);
}

/** A window on the live map: what it shows of the unit. */
async function look() {
  const fold = new LiveFold(Date.now());
  const socket: Socket<LiveServerEvents, LiveClientEvents> = io(server.url, {
    path: LIVE_PATH,
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
    auth: { token: caller.token, account: 4 },
  });
  sockets.push(socket);
  socket.on('ready', (ready) => fold.begin(ready));
  socket.on('frame', (bytes: ArrayBuffer | Uint8Array) =>
    fold.fold(readFrame(bytes instanceof ArrayBuffer ? bytes : Uint8Array.from(bytes).buffer), Date.now()),
  );
  await vi.waitFor(() => expect(fold.whole).toBe(true), WAIT);
  return () => {
    const slot = fold.fleet.slotOf(UNIT);
    return slot < 0
      ? null
      : { latitude: fold.fleet.latitudes[slot], seconds: (fold.fleet.times[slot] - start) / SECOND };
  };
}

const shows = (window: () => object | null, seconds: number, latitude: number) =>
  vi.waitFor(() => expect(window()).toEqual({ seconds, latitude }), WAIT);

async function history(filters: boolean): Promise<Uint8Array> {
  const data = { unit_ids: [UNIT], from: toIso(start), to: toIso(start + 10 * MINUTE), filters };
  const header = {
    method: 'streamHistory',
    service: 'tracking-service',
    token: caller.token,
    account: 4,
    lang: 'en',
    timezone: 0,
    version: '0',
  };
  const answer = await fetch(server.url + HISTORY_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ header, data }),
  });
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

async function drawn(): Promise<(readonly [latitude: number, verdict: string])[]> {
  const decoder = new BlockDecoder({ kind: 'track', unitId: UNIT, span: { from: start, to: start + 10 * MINUTE } });
  decoder.push(await history(true));
  const { track, verdicts } = decoder.finish() as FilteredTrack;
  return [...track.latitudes].map((latitude, row) => [latitude / 1e7, FILTER_VERDICTS[verdicts[row]]] as const);
}

async function stored(): Promise<number[]> {
  const tracks: TrackColumns[] = new BlockStreamReader().push(await history(false)).map((block) => decodeTrack(block));
  return tracks.flatMap(({ latitudes }) => [...latitudes].map((latitude) => latitude / 1e7));
}

const setFilters = (max_speed: number) =>
  caller.call('updateDeviceSettings', { device_id: UNIT, filters: { ...DEFAULT_FILTERS, max_speed } });

describe('validity filters at view', () => {
  it('keep a jump off the map, live and recorded, and what was stored is stored', async () => {
    await setFilters(200);
    const open = await look();
    await report(0, 52);
    await shows(open, 0, 52);
    await report(10, 53);
    await shows(open, 10, 52);
    await shows(await look(), 10, 52);
    expect(await drawn()).toEqual([
      [52, 'valid'],
      [53, 'speed'],
    ]);
    expect(await stored()).toEqual([52, 53]);
    const { positions } = await caller.call('getLastPositions', { unit_ids: [UNIT] });
    expect(positions).toMatchObject([{ latitude: 52, valid: false, time: toIso(start + 10 * SECOND) }]);
  });

  it('bring it back where they are relaxed, at once and to who looks on', async () => {
    const open = await look();
    await shows(open, 10, 52);
    await setFilters(0);
    await shows(open, 10, 53);
    await shows(await look(), 10, 53);
    expect(await drawn()).toEqual([
      [52, 'valid'],
      [53, 'valid'],
    ]);
    await setFilters(200);
    await shows(open, 10, 52);
  });

  it('count for whoever reads the past because of the event about the change', async () => {
    await look();
    const socket = sockets[sockets.length - 1];
    for (const [max_speed, verdict] of [
      [0, 'valid'],
      [200, 'speed'],
      [0, 'valid'],
      [200, 'speed'],
    ] as const) {
      const notified = new Promise<void>((resolve) => {
        const listen = (events: LiveEvent[]): void => {
          if (!events.some(({ kind }) => kind === 'deviceSettingsChanged')) return;
          socket.off('events', listen);
          resolve();
        };
        socket.on('events', listen);
      });
      const [filtered] = await Promise.all([notified.then(drawn), setFilters(max_speed)]);
      expect(filtered[1]).toEqual([53, verdict]);
    }
  });

  it('are the same to a server that starts', { timeout: 150_000 }, async () => {
    await server.stop();
    await begin();
    await shows(await look(), 10, 52);
    await report(20, 52.001);
    await shows(await look(), 20, 52.001);
  });
});
