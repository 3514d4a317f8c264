import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { tellHolders } from '../shared/index.ts';

/** Tells of a unit whoever sees it. `toHolder`: what of it is the holder's to know, if not all. */
export async function tellUnit(
  transaction: Transaction,
  context: CallContext,
  unit: { readonly unit_id: number; readonly account_id: number },
  kind: string,
  data: Record<string, unknown>,
  toHolder: Record<string, unknown> = data,
): Promise<void> {
  await tellHolders(transaction, context, {
    subject: ['unit', unit.unit_id],
    owner: unit.account_id,
    kind,
    data,
    toHolder,
  });
}
