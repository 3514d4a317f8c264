import type { CallContext } from '../../gateway/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { tell } from './events.ts';

const HELD = {
  unit: 'select account_id from unit_allocation where unit_id = $1 and start_at <= $2 and (end_at is null or end_at > $2)',
  device: 'select account_id from device_allocation where device_id = $1 and start_at <= $2 and (end_at is null or end_at > $2)',
} as const;

/** A fact about a unit or a device, for everybody who sees it now. */
export interface HeldFact {
  readonly subject: readonly [type: 'unit' | 'device', id: number];
  readonly owner: number;
  /** Past tense: `unitUpdated`. */
  readonly kind: string;
  readonly data: Record<string, unknown>;
  /** What of it is the holder's to know, if not all. */
  readonly toHolder?: Record<string, unknown>;
}

/**
 * Tells of it in the log of its owner, and in that of the account that holds it now: whoever has it on the
 * screen hears of it.
 */
export async function tellHolders(transaction: Transaction, context: CallContext, { subject, owner, kind, data, toHolder = data }: HeldFact): Promise<void> {
  const holders = await transaction.query<{ account_id: unknown }>(HELD[subject[0]], [subject[1], new Date(context.now)]);
  // One account may be told of several things in one transaction: always in the same order, so that two do not wait for each other.
  const accounts = [...new Set([owner, ...holders.map((holder) => Number(holder.account_id))])].toSorted((a, b) => a - b);
  for (const accountId of accounts) await tell(transaction, context, { accountId, kind, subject, data: accountId === owner ? data : toHolder });
}
