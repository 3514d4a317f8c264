/** The state of a job (contract, "report-service"). */
export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'time_exceeded', 'cancelled'] as const;

export type JobState = (typeof JOB_STATES)[number];

/** States that a job leaves. */
export const OPEN_JOB_STATES: readonly JobState[] = ['queued', 'running'];

/**
 * Why a job failed, as its owner is shown it; the sentence is `jobs.errors.<code>`. A kind with reasons of its own adds
 * them here. `unexpected`: a mistake of ours, which the log explains; `crashed`: the server ended in the midst of it,
 * time and again.
 */
export const JOB_ERROR_CODES = [
  'unexpected',
  'crashed',
  'undeliverable',
  'expired',
  'notAllowed',
  'noUnits',
  'reportGone',
  'targetAway',
  'repeaterGone',
] as const;

export type JobErrorCode = (typeof JOB_ERROR_CODES)[number];

/** A background job as its owner sees it. */
export interface Job {
  job_id: number;
  /** Its name is the sentence `jobs.kinds.<kind>`. */
  kind: string;
  state: JobState;
  /** 0 to 1. */
  progress: number;
  /** Its current step is the sentence `jobs.steps.<step>` with these values; null where there is nothing to say. */
  step: string | null;
  step_values: Record<string, string | number>;
  /** What came of it; null unless it is done. */
  result: Record<string, unknown> | null;
  /** Null unless it failed, or waits to be tried again. */
  error_code: JobErrorCode | null;
  attempts: number;
  /** It was asked to end, and has not yet. */
  cancelling: boolean;
  /** ISO 8601 UTC, as are the others. */
  created_at: string;
  /** When it is due; in the future where it waits to be tried again. */
  run_at: string;
  started_at: string | null;
  ended_at: string | null;
}

/** True when nothing more happens to the job. */
export const hasEnded = ({ state }: Pick<Job, 'state'>): boolean => !OPEN_JOB_STATES.includes(state);
