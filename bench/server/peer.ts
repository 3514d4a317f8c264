import { openDatabase, openPositionStore, type Database } from '../../server/store/index.ts';
import { Child } from '../support/child.ts';
import { cpuOfProcess, quiet, withDatabase, type BenchDatabase } from '../support/cluster.ts';
import type { Row, Table } from '../support/table.ts';
import type { DevicesAnswer, DevicesCommand } from './devices.ts';
import { OWN_DATABASE, PeerServer, postgresDatabase, type PeerSettings } from './peerServer.ts';
import { withPort } from './port.ts';

const TRACKERS = 300;
const HOUR = 3_600_000;
const LEFT_OUT =
  'the peer was left out: set BENCH_PEER_DIR to a folder with its server, see docs/howto/measure-beside-traccar.md';

/** What each tracker sends: so many messages of so many records, each after the answer to the one before. */
interface Load {
  readonly records: number;
  readonly messages: number;
}

/** Both sides run the same; the first is not counted: engines compile what is hot, and pools fill. */
const WARM_UP: Load = { records: 1, messages: 30 };
const SINGLE: Load = { records: 1, messages: 40 };
const BATCHED: Load = { records: 10, messages: 15 };

/** Positions a second, acknowledged and found in the database afterwards. */
interface Rates {
  readonly one: number;
  readonly ten: number;
  /** Positions for each second that the server and its database computed, ten records a message. */
  readonly perCpu: number;
}

interface Served {
  readonly port: number;
  /** Resolves when it has stored so many positions, warm-up included. */
  stored(total: number): Promise<void>;
  /** CPU seconds that the server used so far, without its database's where that is our Postgres. */
  cpu(): number;
}

/** How the peer is set. */
interface Setup {
  readonly name: string;
  readonly settings: PeerSettings;
  readonly postgres: boolean;
  readonly note: string;
  /** True where the product must be ten times as fast. */
  readonly bar: boolean;
}

/** It keeps each position for 3 s by default, to sort late ones in. */
const AT_ONCE = { 'server.buffering.threshold': '0' };
/** The promise that ours gives: it answers when a position is stored; by default it answers when it has read it. */
const AFTER_STORING = { ...AT_ONCE, 'server.delayAcknowledgement': 'true' };
const BATCHED_INSERTS = { 'database.positionBatchInterval': '5', 'database.positionBatchSize': '1000' };

const SETUPS: readonly Setup[] = [
  {
    name: 'as installed',
    settings: {},
    postgres: false,
    bar: true,
    note: 'on H2; it answers before it stores, 3 s later; until everything is stored',
  },
  {
    name: 'on H2 at once',
    settings: AT_ONCE,
    postgres: false,
    bar: true,
    note: 'server.buffering.threshold 0; until everything is stored',
  },
  {
    name: 'on our Postgres, answering after storing',
    settings: AFTER_STORING,
    postgres: true,
    bar: true,
    note: 'the same Postgres through the same socket; server.delayAcknowledgement, as ours',
  },
  {
    name: 'the same with batched inserts',
    settings: { ...AFTER_STORING, ...BATCHED_INSERTS },
    postgres: true,
    bar: false,
    note: 'database.positionBatchInterval 5 ms, positionBatchSize 1000; off by default',
  },
];

/** The same trackers call our server, then Traccar's on the same machine: the answers count, and what is stored. */
export async function serverPeer(): Promise<Table[]> {
  const installed = process.env.BENCH_PEER_DIR;
  const devices = new Child<DevicesCommand>('server/devices.ts');
  try {
    const ours = await withDatabase((bench) => measureOurs(bench, devices));
    const rows = installed === undefined ? oursAlone(ours) : await besidePeer(installed, ours, devices);
    return [
      {
        title: `${TRACKERS} trackers beside the Traccar server: Teltonika codec 8 Extended, acknowledged and stored`,
        rows,
      },
    ];
  } finally {
    devices.end();
  }
}

function oursAlone(ours: Rates): Row[] {
  return [
    { measure: '1 record a message', usual: null, ours: ours.one, unit: '/s', more: true, note: LEFT_OUT },
    { measure: '10 records a message', usual: null, ours: ours.ten, unit: '/s', more: true },
  ];
}

