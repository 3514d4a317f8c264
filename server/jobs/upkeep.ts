import { DAY, type Instant } from '../../src/domain/base/index.ts';
import type { JobState } from '../../src/domain/job/index.ts';
import type { Database, Queryable, Transaction } from '../store/database.types.ts';
import { putInLine } from './graphile.ts';
import type { JobKinds } from './types.ts';

/** Ended jobs of people, and failed ones of the server, are kept this long, in milliseconds. */
const KEEP = 30 * DAY;
const PER_LOOK = 500;

/** Open jobs of a kind. */
export interface OpenJobs {
  readonly kind: string;
  readonly state: Extract<JobState, 'queued' | 'running'>;
  readonly count: number;
  /** How long the one that waits longest is overdue, in milliseconds; 0 where none is. */
  readonly overdue: number;
}

/**
 * Puts open jobs back in line that stand in none: after a backup was restored, which holds no lines, and after a worker
 * that was thought dead removed the place of another. Answers how many those were.
 */
export async function lineUpStrays(database: Database, kinds: JobKinds, now: Instant): Promise<number> {
  return database.transaction(async (transaction) => {
    const strays = await strayJobs(transaction, Object.keys(kinds));
    for (const { id, kind, run_at: runAt } of strays) {
      const { concurrency } = kinds[kind];
      await putInLine(transaction, { name: kind, concurrency }, id, Math.max(now, runAt.getTime()));
    }
    return strays.length;
  });
}

function strayJobs(transaction: Transaction, kinds: readonly string[]) {
  return transaction.query<{ id: number; kind: string; run_at: Date }>(
    `select j.id, j.kind, j.run_at from job j
      where j.state in ('queued', 'running') and j.kind = any($1::text[])
        and not exists (select from graphile_worker.jobs g
                         where g.key = 'job-' || j.id and (g.attempts < g.max_attempts or g.locked_at is not null))
      order by j.id limit ${PER_LOOK} for update of j skip locked`,
    [kinds],
  );
}

/** Removes jobs that ended long ago. */
export async function purgeJobs(database: Queryable, now: Instant): Promise<void> {
  await database.query('delete from job where ended_at < $1', [new Date(now - KEEP)]);
}

export async function countOpenJobs(database: Queryable, now: Instant): Promise<OpenJobs[]> {
  const rows = await database.query<{ kind: string; state: OpenJobs['state']; count: number; oldest: Date | null }>(
    `select kind, state, count(*) as count, min(run_at) filter (where state = 'queued') as oldest
       from job where state in ('queued', 'running') group by kind, state`,
  );
  return rows.map(({ kind, state, count, oldest }) => ({
    kind,
    state,
    count,
    overdue: oldest === null ? 0 : Math.max(0, now - oldest.getTime()),
  }));
}
