import { MINUTE, SECOND, type TimeSource } from '../../src/domain/base/index.ts';
import {
  findExpiring,
  openDetection,
  openDutyWatch,
  openMeetings,
  openRouteRuns,
  openTraffic,
  type Detection,
  type DetectionOptions,
  type DutyWatchOptions,
  type ExpiryOptions,
  type TrafficOptions,
} from '../pipeline/index.ts';
import type { Database, PositionStore } from '../store/index.ts';
import type { Directory } from '../modules/shared/index.ts';
import type { Closers } from './closers.ts';
import type { Logger } from './product.types.ts';

/** Trips are at most this far behind the reports. */
const LOOK_EVERY = 2 * SECOND;

/** A killed server leaves no more traffic than this uncounted. */
const COUNT_EVERY = MINUTE;

/** Days change once a day; a date may be written at any time. */
const EXPIRY_EVERY = 10 * MINUTE;

interface DetectionParts {
  readonly database: Database;
  readonly positions: PositionStore;
  readonly directory: Directory;
  readonly time: TimeSource;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Finds trips, stops and fuel in what was committed: what comes, and in the background what was there. */
export function startDetection({
  closers,
  ...parts
}: DetectionParts & Pick<DetectionOptions, 'roads' | 'foreground'>): Detection {
  const { logger } = parts;
  const detection = openDetection(parts);
  const failed = (what: string) => (error: unknown) => logger.error({ error: String(error) }, what);
  const timer = setInterval(() => void detection.run().catch(failed('detection failed; it goes on')), LOOK_EVERY);
  closers.add('detection', async () => {
    clearInterval(timer);
    await detection.close();
  });
  void detection.sweep().catch(failed('trips of the past were not found; they are when somebody asks'));
  return detection;
}

/** Follows the runs of units along routes in what was committed. */
export function startRouteRuns({ closers, ...parts }: DetectionParts): void {
  const { logger } = parts;
  const runs = openRouteRuns(parts);
  const failed = (error: unknown): void => logger.error({ error: String(error) }, 'route runs failed; they go on');
  const timer = setInterval(() => void runs.run().catch(failed), LOOK_EVERY);
  closers.add('route runs', async () => {
    clearInterval(timer);
    await runs.close();
  });
}

/** Finds which units meet and part in what was committed, as rules ask for it. */
export function startMeetings({ closers, ...parts }: DetectionParts): void {
  const { logger } = parts;
  const meetings = openMeetings(parts);
  const failed = (error: unknown): void => logger.error({ error: String(error) }, 'meetings failed; they go on');
  const timer = setInterval(() => void meetings.run().catch(failed), LOOK_EVERY);
  closers.add('meetings', async () => {
    clearInterval(timer);
    await meetings.close();
  });
}

/** Counts the traffic of units, as rules ask for it. `count`: of the intake. */
export function startTraffic(parts: Omit<DetectionParts, 'positions'> & Pick<TrafficOptions, 'count'>): void {
  const { logger, closers } = parts;
  const traffic = openTraffic(parts);
  const failed = (error: unknown): void =>
    logger.warn({ error: String(error) }, 'traffic could not be stored; it is tried again');
  let running: Promise<void> = Promise.resolve();
  const count = (): Promise<void> => (running = running.then(() => traffic.run()).catch(failed));
  const timer = setInterval(() => void count(), COUNT_EVERY);
  closers.add('traffic', async () => {
    clearInterval(timer);
    await count();
  });
}

/** Follows how long operators drive without a rest, as rules ask for it. */
export function startDutyWatch(parts: Omit<DetectionParts, 'positions'> & Pick<DutyWatchOptions, 'detection'>): void {
  const watch = openDutyWatch(parts);
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= watch.run().finally(() => (running = null));
  }, LOOK_EVERY);
  parts.closers.add('driving times', async () => {
    clearInterval(timer);
    watch.close();
    await running;
  });
}

/** Looks which SIM cards and allocations of units end soon, as rules ask for it. */
export function startExpiry(parts: ExpiryOptions & Pick<DetectionParts, 'closers' | 'logger'>): void {
  const failed = (error: unknown): void =>
    parts.logger.warn({ error: String(error) }, 'what ends soon could not be looked for; it is tried again');
  let running: Promise<void> = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => findExpiring(parts)).catch(failed);
  }, EXPIRY_EVERY);
  parts.closers.add('expiry', async () => {
    clearInterval(timer);
    await running;
  });
}
