import type { Instant, Result } from '../../src/domain/base/index.ts';
import type { JobErrorCode, JobState } from '../../src/domain/job/index.ts';
import type { Transaction } from '../store/database.types.ts';
import { putInLine } from './graphile.ts';
import { recordJobEvent, type JobRow } from './rows.ts';
import type { JobKind, JobProblem, JobStopped } from './types.ts';

export interface NamedKind {
  readonly name: string;
  readonly kind: JobKind;
}

/** Milliseconds between a failed attempt, the first being 1, and the next. */
const waitAfter = (attempt: number, { first, longest }: JobKind['backOff']): number =>
  Math.min(longest, first * 2 ** (attempt - 1));

/**
 * Takes the job over for one more attempt. Null when there is nothing to do: it has ended, was cancelled while it
 * waited, or took its last attempt's worker down with it.
 */
export async function beginJob(
  transaction: Transaction,
  kind: JobKind,
  id: number,
  now: Instant,
): Promise<JobRow | null> {
  const [job] = await transaction.query<JobRow>('select * from job where id = $1 for update', [id]);
  if (!job || (job.state !== 'queued' && job.state !== 'running')) return null;
  if (job.cancel_requested_at !== null) return end(transaction, job, 'cancelled', null, now);
  // It is marked as running only where the worker that ran it is gone.
  if (job.state === 'running' && job.attempts >= kind.attempts) return end(transaction, job, 'failed', 'crashed', now);
  const [begun] = await transaction.query<JobRow>(
    "update job set state = 'running', attempts = attempts + 1, started_at = $2, error_code = null where id = $1 returning *",
    [id, new Date(now)],
  );
  await recordJobEvent(transaction, 'jobStarted', begun, now);
  return begun;
}

async function end(
  transaction: Transaction,
  job: Pick<JobRow, 'id'>,
  state: JobState,
  code: JobErrorCode | null,
  now: Instant,
): Promise<null> {
  const [row] = await transaction.query<JobRow>(
    'update job set state = $2, error_code = $3, ended_at = $4 where id = $1 returning *',
    [job.id, state, code, new Date(now)],
  );
  await recordJobEvent(transaction, 'jobEnded', row, now);
  return null;
}

/** What came of one attempt. `stopped`: it was ended before it was done. */
export interface Outcome {
  readonly result: Result<object, JobProblem>;
  readonly stopped: JobStopped | null;
}

/**
 * Notes what came of the attempt and answers the state of the job then; null when it is no longer this attempt's,
 * because this worker was thought dead and another has taken over.
 */
export async function finishJob(
  transaction: Transaction,
  named: NamedKind,
  begun: JobRow,
  { result, stopped }: Outcome,
  now: Instant,
): Promise<JobState | null> {
  const [job] = await transaction.query<JobRow>(
    "select * from job where id = $1 and attempts = $2 and state = 'running' for update",
    [begun.id, begun.attempts],
  );
  if (!job) return null;
  if (result.ok) return succeed(transaction, job, result.value, now);
  if (stopped?.reason === 'handedBack')
    return queueAgain(transaction, named, job, { now, runAt: now, handedBack: true });
  if (stopped !== null) {
    const state = stopped.reason === 'cancelled' ? 'cancelled' : 'time_exceeded';
    await end(transaction, job, state, null, now);
    return state;
  }
  const { code, retry } = result.error;
  if (retry && job.attempts < named.kind.attempts && job.cancel_requested_at === null) {
    const runAt = now + waitAfter(job.attempts, named.kind.backOff);
    return queueAgain(transaction, named, job, { now, runAt, code });
  }
  await end(transaction, job, 'failed', code, now);
  return 'failed';
}

/** Of what the server did by itself and well, nothing is kept. */
async function succeed(transaction: Transaction, job: JobRow, value: object, now: Instant): Promise<JobState> {
  if (job.account_id === null) {
    await transaction.query('delete from job where id = $1', [job.id]);
    return 'done';
  }
  const [row] = await transaction.query<JobRow>(
    "update job set state = 'done', progress = 1, result = $2, ended_at = $3 where id = $1 returning *",
    [job.id, JSON.stringify(value), new Date(now)],
  );
  await recordJobEvent(transaction, 'jobEnded', row, now);
  return 'done';
}

interface NextAttempt {
  readonly now: Instant;
  readonly runAt: Instant;
  readonly code?: JobErrorCode;
  /** It was not the job's fault: the attempt does not count. */
  readonly handedBack?: boolean;
}

async function queueAgain(
  transaction: Transaction,
  { name, kind }: NamedKind,
  job: JobRow,
  { now, runAt, code, handedBack = false }: NextAttempt,
): Promise<JobState> {
  const [row] = await transaction.query<JobRow>(
    `update job set state = 'queued', run_at = $2, error_code = $3, attempts = attempts - $4
      where id = $1 and not exists (select from job o where o.dedupe_key = job.dedupe_key and o.state = 'queued') returning *`,
    [job.id, new Date(runAt), code ?? null, handedBack ? 1 : 0],
  );
  if (!row) {
    // Another waits that does the same.
    await transaction.query('delete from job where id = $1', [job.id]);
    return 'queued';
  }
  await putInLine(transaction, { name, concurrency: kind.concurrency }, row.id, runAt);
  await recordJobEvent(transaction, 'jobProgressed', row, now);
  return 'queued';
}
