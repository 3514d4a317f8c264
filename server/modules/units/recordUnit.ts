import type { EventContent, EventKindAbout } from '../../../src/domain/events/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { recordForHolders } from '../shared/index.ts';

type UnitEvent = EventContent<EventKindAbout<'unit'>>;

/** Records what happened to a unit, for whoever sees it. `toHolder`: what of it is the holder's to know, if not all. */
export function recordUnit(
  transaction: Transaction,
  context: CallContext,
  { unit_id: id, account_id: owner }: { readonly unit_id: number; readonly account_id: number },
  event: UnitEvent,
  toHolder?: UnitEvent,
): Promise<void> {
  return recordForHolders(transaction, context, { type: 'unit', id, owner }, event, toHolder);
}
