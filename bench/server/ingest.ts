import fs from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { openPositionStore } from '../../server/store/index.ts';
import { Child } from '../support/child.ts';
import { cpuOf, quiet, withDatabase, type BenchDatabase, type Cost } from '../support/cluster.ts';
import { openFeed } from '../support/feed.ts';
import type { Row, Table } from '../support/table.ts';
import { RowStore } from '../usual/rowStore.ts';
import type { DevicesAnswer, DevicesCommand } from './devices.ts';
import { withPort, type Sink } from './port.ts';
import type { ViewerCommand } from './viewers.ts';

const BURSTING = 300;
const SINGLE = { records: 1, messages: 400 };
const BATCHED = { records: 10, messages: 150 };
const VIEWERS = 5;
const STEADY_SECONDS = 12;
const MOST_STEADY = 10_000;
/** Descriptors that the rest of the process needs. */
const SPARE = 500;

interface Burst {
  readonly rate: number;
  /** Positions for each second that the server and Postgres computed. */
  readonly ratePerCpu: number;
}

/** Trackers on real sockets: bursts and a steady fleet, acknowledged after the commit. */
export async function serverIngest(): Promise<Table[]> {
  const devices = new Child<DevicesCommand>('server/devices.ts');
  const viewers = new Child<ViewerCommand>('server/viewers.ts');
  try {
    const usual = await withDatabase(async (bench) => {
      const store = await RowStore.open(bench.database);
      return {
        one: await burst(bench, store, devices, SINGLE, 0),
        ten: await burst(bench, store, devices, BATCHED, 1),
      };
    });
    return await withDatabase(async (bench) => {
      const store = await openPositionStore({
        database: bench.database,
        logger: quiet,
        time: { now: () => Date.now() },
      });
      const feed = await openFeed(store);
      await viewers.ask({ type: 'open', url: feed.url, viewers: VIEWERS });
      const one = await burst(bench, store, devices, SINGLE, 0);
      const ten = await burst(bench, store, devices, BATCHED, 1);
      const steadyRows = await steady(bench, store, devices);
      await viewers.ask({ type: 'close' });
      await feed.close();
      await store.close();
      return [
        {
          title: 'Devices: Teltonika codec 8 Extended over TCP, acknowledged after the commit',
          rows: [...burstRows(usual, { one, ten }), ...steadyRows],
        },
      ];
    });
  } finally {
    devices.end();
    viewers.end();
  }
}

function burstRows(usual: { one: Burst; ten: Burst }, ours: { one: Burst; ten: Burst }): Row[] {
  const note = `${BURSTING} connections; ours with ${VIEWERS} viewers on the live feed, the rows without`;
  return [
    {
      measure: 'burst, 1 record a frame, positions per CPU second',
      usual: usual.one.ratePerCpu,
      ours: ours.one.ratePerCpu,
      unit: '/s',
      more: true,
      bar: { atLeast: 20_000 },
      note,
    },
    {
      measure: 'burst, 1 record a frame, by the wall clock',
      usual: usual.one.rate,
      ours: ours.one.rate,
      unit: '/s',
      more: true,
      note: 'devices, server and Postgres share the machine',
    },
    {
      measure: 'burst, 10 records a frame, positions per CPU second',
      usual: usual.ten.ratePerCpu,
      ours: ours.ten.ratePerCpu,
      unit: '/s',
      more: true,
      bar: { atLeast: 150_000 },
      note: 'Node and Postgres together',
    },
    {
      measure: 'burst, 10 records a frame, by the wall clock',
      usual: usual.ten.rate,
      ours: ours.ten.rate,
      unit: '/s',
      more: true,
    },
  ];
}

function burst(
  bench: BenchDatabase,
  store: Sink,
  devices: Child<DevicesCommand>,
  { records, messages }: typeof SINGLE,
  turn: number,
): Promise<Burst> {
  return withPort(store, BURSTING, async (port) => {
    // Each turn reports of a time of its own, later than the one before and in the past.
    await devices.ask({
      type: 'open',
      port,
      devices: BURSTING,
      records,
      messages,
      since: Date.now() - (5 - turn) * 3_600_000,
    });
    let answer: DevicesAnswer | null = null;
    const cost = await bench.cost(async () => {
      answer = await devices.ask<DevicesAnswer>({ type: 'burst' });
    });
    await devices.ask({ type: 'close' });
    return rateOf(answer, cost);
  });
}

function rateOf(answer: DevicesAnswer | null, cost: Cost): Burst {
  if (answer === null) throw new Error('The devices did not answer');
  return { rate: answer.positions / answer.seconds, ratePerCpu: answer.positions / cpuOf(cost) };
}

function steady(bench: BenchDatabase, store: Sink, devices: Child<DevicesCommand>): Promise<Row[]> {
  const count = Math.min(MOST_STEADY, Math.floor((descriptorLimit() - SPARE) / 1_000) * 1_000);
  return withPort(store, count, async (port) => {
    await devices.ask({
      type: 'open',
      port,
      devices: count,
      records: 1,
      messages: STEADY_SECONDS,
      since: Date.now() - 60_000,
    });
    let answer: DevicesAnswer | null = null;
    const lateness = monitorEventLoopDelay({ resolution: 1 });
    const cost = await bench.cost(async () => {
      lateness.enable();
      answer = await devices.ask<DevicesAnswer>({ type: 'steady' });
      lateness.disable();
    });
    await devices.ask({ type: 'close' });
    const { p50, p99, late } = (answer as DevicesAnswer | null) ?? {
      p50: Number.NaN,
      p99: Number.NaN,
      late: Number.NaN,
    };
    const label = `${count.toLocaleString('en')} trackers at 1 message/s`;
    return [
      {
        measure: `${label}, share of a core`,
        usual: null,
        ours: (cpuOf(cost) / cost.wall) * 100,
        unit: '%',
        bar: { atMost: 60 },
        note: `Node ${((cost.node / cost.wall) * 100).toFixed(0)} %, Postgres the rest`,
      },
      {
        measure: `${label}, acknowledged, p50`,
        usual: null,
        ours: p50,
        unit: 'ms',
        note: 'seen by the devices, after two messages each to warm up',
      },
      {
        measure: `${label}, acknowledged, p99`,
        usual: null,
        ours: p99,
        unit: 'ms',
        bar: { atMost: 50 },
        note: `event loops late, p99: server ${(lateness.percentile(99) / 1e6).toFixed(0)} ms, devices ${late.toFixed(0)} ms`,
      },
    ];
  });
}

/** Open files that this process may have; Node raises its own limit to the hard one. */
function descriptorLimit(): number {
  const limits = fs.readFileSync('/proc/self/limits', 'utf8');
  return Number(/Max open files\s+(\d+)/.exec(limits)?.[1] ?? 1_024);
}
