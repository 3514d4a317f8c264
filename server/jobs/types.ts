import type { ObjectSchema } from 'yup';
import type { Instant, Result } from '../../src/domain/base/index.ts';
import type { JobErrorCode } from '../../src/domain/job/index.ts';

declare const resultType: unique symbol;

/** Who sees jobs of a kind: the person who asked for them, in the account they worked in; or only the operator. */
export type JobAudience = 'person' | 'server';

/**
 * Jobs of which others must not wait for each other run in different lanes: a mail does not stand behind a report.
 * `quick`: done in seconds; `long`: takes minutes.
 */
export type Lane = 'quick' | 'long';

/** One kind of background job: an entry of the catalogue. */
export interface JobKind<
  Payload extends object = object,
  Value extends object = object,
  Audience extends JobAudience = JobAudience,
> {
  /** What the job is given; read again when it runs, as an older version may have added it. */
  readonly payload: ObjectSchema<Payload>;
  readonly audience: Audience;
  readonly lane: Lane;
  /** How often it is tried before it has failed. */
  readonly attempts: number;
  /** Milliseconds until it is tried again: `first` after the first failure, then doubled up to `longest`. */
  readonly backOff: { readonly first: number; readonly longest: number };
  /**
   * How many run at a time, over all processes, the next some two seconds after one has ended; null: as many as there
   * are workers, without a pause.
   */
  readonly concurrency: number | null;
  /** Milliseconds after which it is ended; it has then exceeded its time. */
  readonly timeLimit: number;
  /** Crontab line in UTC, of kinds that run by themselves; their payload must have defaults only. */
  readonly schedule: string | null;
  /**
   * Milliseconds: a run of the schedule that was missed while no server ran is made up for if it was due this long ago
   * at most.
   */
  readonly catchUp: number;
  readonly [resultType]?: Value;
}

export type JobKinds = Readonly<Record<string, JobKind>>;
export type PayloadOf<Kind> = Kind extends JobKind<infer Payload, object> ? Payload : never;
type ValueOf<Kind> = Kind extends JobKind<object, infer Value> ? Value : never;

/** The person whose job it is, and the account in which they asked for it. */
export interface JobOwner {
  readonly accountId: number;
  readonly userId: number;
}

/** Why a job did not succeed this time. `retry` false: trying again is no use. */
export interface JobProblem {
  readonly code: JobErrorCode;
  readonly retry: boolean;
}

export interface JobProgress {
  /** 0 to 1. */
  readonly fraction: number;
  /** Key of the sentence `jobs.steps.<step>`; left out: as before. */
  readonly step?: string;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** One attempt at a job, as its handler sees it. */
export interface JobRun {
  readonly id: number;
  /** 1 at the first. */
  readonly attempt: number;
  /** Null for jobs of the server itself. */
  readonly owner: JobOwner | null;
  /** Aborted when the owner cancels, the time is over, or the server stops. */
  readonly signal: AbortSignal;
  now(): Instant;
  /**
   * Shows how far it is; may be called as often as one likes. Rejects when the job is to end: a handler need not look
   * at the signal then.
   */
  report(progress: JobProgress): Promise<void>;
}

/**
 * Does the work. May run again after a crash: what it did before must not count twice. An expected failure is a value;
 * what it throws is a mistake, logged, and tried again.
 */
export type JobHandler<Kind> = (payload: PayloadOf<Kind>, run: JobRun) => Promise<Result<ValueOf<Kind>, JobProblem>>;

/** A process does the kinds that it has handlers for, and leaves the others to others. */
export type JobHandlers<Kinds> = { readonly [Name in keyof Kinds]?: JobHandler<Kinds[Name]> };

/** Why a run is to end before it is done. */
export type StopReason = 'cancelled' | 'timeExceeded' | 'handedBack';

/** The reason of a run's aborted signal. */
export class JobStopped extends Error {
  override readonly name = 'JobStopped';
  readonly reason: StopReason;

  constructor(reason: StopReason) {
    super(`The job was stopped: ${reason}`);
    this.reason = reason;
  }
}

interface Description<Payload extends object, Audience extends JobAudience> {
  payload: ObjectSchema<Payload>;
  audience: Audience;
  lane?: Lane;
  attempts?: number;
  backOff?: JobKind['backOff'];
  concurrency?: number | null;
  timeLimit: number;
  schedule?: string;
  catchUp?: number;
}

const DEFAULTS = {
  lane: 'quick',
  attempts: 5,
  backOff: { first: 10_000, longest: 3_600_000 },
  concurrency: 1,
  schedule: null,
  catchUp: 0,
} as const;

/** Starts an entry of the catalogue: `jobKind<{ rows: number }>()({...})`; the type is that of its result. */
export const jobKind =
  <Value extends object = Record<string, never>>() =>
  <Payload extends object, Audience extends JobAudience>(
    description: Description<Payload, Audience>,
  ): JobKind<Payload, Value, Audience> => ({ ...DEFAULTS, ...description });
