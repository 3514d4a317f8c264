import { Logger, runMigrations } from 'graphile-worker';
import type pg from 'pg';
import type { Instant } from '../../src/domain/base/index.ts';
import type { Queryable } from '../store/database.types.ts';
import type { StoreLogger } from '../store/logger.ts';
import type { JobKind } from './types.ts';

/** What travels in the library's own table: everything else is in ours. Runs of a schedule have no job yet. */
export interface Ticket {
  readonly job_id?: number;
}

/** The library's attempts count crashes of workers only: failures of jobs are counted, and tried again, by us. */
const CRASHES = 25;

/** Under which the library knows a job of ours. */
const ticketKey = (jobId: number): string => `job-${jobId}`;

/** Jobs of one queue of the library run one after another: a kind that may run twice at a time has two. */
export function queueName(name: string, { concurrency }: Pick<JobKind, 'concurrency'>, jobId = 0): string | undefined {
  return concurrency === null ? undefined : `${name}-${jobId % concurrency}`;
}

/**
 * Puts the job in line for a worker, in the caller's transaction; one that is there already is moved to the new time.
 */
export async function putInLine(
  transaction: Queryable,
  kind: { readonly name: string } & Pick<JobKind, 'concurrency'>,
  jobId: number,
  runAt: Instant,
): Promise<void> {
  await transaction.query(
    `select from graphile_worker.add_job($1, payload => $2::json, queue_name => $3, run_at => $4, max_attempts => $5, job_key => $6)`,
    [
      kind.name,
      JSON.stringify({ job_id: jobId } satisfies Ticket),
      queueName(kind.name, kind, jobId) ?? null,
      new Date(runAt),
      CRASHES,
      ticketKey(jobId),
    ],
  );
}

/** Takes a job that waits out of the line. */
export async function takeOutOfLine(transaction: Queryable, jobId: number): Promise<void> {
  await transaction.query('select from graphile_worker.remove_job($1)', [ticketKey(jobId)]);
}

/** Brings the library's tables up to date. Its user must be allowed to create a schema. */
export async function migrateQueue(pool: pg.Pool, logger: StoreLogger): Promise<void> {
  await runMigrations({ pgPool: pool, logger: libraryLogger(logger), noHandleSignals: true });
}

/** The library's lines in our log. Its info lines, one for each job that is done, are for a search after a mistake. */
export function libraryLogger(logger: StoreLogger): Logger {
  return new Logger((scope) => (level, message, meta) => {
    const { error } = (meta ?? {}) as { error?: unknown };
    const write = level === 'error' ? logger.error : level === 'warning' ? logger.warn : logger.debug;
    write.call(logger, { ...scope, ...(error === undefined ? {} : { error: String(error) }) }, `job queue: ${message}`);
  });
}
