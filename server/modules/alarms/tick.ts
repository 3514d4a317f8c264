import { decide } from '../../../src/domain/alarm/index.ts';
import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import { changeAlarm, statusOf, type AlarmRow } from '../../pipeline/index.ts';
import type { AppendedEvent } from '../../store/index.ts';
import type { Database, Transaction } from '../../store/database.types.ts';

/** One run waits for the earliest of what is due. */
export const NEXT_TICK = 'next alarm';
const PER_RUN = 200;

/**
 * Does what fell due by now: snoozed alarms and expired acknowledgements are open again, unacknowledged alarms go to
 * the next of their escalation. It follows from the rows alone, so it may run at any time and any number of times.
 * Answers how many changed.
 */
export async function tickAlarms(database: Database, now: Instant, signal: AbortSignal): Promise<number> {
  let total = 0;
  for (;;) {
    const changed = await database.transaction((transaction) => tickSome(transaction, now));
    total += changed;
    if (changed < PER_RUN || signal.aborted) return total;
  }
}

async function tickSome(transaction: Transaction, now: Instant): Promise<number> {
  const rows = await transaction.query<AlarmRow>(
    `select * from alarm where due_at <= $1 order by id limit ${PER_RUN} for update skip locked`,
    [toIso(now)],
  );
  const events: AppendedEvent[] = [];
  for (const row of rows) {
    const decision = decide(statusOf(row), row.policy, { type: 'tick' }, { by: null, now });
    if (decision.ok)
      events.push(...(await changeAlarm(transaction, row, decision.value, { userId: null, now })).events);
  }
  await transaction.appendEvents(events);
  return rows.length;
}
