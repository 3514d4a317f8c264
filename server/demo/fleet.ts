import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { SECOND, type Instant } from '../../src/domain/base/index.ts';
import type { Queryable } from '../store/database.types.ts';
import type { FleetProgress } from './devices/fleet.ts';
import type { FleetNews, FleetOrder, FleetProcessData } from './main.ts';
import { rosterEntry, type DemoProtocol } from './roster.ts';
import type { DemoWorld } from './world.ts';

/** The part of a pino-style logger that the demo uses. */
interface DemoLogger {
  info(details: object, message: string): void;
  error(details: object, message: string): void;
}

export interface DemoFleetOptions {
  readonly database: Queryable;
  readonly world: DemoWorld;
  /** Device ports; 0: the protocol is switched off and its devices stay silent. */
  readonly ports: Readonly<Record<DemoProtocol, number>>;
  readonly host: string;
  readonly units: number;
  now(): Instant;
  readonly logger: DemoLogger;
  /** Days of history that the first units get; 14 by default. */
  readonly historyDays?: number;
  /** Folder where the fleet notes what history it still owes; without it a broken-off start leaves gaps. */
  readonly dataDirectory?: string;
}

/** A running demo fleet. */
export interface DemoFleet {
  /** Its process; another one after a restart. */
  pid(): number | undefined;
  progress(): FleetProgress;
  /** Closes all connections and notes what is still owed. */
  stop(): Promise<void>;
}

const PROGRAM = path.join(import.meta.dirname, 'main.ts');
const GOODBYE = 5 * SECOND;
const RESTART = 2 * SECOND;

/**
 * Starts the demo's vehicles in a process of their own, with files and a core of their own; they reach the
 * server only through its device ports. Run it when the ports are open and the world is seeded. The process
 * is started again when it breaks down, and ends by itself when the server does.
 */
export async function startDemoFleet(options: DemoFleetOptions): Promise<DemoFleet> {
  let progress: FleetProgress = { devices: options.units, connected: 0, stored: 0, hoursLeft: 0 };
  let stopping = false;
  let announced = false;
  let restart: NodeJS.Timeout | undefined;
  let child: ChildProcess = await launch();

  async function launch(): Promise<ChildProcess> {
    const data = await prepare(options);
    const started = fork(PROGRAM, { serialization: 'advanced', execArgv: ['--disable-warning=ExperimentalWarning'] });
    started.on('message', (news: FleetNews) => {
      progress = news.progress;
      if (announced || progress.hoursLeft > 0 || progress.connected === 0) return;
      announced = true;
      options.logger.info({ stored: progress.stored }, 'The demo fleet has sent its history');
    });
    started.once('error', (error) => options.logger.error({ error }, 'The demo fleet could not be started'));
    started.once('exit', (code, signal) => {
      if (stopping) return;
      options.logger.error({ code, signal }, 'The demo fleet broke down and is started again');
      restart = setTimeout(relaunch, RESTART);
    });
    order(started, { start: data });
    return started;
  }

  function relaunch(): void {
    launch().then(
      (started) => {
        child = started;
        if (stopping) child.kill('SIGKILL');
      },
      (error: unknown) => {
        options.logger.error({ error }, 'The demo fleet could not be started again yet');
        if (!stopping) restart = setTimeout(relaunch, RESTART);
      },
    );
  }

  return {
    pid: () => child.pid,
    progress: () => progress,
    async stop() {
      stopping = true;
      clearTimeout(restart);
      await end(child);
    },
  };
}

/** Sends an order; a process that is gone needs none. */
function order(child: ChildProcess, what: FleetOrder): void {
  if (child.connected) child.send(what, () => undefined);
}

function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), GOODBYE);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    order(child, { stop: true });
  });
}

async function prepare(options: DemoFleetOptions): Promise<FleetProcessData> {
  return {
    units: options.units,
    // A server that listens everywhere is called at home.
    host: options.host === '0.0.0.0' || options.host === '::' ? '127.0.0.1' : options.host,
    ports: options.ports,
    historyDays: options.historyDays ?? 14,
    worldMade: options.world.made,
    world: options.world.name,
    lastKnown: await lastKnownTimes(options.database, options.units),
    marker: options.dataDirectory === undefined ? null : path.join(options.dataDirectory, 'demo-history.json'),
    clockAhead: options.now() - Date.now(),
  };
}

/** Latest stored time of each unit of the roster; NaN where the server knows none. */
async function lastKnownTimes(database: Queryable, units: number): Promise<Float64Array> {
  const rows = await database.query<{ identifier: string; time: Date }>(
    `select d.unique_identifier as identifier, p.time
     from last_position p join unit_device l on l.unit_id = p.unit_id join device d on d.id = l.device_id`,
  );
  const byIdentifier = new Map(rows.map((row) => [row.identifier, new Date(row.time).getTime()]));
  return Float64Array.from(
    { length: units },
    (_, index) => byIdentifier.get(rosterEntry(index).identifier) ?? Number.NaN,
  );
}