async function besidePeer(installed: string, ours: Rates, devices: Child<DevicesCommand>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const setup of SETUPS) {
    const peer = await withDatabase((bench) => measurePeer(bench, installed, setup, devices));
    const bar = setup.bar ? { bar: { ratio: 10 } } : {};
    rows.push(
      {
        measure: `${setup.name}, 1 record a message`,
        usual: peer.one,
        ours: ours.one,
        unit: '/s',
        more: true,
        ...bar,
        note: setup.note,
      },
      {
        measure: `${setup.name}, 10 records a message`,
        usual: peer.ten,
        ours: ours.ten,
        unit: '/s',
        more: true,
        ...bar,
      },
      {
        measure: `${setup.name}, 10 records a message, positions per CPU second`,
        usual: peer.perCpu,
        ours: ours.perCpu,
        unit: '/s',
        more: true,
        note: 'server and database together',
      },
    );
  }
  return rows;
}

async function measureOurs(bench: BenchDatabase, devices: Child<DevicesCommand>): Promise<Rates> {
  const store = await openPositionStore({ database: bench.database, logger: quiet, time: { now: () => Date.now() } });
  const run = await withPort(store, TRACKERS, (port) =>
    drive(bench, { port, cpu: () => cpuOfProcess(process.pid), stored: () => Promise.resolve() }, devices),
  );
  await store.close();
  return confirmed(
    run,
    await count(
      bench.database,
      'select sum(n) as positions from (select n from journal union all select n from track_block) as stored',
    ),
  );
}

async function measurePeer(
  bench: BenchDatabase,
  installed: string,
  setup: Setup,
  devices: Child<DevicesCommand>,
): Promise<Rates> {
  const { postgres, settings } = setup;
  if (postgres) await bench.database.query('create database peer');
  const place = await placeOf(bench.database);
  const peer = await PeerServer.start(installed, {
    ...(postgres ? postgresDatabase(place.host, place.user, 'peer') : OWN_DATABASE),
    ...settings,
  });
  try {
    await peer.addDevices(TRACKERS);
    const run = await drive(bench, peer, devices);
    await peer.end();
    if (!postgres) return confirmed(run, peer.countOwn());
    const database = openDatabase({ connection: { ...place, database: 'peer' }, logger: quiet });
    const stored = await count(database, 'select count(*) as positions from tc_positions');
    await database.close();
    return confirmed(run, stored);
  } finally {
    await peer.stop();
  }
}

/** Where the Postgres of the benchmark listens. */
async function placeOf(database: Database): Promise<{ host: string; user: string }> {
  const [place] = await database.query<{ host: string; user: string }>(
    `select current_setting('unix_socket_directories') as host, current_user as user`,
  );
  return place;
}

async function count(database: Database, sql: string): Promise<number> {
  const [row] = await database.query<{ positions: string }>(sql);
  return Number(row.positions);
}

interface Run extends Rates {
  readonly acknowledged: number;
}

/** A rate counts when everything that was acknowledged is stored. */
function confirmed({ acknowledged, ...rates }: Run, stored: number): Rates {
  if (stored < acknowledged) throw new Error(`Of ${acknowledged} acknowledged positions ${stored} are stored`);
  return rates;
}

async function drive(bench: BenchDatabase, served: Served, devices: Child<DevicesCommand>): Promise<Run> {
  let acknowledged = 0;
  const send = async ({ records, messages }: Load, turn: number): Promise<{ rate: number; perCpu: number }> => {
    // Each turn reports of a time of its own, later than the one before and in the past.
    await devices.ask({
      type: 'open',
      port: served.port,
      devices: TRACKERS,
      records,
      messages,
      since: Date.now() - (5 - turn) * HOUR,
    });
    const [cpu, before] = [served.cpu(), acknowledged];
    const cost = await bench.cost(async () => {
      acknowledged += (await devices.ask<DevicesAnswer>({ type: 'burst' })).positions;
      // Ours answers after the commit: there is nothing left to wait for.
      await served.stored(acknowledged);
    });
    const used = cost.postgres + served.cpu() - cpu;
    await devices.ask({ type: 'close' });
    const positions = acknowledged - before;
    return { rate: positions / cost.wall, perCpu: positions / used };
  };
  await send(WARM_UP, 0);
  const [one, ten] = [await send(SINGLE, 1), await send(BATCHED, 2)];
  return { one: one.rate, ten: ten.rate, perCpu: ten.perCpu, acknowledged };
}
