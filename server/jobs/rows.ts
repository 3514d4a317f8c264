import type { Instant } from '../../src/domain/base/index.ts';
import { toIso } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import type { Job, JobErrorCode, JobState } from '../../src/domain/job/index.ts';
import type { Transaction } from '../store/database.types.ts';

/** A row of `job`. */
export interface JobRow {
  [column: string]: unknown;
  id: number;
  kind: string;
  account_id: number | null;
  user_id: number | null;
  payload: unknown;
  state: JobState;
  attempts: number;
  progress: number;
  step: string | null;
  step_values: Record<string, string | number>;
  result: Record<string, unknown> | null;
  error_code: JobErrorCode | null;
  created_at: Date;
  run_at: Date;
  started_at: Date | null;
  ended_at: Date | null;
  cancel_requested_at: Date | null;
}

const iso = (date: Date | null): string | null => date && toIso(date.getTime());

/** The job as its owner sees it: without its payload, which may name more than they asked for. */
export function jobOf(row: JobRow): Job {
  return {
    job_id: row.id,
    kind: row.kind,
    state: row.state,
    progress: row.progress,
    step: row.step,
    step_values: row.step_values,
    result: row.result,
    error_code: row.error_code,
    attempts: row.attempts,
    cancelling: row.state === 'running' && row.cancel_requested_at !== null,
    created_at: toIso(row.created_at.getTime()),
    run_at: toIso(row.run_at.getTime()),
    started_at: iso(row.started_at),
    ended_at: iso(row.ended_at),
  };
}

/** Kinds of events about jobs. */
export type JobEventKind = 'jobQueued' | 'jobStarted' | 'jobProgressed' | 'jobEnded';

/** Writes into its account's log the state of a person's job; of jobs of the server nobody hears. */
export async function recordJobEvent(
  transaction: Transaction,
  kind: JobEventKind,
  row: Pick<JobRow, 'id' | 'kind' | 'account_id' | 'user_id' | 'state' | 'progress'>,
  now: Instant,
): Promise<void> {
  if (row.account_id === null) return;
  const data = { job: row.kind, state: row.state, progress: row.progress };
  await transaction.appendEvent(
    eventOf({ kind, data }, { account_id: row.account_id, subject_id: row.id, user_id: row.user_id, time: toIso(now) }),
  );
}
