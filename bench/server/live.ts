import { setTimeout as pause } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { Server } from 'socket.io';
import { LIVE_PATH, type LiveReady } from '../../src/api/contract/index.ts';
import { frameTime, readFrame, type LiveFrame } from '../../src/domain/telemetry/index.ts';
import { jsonReport } from '../pages/world.ts';
import { Child } from '../support/child.ts';
import { CommitsByHand, listen, openFeed } from '../support/feed.ts';
import type { Table } from '../support/table.ts';
import type { ViewerCommand, ViewerCount } from './viewers.ts';

const UNITS = 10_000;
const VIEWERS = 50;
/** A fifth of the fleet reports in each tick of 200 ms: 10,000 positions a second. */
const TICK = 200;
const A_TICK = UNITS / 5;
const TICKS = 40;
/** The usual way costs so much that two ticks are enough. */
const USUAL_TICKS = 2;
const AWAY = 10_000;

interface FanOut {
  /** CPU seconds a million delivered positions. */
  readonly cpu: number;
  readonly bytes: number;
}

/** The live feed: what a delivered position costs, and a viewer that comes back. */
export async function serverLive(): Promise<Table[]> {
  const viewers = new Child<ViewerCommand>('server/viewers.ts');
  const usual = await usualFanOut(viewers);
  const ours = await ourFanOut(viewers);
  viewers.end();
  const back = await comeBack();
  return [
    {
      title: `Live feed, ${VIEWERS} viewers over Socket.IO, 10,000 positions a second`,
      rows: [
        {
          measure: 'server CPU a million delivered positions',
          usual: usual.cpu,
          ours: ours.cpu,
          unit: 's',
          bar: { atMost: 0.25 },
          note: 'a JSON object each beside a binary frame a tick; all of the process, viewers run elsewhere',
        },
        { measure: 'bytes a delivered position', usual: usual.bytes, ours: ours.bytes, unit: 'B', bar: { atMost: 20 } },
        {
          measure: 'back after 10 s away: until everything missed is there',
          usual: null,
          ours: back.milliseconds,
          unit: 'ms',
          bar: { atMost: 100 },
          note: `${back.missed.toLocaleString('en')} positions missed`,
        },
        { measure: 'back after 10 s away: positions lost', usual: null, ours: back.lost, unit: '', bar: { atMost: 0 } },
        {
          measure: 'back after 10 s away: positions doubled',
          usual: null,
          ours: back.doubled,
          unit: '',
          bar: { atMost: 0 },
        },
      ],
    },
  ];
}

async function delivered(viewers: Child<ViewerCommand>, expected: number, work: () => Promise<void>): Promise<FanOut> {
  const start = process.cpuUsage();
  await work();
  const count = await viewers.ask<ViewerCount>({ type: 'await', positions: expected });
  const used = process.cpuUsage(start);
  if (count.positions < expected) throw new Error(`${count.positions} of ${expected} positions were delivered`);
  await viewers.ask({ type: 'close' });
  return { cpu: (used.user + used.system) / count.positions, bytes: count.bytes / count.positions };
}

async function usualFanOut(viewers: Child<ViewerCommand>): Promise<FanOut> {
  const { server, url } = await listen();
  const feed = new Server(server, {
    path: LIVE_PATH,
    transports: ['websocket'],
    serveClient: false,
    perMessageDeflate: false,
  });
  feed.on('connection', (socket) => {
    void socket.join('account');
    socket.emit('ready');
  });
  await viewers.ask({ type: 'open', url, viewers: VIEWERS });
  const result = await delivered(viewers, A_TICK * USUAL_TICKS * VIEWERS, async () => {
    for (let tick = 0; tick < USUAL_TICKS; tick++) {
      for (let unit = 0; unit < A_TICK; unit++) feed.to('account').emit('position', jsonReport(unit, tick));
      await pause(TICK);
    }
  });
  await feed.close();
  return result;
}

async function ourFanOut(viewers: Child<ViewerCommand>): Promise<FanOut> {
  const store = new CommitsByHand(UNITS);
  const feed = await openFeed(store);
  await viewers.ask({ type: 'open', url: feed.url, viewers: VIEWERS });
  const result = await delivered(viewers, A_TICK * TICKS * VIEWERS, async () => {
    for (let tick = 0; tick < TICKS; tick++) {
      store.commit((tick % 5) * A_TICK, A_TICK, Date.now());
      await pause(TICK);
    }
  });
  await feed.close();
  return result;
}

interface Return {
  readonly milliseconds: number;
  readonly missed: number;
  readonly lost: number;
  readonly doubled: number;
}

/** A viewer leaves, the fleet goes on, the viewer returns with its cursor. Every row has a time of its own. */
async function comeBack(): Promise<Return> {
  const store = new CommitsByHand(UNITS);
  const feed = await openFeed(store);
  const began = Math.floor(Date.now() / 100) * 100 - 3_600_000;
  /** Looked through when the clock has stopped: a browser writes rows into columns, it makes no name of each. */
  const frames: LiveFrame[] = [];
  let cursor = 0;
  let rows = 0;
  let tick = 0;
  const commit = (): void => {
    store.commit((tick % 5) * A_TICK, A_TICK, began + tick * TICK);
    tick++;
  };
  const open = (auth: object): Socket => {
    const socket = io(feed.url, {
      path: LIVE_PATH,
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { token: 'bench', account: 1, ...auth },
    });
    socket.on('frame', (bytes: Buffer) => {
      const frame = readFrame(new Uint8Array(bytes).buffer);
      cursor = frame.sequence;
      rows += frame.count;
      frames.push(frame);
    });
    return socket;
  };
  const reached = async (socket: Socket, sequence: number): Promise<void> => {
    while (cursor < sequence) await new Promise((resolve) => void socket.once('frame', resolve));
  };
  const first = open({});
  await new Promise<LiveReady>((resolve) => void first.once('ready', resolve));
  for (let count = 0; count < 5; count++) {
    commit();
    await pause(TICK);
  }
  await reached(first, store.sequence);
  first.disconnect();
  for (let away = 0; away < AWAY; away += TICK) {
    commit();
    await pause(TICK);
  }
  const before = rows;
  const goal = store.sequence;
  const started = performance.now();
  const second = open({ cursor: { epoch: 'bench', sequence: cursor } });
  await reached(second, goal);
  const milliseconds = performance.now() - started;
  const missed = rows - before;
  for (let count = 0; count < 5; count++) {
    commit();
    await pause(TICK);
  }
  await reached(second, store.sequence);
  second.disconnect();
  await feed.close();
  const seen = distinctRows(frames);
  return { milliseconds, missed, lost: tick * A_TICK - seen, doubled: rows - seen };
}

function distinctRows(frames: readonly LiveFrame[]): number {
  const seen = new Set<string>();
  for (const frame of frames)
    for (let row = 0; row < frame.count; row++) seen.add(`${frame.ids[row]}:${frameTime(frame, row)}`);
  return seen.size;
}
