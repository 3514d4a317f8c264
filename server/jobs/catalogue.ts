import { array, number, object, string } from 'yup';
import { DAY, HOUR, MINUTE } from '../../src/domain/base/index.ts';
import { jobKind } from './types.ts';

const nothing = object({});
const outboxMessage = object({ outbox_id: number().integer().positive().required() });
/** A message is given up by its age, which its handler knows; the attempts only have to suffice for that. */
const SENDING = { audience: 'server', attempts: 50, backOff: { first: MINUTE, longest: HOUR } } as const;
const HOURLY = { payload: nothing, audience: 'server', timeLimit: HOUR, catchUp: HOUR } as const;
const DAILY = { ...HOURLY, catchUp: DAY } as const;

/** Every kind of background job (docs/howto/add-a-job.md). */
export const JOB_KINDS = {
  sendEmail: jobKind()({ ...SENDING, payload: outboxMessage, concurrency: null, timeLimit: 5 * MINUTE }),
  sendSms: jobKind()({ ...SENDING, payload: outboxMessage, concurrency: null, timeLimit: 5 * MINUTE }),
  /** Its schedule is COMPACT_MINUTES. */
  compactTracks: jobKind()({ payload: nothing, audience: 'server', lane: 'long', timeLimit: HOUR }),
  mergeTracks: jobKind<{ days: number }>()({ ...HOURLY, lane: 'long', timeLimit: 6 * HOUR, schedule: '7 * * * *' }),
  /** Once after an update: the boxes of blocks that were written before they had any. */
  boxTracks: jobKind<{ blocks: number }>()({ ...HOURLY, lane: 'long', timeLimit: 6 * HOUR, schedule: '57 * * * *' }),
  sweepUnreadMessages: jobKind()({ ...HOURLY, schedule: '17 * * * *' }),
  /** Adds itself for the next beginning or end; the schedule is for clocks that were changed. */
  applyAllocations: jobKind()({ ...HOURLY, attempts: 10, schedule: '27 * * * *' }),
  /**
   * Visits of new and changed geofences in the past. The detection of the process looks for them; this shows how far it
   * is.
   */
  findPastVisits: jobKind<{ geofences: number; units: number }>()({
    payload: object({ account_id: number().integer().positive().required() }),
    audience: 'person',
    lane: 'long',
    concurrency: null,
    timeLimit: 6 * HOUR,
  }),
  /** Positions of a period that a repeater sends again. */
  resendPeriod: jobKind<{ units: number; messages: number; refused: number }>()({
    payload: object({
      repeater_id: number().integer().positive().required(),
      unit_ids: array(number().integer().positive().required()).nullable().default(null),
      from: string().required(),
      to: string().required(),
    }),
    audience: 'person',
    lane: 'long',
    attempts: 3,
    backOff: { first: MINUTE, longest: HOUR },
    concurrency: null,
    timeLimit: 24 * HOUR,
  }),
  /** The state of each maintenance reminder, and events when it comes nearer. */
  reportServices: jobKind<{ reminders: number }>()({ ...HOURLY, timeLimit: 5 * MINUTE, schedule: '*/2 * * * *' }),
  /** For the days that come; a change of a route plans its own immediately. */
  planRouteRuns: jobKind<{ routes: number }>()({ ...HOURLY, schedule: '2 * * * *' }),
  /** Snoozes that are over, acknowledgements that expired, escalation. */
  tickAlarms: jobKind<{ alarms: number }>()({
    payload: nothing,
    audience: 'server',
    timeLimit: 5 * MINUTE,
    schedule: '* * * * *',
  }),
  /** What is due of notifications; adds itself for what is due later. */
  sendNotifications: jobKind<{ sent: number }>()({
    payload: nothing,
    audience: 'server',
    concurrency: null,
    timeLimit: 5 * MINUTE,
    schedule: '* * * * *',
  }),
  generateReport: jobKind<{ generation_id: number; rows: number }>()({
    payload: object({ generation_id: number().integer().positive().required() }),
    audience: 'person',
    lane: 'long',
    attempts: 3,
    concurrency: 2,
    timeLimit: 30 * MINUTE,
  }),
  /** Before the jobs, by which it knows how generations ended. */
  purgeReports: jobKind()({ ...DAILY, schedule: '2 3 * * *' }),
  purgeNotifications: jobKind()({ ...DAILY, schedule: '52 3 * * *' }),
  purgeOutbox: jobKind()({ ...HOURLY, schedule: '37 * * * *' }),
  purgePictures: jobKind()({ ...HOURLY, schedule: '47 * * * *' }),
  purgeSessions: jobKind()({ ...DAILY, schedule: '12 3 * * *' }),
  purgeAddresses: jobKind()({ ...DAILY, schedule: '22 3 * * *' }),
  purgeJobs: jobKind()({ ...DAILY, schedule: '32 3 * * *' }),
};

export type ProductJobs = typeof JOB_KINDS;
