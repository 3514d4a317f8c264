import { isDeepStrictEqual } from 'node:util';
import { toIso, type Instant } from '../../../../src/domain/base/index.ts';
import { eventOf, type NewEvent } from '../../../../src/domain/events/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { AppendedEvent, Transaction } from '../../../store/database.types.ts';
import { sessionOf } from '../context.ts';

/** Who did something, when and from where. */
export interface Actor {
  /** Null: nobody who is known, or the product itself. */
  readonly userId: number | null;
  readonly now: Instant;
  readonly remote?: string;
  /** The account in which they acted; left out: in none. */
  readonly accountId?: number;
}

/** The caller; without a call, the product itself at the instant. */
export function actorOf(context: CallContext | null, now: Instant): Actor {
  if (context === null) return { userId: null, now };
  const { userId, account } = sessionOf(context);
  return { userId, now, remote: context.remote, ...(account && { accountId: account.accountId }) };
}

/** The event as it is appended to the account's log (the audit reads it there). */
function appendedBy({ userId, now, remote, accountId }: Actor, event: NewEvent): AppendedEvent {
  const origin = { account_id: event.accountId, subject_id: event.subjectId, user_id: userId, time: toIso(now) };
  return {
    ...eventOf(event, origin),
    ...(remote === undefined ? {} : { remote }),
    ...(accountId === undefined ? {} : { actorAccountId: accountId }),
  };
}

/** Appends the event to the account's log. */
export async function recordEventBy(transaction: Transaction, actor: Actor, event: NewEvent): Promise<void> {
  await transaction.appendEvent(appendedBy(actor, event));
}

/** Appends what the caller did to the account's log, with from where. */
export function recordEvent(transaction: Transaction, context: CallContext, event: NewEvent): Promise<void> {
  return recordEventBy(transaction, actorOf(context, context.now), event);
}

/** The same of many at once, in this order. */
export function recordEvents(
  transaction: Transaction,
  context: CallContext,
  events: readonly NewEvent[],
): Promise<void> {
  const actor = actorOf(context, context.now);
  return transaction.appendEvents(events.map((event) => appendedBy(actor, event)));
}

/** Several logs are written in one order by all, so that two transactions do not wait for each other in a ring. */
export const inLogOrder = (accountIds: readonly number[]): number[] =>
  [...new Set(accountIds)].toSorted((a, b) => a - b);

/** Before and after of the fields that differ; null when none does. */
export function changesBetween<Fields extends object>(
  before: Fields,
  after: Fields,
): { before: Partial<Fields>; after: Partial<Fields> } | null {
  const changed = (Object.keys(after) as (keyof Fields)[]).filter(
    (field) => !isDeepStrictEqual(before[field], after[field]),
  );
  if (changed.length === 0) return null;
  const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<Fields>;
  return { before: pick(before), after: pick(after) };
}
