import { allocationState } from '../../../src/domain/allocation/index.ts';
import { HOUR, MINUTE, SECOND, type AccountId, type AllocationId, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import { tellAllocation } from './allocationEvents.ts';

export interface AllocationClockOptions {
  readonly database: Database;
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
  /** Calls back after so many milliseconds; answers how to take it back. */
  readonly after: (milliseconds: number, callback: () => void) => () => void;
}

/** Tells of spans that begin and end, at their instants. */
export interface AllocationClock {
  /** Tells of all that is due by now, and waits for the next. */
  run(): Promise<void>;
  close(): void;
}

interface DueRow {
  id: unknown;
  unit_id: unknown;
  account_id: unknown;
  account_name: string;
  device_ids: number[];
  start_at: Date;
  end_at: Date | null;
  phase: string;
}

const PER_RUN = 200;
/** A timer may not run for longer than 24 days; a machine that slept wakes up late. */
const LONGEST_WAIT = HOUR;
const RETRY = MINUTE;

/**
 * What an account sees of a unit follows from the spans and the time alone (`shared/directory`); this
 * puts the beginning and the end of each span into the logs, so that lists that fold events change
 * and those who were away hear of it. What fell due while the product was down is told at its start.
 */
export function createAllocationClock({ database, time, logger, after }: AllocationClockOptions): AllocationClock {
  let cancel: () => void = () => undefined;
  let closed = false;
  let work: Promise<void> = Promise.resolve();

  const wait = (milliseconds: number): void => {
    cancel();
    if (!closed) cancel = after(Math.min(LONGEST_WAIT, Math.max(0, milliseconds)), () => void clock.run());
  };
  const tellDue = async (): Promise<void> => {
    try {
      let told = PER_RUN;
      while (told === PER_RUN && !closed) told = await database.transaction((transaction) => tellSome(transaction, time.now()));
      const next = await nextBoundary(database);
      wait(next === null ? LONGEST_WAIT : next - time.now());
    } catch (error) {
      logger.warn({ error: String(error) }, 'beginnings and ends of allocations could not be told; trying again');
      wait(RETRY);
    }
  };
  const clock: AllocationClock = {
    run: () => (work = work.then(tellDue)),
    close() {
      closed = true;
      stop();
      cancel();
    },
  };
  // A new span may begin before the one that is waited for.
  const stop = database.onEvents((events) => {
    if (events.some(({ kind }) => kind === 'unitAllocated')) wait(SECOND / 10);
  });
  return clock;
}

/** Tells of the first that are due, ends before beginnings; answers how many. */
async function tellSome(transaction: Transaction, now: Instant): Promise<number> {
  const at = new Date(now);
  const due = await transaction.query<DueRow>(
    `select l.id, l.unit_id, l.account_id, a.name as account_name, l.device_ids, l.start_at, l.end_at, l.phase
     from unit_allocation l join account a on a.id = l.account_id
     where (l.phase = 'upcoming' and l.start_at <= $1) or (l.phase <> 'ended' and l.end_at <= $1)
     order by least(l.end_at, case when l.phase = 'upcoming' then l.start_at end), l.phase, l.id limit ${PER_RUN} for update of l`,
    [at],
  );
  for (const row of due) {
    const allocation = {
      allocation_id: Number(row.id) as AllocationId,
      account_id: Number(row.account_id) as AccountId,
      account_name: row.account_name,
      start_date: row.start_at.toISOString(),
      end_date: row.end_at?.toISOString() ?? null,
      device_ids: row.device_ids,
    };
    const span = { from: row.start_at.getTime(), to: row.end_at?.getTime() ?? Number.POSITIVE_INFINITY };
    const state = allocationState(span, now);
    const kind = state === 'ended' ? 'unitAllocationEnded' : 'unitAllocationBegan';
    await transaction.query('update unit_allocation set phase = $2 where id = $1', [row.id, state]);
    await tellAllocation(transaction, { kind, unitId: Number(row.unit_id), allocation, now, by: null });
  }
  return due.length;
}

async function nextBoundary(database: Database): Promise<Instant | null> {
  const [row] = await database.query<{ next: Date | null }>(
    "select min(case when phase = 'upcoming' then start_at else end_at end) as next from unit_allocation where phase <> 'ended'",
  );
  return row?.next?.getTime() ?? null;
}
