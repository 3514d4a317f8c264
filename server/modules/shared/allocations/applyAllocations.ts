import { allocationState, type AllocationState } from '../../../../src/domain/allocation/index.ts';
import type { Instant } from '../../../../src/domain/base/index.ts';
import { addJob } from '../../../jobs/index.ts';
import type { Database, Queryable, Transaction } from '../../../store/database.types.ts';
import { spanOfRow, type AllocationSpanRow } from './allocations.ts';

/** A span that fell due; `thing_id` is the unit or the device. */
type DueSpan = AllocationSpanRow & { readonly thing_id: number; readonly device_ids: number[] };

/** Spans of one sort of things, and how they are reported. */
export interface AllocatedThings {
  readonly of: 'unit' | 'device';
  /** Records in the logs that the span began or is over. */
  record(
    transaction: Transaction,
    span: DueSpan,
    state: Exclude<AllocationState, 'upcoming'>,
    now: Instant,
  ): Promise<void>;
}

export interface DueAllocations {
  readonly database: Database;
  readonly things: readonly AllocatedThings[];
  readonly now: Instant;
  readonly signal?: AbortSignal;
}

/** One waits for the next instant; a new span that begins before that moves it forward. */
const NEXT = 'next allocation';
const PER_RUN = 200;

/** Has the beginning and the end of a span reported that was just written, in the transaction that wrote it. */
export async function awaitAllocations(transaction: Transaction, now: Instant): Promise<void> {
  await addJob(transaction, 'applyAllocations', {}, { now, dedupeKey: NEXT });
}

/**
 * Reports all spans that began or ended by now, and adds the job for the next. Answers when that is, null for never. An
 * account's sight of units and devices follows from the spans and the time alone (`shared/directory`); this puts the
 * beginning and the end of each span into the logs, so that lists that fold events change and those who were away hear
 * of it.
 */
export async function applyAllocations({ database, things, now, signal }: DueAllocations): Promise<Instant | null> {
  for (const each of things) {
    let recorded = PER_RUN;
    while (recorded === PER_RUN && !signal?.aborted)
      recorded = await database.transaction((transaction) => recordSome(transaction, each, now));
  }
  return database.transaction(async (transaction) => {
    const next = await nextBoundary(transaction, things);
    if (next !== null)
      await addJob(transaction, 'applyAllocations', {}, { now, runAt: Math.max(now, next), dedupeKey: NEXT });
    return next;
  });
}

const SPANS = {
  unit: { table: 'unit_allocation', columns: 'l.unit_id as thing_id, l.device_ids' },
  device: { table: 'device_allocation', columns: "l.device_id as thing_id, '[]'::jsonb as device_ids" },
} as const;

/** Reports the first that are due, ends before beginnings; answers how many. */
async function recordSome(transaction: Transaction, { of, record }: AllocatedThings, now: Instant): Promise<number> {
  const { table, columns } = SPANS[of];
  const due = await transaction.query<DueSpan & { [column: string]: unknown }>(
    `select l.id, l.account_id, a.name as account_name, l.start_at, l.end_at, ${columns}
     from ${table} l join account a on a.id = l.account_id
     where (l.phase = 'upcoming' and l.start_at <= $1) or (l.phase <> 'ended' and l.end_at <= $1)
     order by least(l.end_at, case when l.phase = 'upcoming' then l.start_at end), l.phase, l.id limit ${PER_RUN} for update of l`,
    [new Date(now)],
  );
  for (const row of due) {
    const state = allocationState(spanOfRow(row), now) === 'ended' ? 'ended' : 'current';
    await transaction.query(`update ${table} set phase = $2 where id = $1`, [row.id, state]);
    await record(transaction, row, state, now);
  }
  return due.length;
}

async function nextBoundary(transaction: Queryable, things: readonly AllocatedThings[]): Promise<Instant | null> {
  const boundaries = things.map(
    ({ of }) =>
      `select case when phase = 'upcoming' then start_at else end_at end as at from ${SPANS[of].table} where phase <> 'ended'`,
  );
  const [row] = await transaction.query<{ next: Date | null }>(
    `select min(at) as next from (${boundaries.join(' union all ')}) boundary`,
  );
  return row?.next?.getTime() ?? null;
}
