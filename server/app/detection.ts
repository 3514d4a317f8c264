import { SECOND, type TimeSource } from '../../src/domain/base/index.ts';
import { openDetection, openMeetings, openRouteRuns, type Detection } from '../pipeline/index.ts';
import type { Database, PositionStore } from '../store/index.ts';
import type { Directory } from '../modules/shared/index.ts';
import type { Closers } from './closers.ts';
import type { Logger } from './product.types.ts';

/** Trips are at most this far behind the reports. */
const LOOK_EVERY = 2 * SECOND;

interface DetectionParts {
  readonly database: Database;
  readonly positions: PositionStore;
  readonly directory: Directory;
  readonly time: TimeSource;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Finds trips, stops and fuel in what was committed: what comes, and in the background what was there. */
export function startDetection({ closers, ...parts }: DetectionParts): Detection {
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
