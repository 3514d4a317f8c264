import { isDeepStrictEqual } from 'node:util';
import { toIso } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { sessionOf } from './context.ts';

/** A fact about one thing of an account. */
export interface Told {
  readonly accountId: number;
  /** Past tense: `roleUpdated`. */
  readonly kind: string;
  readonly subject: readonly [type: string, id: number];
  readonly data: Record<string, unknown>;
}

/** Appends the fact to the account's log, with who did it and from where (the audit reads it there). */
export async function tell(transaction: Transaction, context: CallContext, { accountId, kind, subject, data }: Told): Promise<void> {
  await transaction.appendEvent({
    account_id: accountId,
    kind,
    subject_type: subject[0],
    subject_id: subject[1],
    user_id: sessionOf(context).userId,
    time: toIso(context.now),
    data,
    remote: context.remote,
  });
}

/** Before and after of the fields that differ; null when none does. */
export function changesBetween<Fields extends object>(
  before: Fields,
  after: Fields,
): { before: Partial<Fields>; after: Partial<Fields> } | null {
  const changed = (Object.keys(after) as (keyof Fields)[]).filter((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changed.length === 0) return null;
  const pick = (from: Fields) => Object.fromEntries(changed.map((field) => [field, from[field]])) as Partial<Fields>;
  return { before: pick(before), after: pick(after) };
}
