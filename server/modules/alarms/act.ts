import type { BulkReply, CallError } from '../../../src/api/contract/index.ts';
import { decide, type AlarmAct, type AlarmRefusal } from '../../../src/domain/alarm/index.ts';
import { success, type Instant, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext } from '../../call/types.ts';
import { addJob } from '../../jobs/index.ts';
import { changeAlarm, statusOf } from '../../pipeline/index.ts';
import type { AppendedEvent } from '../../store/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import { atomically, notFound, sessionOf, type Refused } from '../shared/index.ts';
import { readAlarms } from './read.ts';
import type { AlarmServices } from './services.ts';
import { NEXT_TICK } from './tick.ts';

export interface ActOn {
  readonly alarmIds: readonly number[];
  readonly act: AlarmAct;
  /** What the caller saw of the one alarm. */
  readonly seen?: number | undefined;
  /** What has to be done together with it, first; a refusal undoes both. */
  readonly first?: (transaction: Transaction) => Promise<Refused | null>;
}

/** Does the same to several alarms: each is changed, or refused with who was there before. */
export function actOnAlarms(
  services: AlarmServices,
  on: ActOn,
  context: CallContext,
): Promise<Result<BulkReply, CallError>> {
  return atomically(services.database, (transaction) => change(transaction, services, on, context));
}

async function change(
  transaction: Transaction,
  services: AlarmServices,
  { alarmIds, act, seen, first }: ActOn,
  context: CallContext,
): Promise<Result<BulkReply, CallError>> {
  const refusal = (await first?.(transaction)) ?? null;
  if (refusal) return refusal;
  const rows = await readAlarms(transaction, services, alarmIds, context, true);
  if (rows.length === 0) return notFound(context, services.problems);
  const actor = { userId: sessionOf(context).userId, now: context.now, remote: context.remote };
  const done: number[] = [];
  const refusals = new Map<number, AlarmRefusal>();
  const events: AppendedEvent[] = [];
  let due: Instant | null = null;
  for (const row of rows) {
    const acting = { by: actor.userId, now: actor.now, ...(seen !== undefined && { seen }) };
    const decision = decide(statusOf(row), row.policy, act, acting);
    if (!decision.ok) {
      refusals.set(row.id, decision.error);
      continue;
    }
    const changed = await changeAlarm(transaction, row, decision.value, actor);
    events.push(...changed.events);
    if (changed.due !== null) due = Math.min(due ?? changed.due, changed.due);
    done.push(row.id);
  }
  await transaction.appendEvents(events);
  // The job runs each minute by itself; this has it run when it is due.
  if (due !== null) await addJob(transaction, 'tickAlarms', {}, { now: context.now, runAt: due, dedupeKey: NEXT_TICK });
  return success({ done, refused: await refused(transaction, services, alarmIds, rows, refusals, context) });
}

async function refused(
  transaction: Transaction,
  { problems }: AlarmServices,
  alarmIds: readonly number[],
  rows: readonly { readonly id: number }[],
  refusals: ReadonlyMap<number, AlarmRefusal>,
  { lang }: CallContext,
): Promise<BulkReply['refused']> {
  const people = await transaction.query<{ id: number; name: string }>(
    "select id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), username) as name from app_user where id = any($1::int8[])",
    [[...refusals.values()].flatMap(({ by }) => by ?? [])],
  );
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const there = new Set(rows.map(({ id }) => id));
  return [...new Set(alarmIds)].flatMap((id): BulkReply['refused'] => {
    if (!there.has(id)) return [{ id, code: ERROR.notFound, message: problems.error(lang, ERROR.notFound).message }];
    const refusal = refusals.get(id);
    if (!refusal) return [];
    const name = refusal.by === null ? undefined : names.get(refusal.by);
    const key = `server.alarm.${refusal.code}${name === undefined ? '' : 'By'}`;
    return [{ id, code: ERROR.conflict, message: problems.text(lang, key, { name }) }];
  });
}
