import { isDeepStrictEqual } from 'node:util';
import { toIso, type Instant } from '../../../../src/domain/base/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { sessionOf } from '../context.ts';

/** A fact about one thing of an account. */
export interface Told {
  readonly accountId: number;
  /** Past tense: `roleUpdated`. */
  readonly kind: string;
  readonly subject: readonly [type: string, id: number];
  readonly data: Record<string, unknown>;
}

/** Who did something, when and from where. */
export interface Deed {
  /** Null: nobody who is known, or the product itself. */
  readonly actor: number | null;
  readonly now: Instant;
  readonly remote?: string;
}

/** What the caller does; null for what comes of itself at its instant. */
export function deedOf(context: CallContext | null, now: Instant): Deed {
  return context === null ? { actor: null, now } : { actor: sessionOf(context).userId, now, remote: context.remote };
}

/** Appends the fact to the account's log (the audit reads it there). */
export async function tellAs(
  transaction: Transaction,
  { actor, now, remote }: Deed,
  { accountId, kind, subject, data }: Told,
): Promise<void> {
  await transaction.appendEvent({
    account_id: accountId,
    kind,
    subject_type: subject[0],
    subject_id: subject[1],
    user_id: actor,
    time: toIso(now),
    data,
    ...(remote === undefined ? {} : { remote }),
  });
}

/** Appends what the caller did to the account's log, with from where. */
export function tell(transaction: Transaction, context: CallContext, told: Told): Promise<void> {
  return tellAs(transaction, deedOf(context, context.now), told);
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
