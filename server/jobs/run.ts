import { failure, SECOND, type Result, type TimeSource } from '../../src/domain/base/index.ts';
import type { Database } from '../store/database.types.ts';
import type { StoreLogger } from '../store/logger.ts';
import { beginJob, finishJob, type NamedKind } from './moves.ts';
import { recordJobEvent, type JobRow } from './rows.ts';
import type { RunningJobs } from './running.ts';
import { JobStopped, type JobHandler, type JobKind, type JobProblem, type JobProgress, type JobRun } from './types.ts';

/** Progress is written this often at most, and reported to open screens at each tenth. */
const WRITE_EVERY = SECOND / 2;
const REPORTED_STEPS = 10;

export interface RunParts {
  readonly database: Database;
  readonly time: TimeSource;
  readonly logger: StoreLogger;
  readonly running: RunningJobs;
}

/**
 * One attempt at the job that a worker was given: takes it over, does the work, notes what came of it. Rejects only
 * where the database does not answer; the job is then marked as running, and whoever finds that its worker is gone
 * begins it again.
 */
export async function runJob(
  parts: RunParts,
  named: NamedKind,
  handler: JobHandler<JobKind>,
  id: number,
): Promise<void> {
  const { database, time, logger, running } = parts;
  const job = await database.transaction((transaction) => beginJob(transaction, named.kind, id, time.now()));
  if (job === null) return;
  const { signal, release } = running.begin(id, named.kind.timeLimit);
  try {
    const result = await attempt(parts, named, handler, job, signal);
    const stopped = signal.reason instanceof JobStopped ? signal.reason : null;
    const state = await database.transaction((transaction) =>
      finishJob(transaction, named, job, { result, stopped }, time.now()),
    );
    running.ended(named.name, state ?? 'lost');
    logger.debug({ jobId: id, kind: named.name, attempt: job.attempts, state }, 'job run');
    if (state === 'failed') logger.warn({ jobId: id, kind: named.name, error: codeOf(result) }, 'job failed');
  } finally {
    release();
  }
}

const codeOf = (result: Result<object, JobProblem>): string | null => (result.ok ? null : result.error.code);

async function attempt(
  parts: RunParts,
  { name, kind }: NamedKind,
  handler: JobHandler<JobKind>,
  job: JobRow,
  signal: AbortSignal,
): Promise<Result<object, JobProblem>> {
  const { time, logger } = parts;
  try {
    const payload = kind.payload.validateSync(job.payload);
    const owner =
      job.account_id === null || job.user_id === null ? null : { accountId: job.account_id, userId: job.user_id };
    return await handler(payload, {
      id: job.id,
      attempt: job.attempts,
      owner,
      signal,
      now: () => time.now(),
      report: progressWriter(parts, job, signal),
    });
  } catch (error) {
    // A job that is stopped gives up by throwing; that is no mistake.
    if (!signal.aborted)
      logger.error({ jobId: job.id, kind: name, attempt: job.attempts, error }, 'a job made a mistake');
    return failure({ code: 'unexpected', retry: true });
  }
}

/** Writes how far the job is, not more often than is of use; hears by the way that it was cancelled. */
function progressWriter({ database, time, running }: RunParts, job: JobRow, signal: AbortSignal): JobRun['report'] {
  let written = { at: Number.NEGATIVE_INFINITY, tenth: 0, step: job.step };
  return async ({ fraction, step = written.step ?? undefined, values }: JobProgress) => {
    signal.throwIfAborted();
    const progress = Math.min(1, Math.max(0, fraction));
    const tenth = Math.floor(progress * REPORTED_STEPS);
    const isReported = tenth !== written.tenth || (step ?? null) !== written.step;
    const now = time.now();
    if (!isReported && now - written.at < WRITE_EVERY) return;
    written = { at: now, tenth, step: step ?? null };
    await database.transaction(async (transaction) => {
      const [row] = await transaction.query<JobRow>(
        `update job set progress = $3, step = $4, step_values = coalesce($5, step_values)
          where id = $1 and attempts = $2 and state = 'running' returning *`,
        [job.id, job.attempts, progress, step ?? null, values ? JSON.stringify(values) : null],
      );
      if (!row) running.stop(job.id, 'handedBack');
      else if (row.cancel_requested_at !== null) running.stop(job.id, 'cancelled');
      else if (isReported) await recordJobEvent(transaction, 'jobProgressed', row, now);
    });
    signal.throwIfAborted();
  };
}
