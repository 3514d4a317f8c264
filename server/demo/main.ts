import { constants, setPriority } from 'node:os';
import { SECOND } from '../../src/domain/base/index.ts';
import { Fleet, type FleetProgress } from './devices/fleet.ts';
import { readMarker, writeMarker } from './devices/marker.ts';
import { TICK } from './devices/pace.ts';
import type { DemoProtocol } from './roster.ts';

/** What the server hands to the demo fleet's process. */
export interface FleetProcessData {
  readonly units: number;
  readonly host: string;
  readonly ports: Readonly<Record<DemoProtocol, number>>;
  readonly historyDays: number;
  readonly worldMade: number;
  /** Distinguishes one database from another. */
  readonly world: string;
  readonly lastKnown: Float64Array;
  /** Where progress is kept; null: nowhere. */
  readonly marker: string | null;
  /** Milliseconds that the server's clock is ahead of this machine's. */
  readonly clockAhead: number;
}

/** Server to fleet. */
export type FleetOrder = { readonly start: FleetProcessData } | { readonly stop: true };
/** Fleet to server. */
export interface FleetNews {
  readonly progress: FleetProgress;
}

/** Files that the process needs besides connections. */
const OTHER_FILES = 200;
/** The server has to hold the other ends, under the same limit, and browsers and a database besides. */
const SHARE_OF_FILES = 0.8;
const FILES_WHEN_UNKNOWN = 1_024;

// Ctrl-C reaches the whole group: the server decides when its fleet goes home.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);

process.once('message', (order: FleetOrder) => {
  if ('start' in order) run(order.start);
});

function run(data: FleetProcessData): void {
  // It plays the world: whoever shares the machine with it, a person who watches first of all, has their turn before
  // it.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const carried = data.marker === null ? null : readMarker(data.marker, data.world);
  const connections = Math.floor((openFileLimit() - OTHER_FILES) * SHARE_OF_FILES);
  const fleet = new Fleet({
    ...data,
    left: carried?.owed ?? null,
    memory: carried?.memory,
    connections,
    now: () => Date.now() + data.clockAhead,
  });
  const keep = (): void => {
    if (data.marker === null) return;
    try {
      writeMarker(data.marker, data.world, { owed: fleet.owed(), memory: fleet.memory() });
    } catch (error) {
      // A full disk: vehicles drive on, and the next attempt is in a few seconds. The server says it louder.
      process.stderr.write(
        `Wayline demo: what is still to be sent could not be noted (${(error as NodeJS.ErrnoException).code ?? String(error)})\n`,
      );
    }
  };
  const sendNews = (): void => {
    const news: FleetNews = { progress: fleet.progress() };
    process.send?.(news);
  };
  // Before the first report: what is owed must be known even if the first minute is the last.
  keep();
  setInterval(() => fleet.tick(), TICK);
  setInterval(sendNews, SECOND);
  setInterval(keep, 5 * SECOND);
  const leave = (): void => {
    fleet.close();
    keep();
    process.exit(0);
  };
  process.on('message', leave);
  // The server is gone, however it went: a fleet without it is of no use.
  process.on('disconnect', leave);
}

/** How many files the process may open; Node has raised the soft limit to the hard one. */
function openFileLimit(): number {
  const report = process.report.getReport() as { userLimits?: { open_files?: { soft?: number | string } } };
  const soft = report.userLimits?.open_files?.soft;
  return typeof soft === 'number' ? soft : soft === 'unlimited' ? 65_536 : FILES_WHEN_UNKNOWN;
}
