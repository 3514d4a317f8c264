import { isDeepStrictEqual } from 'node:util';
import { toIso, type Instant } from '../../../../src/domain/base/index.ts';
import { eventOf, type NewEvent } from '../../../../src/domain/events/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';
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

/** Appends the event to the account's log (the audit reads it there). */
export async function recordEventBy(
  transaction: Transaction,
  { userId, now, remote, accountId }: Actor,
  event: NewEvent,
): Promise<void> {
  const origin = { account_id: event.accountId, subject_id: event.subjectId, user_id: userId, time: toIso(now) };
  await transaction.appendEvent({
    ...eventOf(event, origin),
    ...(remote === undefined ? {} : { remote }),
    ...(accountId === undefined ? {} : { actorAccountId: accountId }),
  });
}

/** Appends what the caller did to the account's log, with from where. */
export function recordEvent(transaction: Transaction, context: CallContext, event: NewEvent): Promise<void> {
  return recordEventBy(transaction, actorOf(context, context.now), event);
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
