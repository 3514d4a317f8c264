import type pg from 'pg';
import { DAY, success, type AccountId, type TimeSource } from '../../src/domain/base/index.ts';
import { purgeOutbox, sendWaiting, type Sender } from '../channels/index.ts';
import { JOB_KINDS, purgeJobs, startWorkers, type JobHandlers, type ProductJobs, type Workers } from '../jobs/index.ts';
import { tickAlarms } from '../modules/alarms/index.ts';
import { purgeAddresses } from '../modules/addresses/index.ts';
import type { Sessions } from '../modules/auth/index.ts';
import { findPastVisits } from '../modules/geofences/index.ts';
import { ALLOCATED_DEVICES } from '../modules/devices/index.ts';
import { purgeNotifications, sendNotifications, type SendingServices } from '../modules/notifications/index.ts';
import { planAllRoutes } from '../modules/routes/index.ts';
import { resendPeriod } from '../modules/repeaters/index.ts';
import { reportServices } from '../modules/maintenance/index.ts';
import { generateReport, purgeReports, type GeneratingServices } from '../modules/reports/index.ts';
import type { Pictures } from '../modules/pictures/index.ts';
import { applyAllocations, awaitAllocations } from '../modules/shared/index.ts';
import { ALLOCATED_UNITS } from '../modules/units/index.ts';
import { boxTracks, type Database, type OpenedPositionStore, type UnreadMessages } from '../store/index.ts';
import type { Detection } from '../pipeline/index.ts';
import type { UnitDirectory } from '../call/ports.ts';
import type { Repeaters } from '../repeaters/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

export interface JobParts {
  readonly configuration: Pick<Configuration, 'compactMinutes'>;
  readonly database: Database;
  readonly jobPool: pg.Pool;
  readonly positions: OpenedPositionStore;
  readonly unread: UnreadMessages;
  readonly directory: UnitDirectory;
  readonly detection: Pick<Detection, 'followPast'>;
  readonly sessions: Pick<Sessions, 'purge'>;
  readonly pictures: Pick<Pictures, 'purge'>;
  readonly repeaters: Pick<Repeaters, 'resend'>;
  readonly messaging: { readonly sender: Sender; readonly names: readonly ('email' | 'sms')[] };
  /** What notifications are sent with. */
  readonly notifying: SendingServices;
  /** What reports are generated with. */
  readonly reporting: GeneratingServices;
  readonly time: TimeSource;
  readonly logger: Logger;
  readonly closers: Closers;
}

/** Streets are renamed now and then: what a geocoder said longer ago is asked for again. */
const ADDRESS_LIFE = 180 * DAY;

/** What this process does of the job kinds, and how: by one line a kind. */
function handlersOf(parts: JobParts): JobHandlers<ProductJobs> {
  const { database, positions, unread, sessions, pictures, messaging } = parts;
  return {
    ...sendingHandlers(messaging),
    compactTracks: async () => (await positions.compact(), success({})),
    mergeTracks: async (_, { signal }) => success({ days: await positions.mergeDays(signal) }),
    boxTracks: async (_, { signal }) => success({ blocks: await boxTracks(database, parts.jobPool, signal) }),
    sweepUnreadMessages: async () => (await unread.sweep(), success({})),
    applyAllocations: async (_, run) => {
      const things = [ALLOCATED_UNITS, ALLOCATED_DEVICES];
      await applyAllocations({ database, things, now: run.now(), signal: run.signal });
      return success({});
    },
    findPastVisits: ({ account_id: account }, run) => findPastVisits(parts.detection, account as AccountId, run),
    resendPeriod: (payload, run) => resendPeriod(parts, payload, run),
    planRouteRuns: async (_, run) =>
      success({ routes: await planAllRoutes({ database, directory: parts.directory }, run.now(), run.signal) }),
    reportServices: async (_, run) => success({ reminders: await reportServices(parts, run.now()) }),
    tickAlarms: async (_, run) => success({ alarms: await tickAlarms(database, run.now(), run.signal) }),
    sendNotifications: async (_, run) =>
      success({ sent: await sendNotifications(parts.notifying, () => run.now(), run.signal) }),
    generateReport: ({ generation_id: id }, run) => generateReport(parts.reporting, id, run),
    purgeReports: async (_, run) => (await purgeReports(database, run.now()), success({})),
    purgeNotifications: async (_, run) => (await purgeNotifications(database, run.now()), success({})),
    purgeOutbox: async (_, run) => (await purgeOutbox(database, run.now()), success({})),
    purgePictures: async (_, run) => (await pictures.purge(run.now()), success({})),
    purgeSessions: async (_, run) => (await sessions.purge(run.now()), success({})),
    purgeAddresses: async (_, run) => (await purgeAddresses(database, run.now() - ADDRESS_LIFE), success({})),
    purgeJobs: async (_, run) => (await purgeJobs(database, run.now()), success({})),
  };
}

/** A process sends by the channels that it has; the messages of others wait for a process that has theirs. */
function sendingHandlers({ sender, names }: JobParts['messaging']): JobHandlers<ProductJobs> {
  return {
    ...(names.includes('email') && { sendEmail: ({ outbox_id: id }, run) => sender.send(id, run.now()) }),
    ...(names.includes('sms') && { sendSms: ({ outbox_id: id }, run) => sender.send(id, run.now()) }),
  };
}

/** Starts the workers, with what may have fallen due while no server ran. */
export async function startJobs(parts: JobParts): Promise<Workers> {
  const { configuration, database, jobPool: pool, messaging, time, logger, closers } = parts;
  await sendWaiting(database, messaging.names, time.now());
  await database.transaction((transaction) => awaitAllocations(transaction, time.now()));
  const workers = await startWorkers({
    kinds: JOB_KINDS,
    handlers: handlersOf(parts),
    schedules: { compactTracks: everyMinutes(configuration.compactMinutes) },
    database,
    pool,
    time,
    logger,
  });
  closers.add('job workers', () => workers.stop());
  return workers;
}

/** Crontab line; at each full hour too, where an hour is no multiple. */
const everyMinutes = (minutes: number): string => (minutes >= 60 ? '0 * * * *' : `*/${minutes} * * * *`);
