import { allocationState, type AllocationState } from '../../../../src/domain/allocation/index.ts';
import { HOUR, MINUTE, SECOND, type Instant, type TimeSource } from '../../../../src/domain/base/index.ts';
import type { EventKindAbout } from '../../../../src/domain/events/index.ts';
import type { Database, Transaction } from '../../../store/database.types.ts';
import { spanOfRow, type HoldingRow } from './allocations.ts';

/** A span that fell due; `thing_id` is the unit or the device. */
export type DueSpan = HoldingRow & { readonly thing_id: number; readonly device_ids: number[] };

/** Spans of one sort of things, and how they are told. */
export interface AllocatedThings {
  readonly of: 'unit' | 'device';
  /** Kind of the event of a new span. */
  readonly allocated: EventKindAbout<'unit' | 'device'>;
  /** Records in the logs that the span began or is over. */
  record(
    transaction: Transaction,
    span: DueSpan,
    state: Exclude<AllocationState, 'upcoming'>,
    now: Instant,
  ): Promise<void>;
}

export interface AllocationClockOptions {
  readonly database: Database;
  readonly things: readonly AllocatedThings[];
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

const SPANS = {
  unit: { table: 'unit_allocation', columns: 'l.unit_id as thing_id, l.device_ids' },
  device: { table: 'device_allocation', columns: "l.device_id as thing_id, '[]'::jsonb as device_ids" },
} as const;
const PER_RUN = 200;
/** A timer may not run for longer than 24 days; a machine that slept wakes up late. */
const LONGEST_WAIT = HOUR;
const RETRY = MINUTE;

/**
 * What an account sees of a unit or a device follows from the spans and the time alone (`shared/directory`); this
 * puts the beginning and the end of each span into the logs, so that lists that fold events change
 * and those who were away hear of it. What fell due while the product was down is told at its start.
 */
export function createAllocationClock({
  database,
  things,
  time,
  logger,
  after,
}: AllocationClockOptions): AllocationClock {
  let cancel: () => void = () => undefined;
  let closed = false;
  let work: Promise<void> = Promise.resolve();

  const wait = (milliseconds: number): void => {
    cancel();
    if (!closed) cancel = after(Math.min(LONGEST_WAIT, Math.max(0, milliseconds)), () => void clock.run());
  };
  const tellDue = async (): Promise<void> => {
    try {
      for (const each of things) {
        let told = PER_RUN;
        while (told === PER_RUN && !closed)
          told = await database.transaction((transaction) => tellSome(transaction, each, time.now()));
      }
      const next = await nextBoundary(database, things);
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
    if (events.some(({ kind }) => things.some(({ allocated }) => allocated === kind))) wait(SECOND / 10);
  });
  return clock;
}

/** Tells of the first that are due, ends before beginnings; answers how many. */
async function tellSome(transaction: Transaction, { of, record }: AllocatedThings, now: Instant): Promise<number> {
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

async function nextBoundary(database: Database, things: readonly AllocatedThings[]): Promise<Instant | null> {
  const boundaries = things.map(
    ({ of }) =>
      `select case when phase = 'upcoming' then start_at else end_at end as at from ${SPANS[of].table} where phase <> 'ended'`,
  );
  const [row] = await database.query<{ next: Date | null }>(
    `select min(at) as next from (${boundaries.join(' union all ')}) boundary`,
  );
  return row?.next?.getTime() ?? null;
}
