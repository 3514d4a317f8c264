import { toIso } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { tell } from '../shared/index.ts';

/**
 * Tells of a unit in the log of its owner, and in that of the account that holds it now: whoever sees
 * the unit hears of it. `toHolder`: what of it is the holder's to know, if not all.
 */
export async function tellUnit(
  transaction: Transaction,
  context: CallContext,
  unit: { readonly unit_id: number; readonly account_id: number },
  kind: string,
  data: Record<string, unknown>,
  toHolder: Record<string, unknown> = data,
): Promise<void> {
  const at = toIso(context.now);
  const holders = await transaction.query<{ account_id: unknown }>(
    'select account_id from unit_allocation where unit_id = $1 and start_at <= $2 and (end_at is null or end_at > $2)',
    [unit.unit_id, at],
  );
  // One account may be told of several things in one transaction: always in the same order, so that two do not wait for each other.
  const accounts = [...new Set([unit.account_id, ...holders.map((holder) => Number(holder.account_id))])].toSorted((a, b) => a - b);
  for (const accountId of accounts) await tell(transaction, context, { accountId, kind, subject: ['unit', unit.unit_id], data: accountId === unit.account_id ? data : toHolder });
}
