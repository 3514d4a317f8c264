import type { EventContent, EventKindAbout } from '../../../../src/domain/events/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { inLogOrder, recordEvent, recordEventBy, type Actor } from './events.ts';

const HOLDERS = {
  unit: 'select account_id from unit_allocation where unit_id = $1 and start_at <= $2 and (end_at is null or end_at > $2)',
  device:
    'select account_id from device_allocation where device_id = $1 and start_at <= $2 and (end_at is null or end_at > $2)',
} as const;

const OWNERS = {
  unit: 'select account_id, name from unit where id = $1',
  device: 'select account_id, name from device where id = $1',
} as const;

/** A unit or a device, and the account that owns it. */
export interface UnitOrDevice {
  readonly type: keyof typeof HOLDERS;
  readonly id: number;
  readonly owner: number;
}

/** An event about a unit or a device. */
export type HolderEvent = EventContent<EventKindAbout<'unit' | 'device'>>;

/**
 * Records it in the log of its owner, and in that of the account that holds it now: whoever has it on the
 * screen hears of it. `toHolder`: what of it is the holder's to know, if not all.
 */
export async function recordForHolders(
  transaction: Transaction,
  context: CallContext,
  { type, id, owner }: UnitOrDevice,
  event: HolderEvent,
  toHolder: HolderEvent = event,
): Promise<void> {
  const holders = await transaction.query<{ account_id: number }>(HOLDERS[type], [id, new Date(context.now)]);
  for (const accountId of inLogOrder([owner, ...holders.map((holder) => holder.account_id)]))
    await recordEvent(transaction, context, { ...(accountId === owner ? event : toHolder), accountId, subjectId: id });
}

/** A span of a unit or a device that was given, began or ended. */
export interface Span {
  readonly type: keyof typeof OWNERS;
  readonly id: number;
  /** The account that it is for. */
  readonly holder: number;
  /** What is said of it in the log of `accountId`. */
  readonly event: (
    owner: { readonly accountId: number; readonly name: string },
    accountId: number,
  ) => HolderEvent | Promise<HolderEvent>;
}

/** Records a span in the log of the owner and in that of the account that it is for. */
export async function recordSpan(
  transaction: Transaction,
  actor: Actor,
  { type, id, holder, event }: Span,
): Promise<void> {
  const [row] = await transaction.query<{ account_id: number; name: string }>(OWNERS[type], [id]);
  if (!row) throw new Error(`The ${type} ${id} is allocated and not there.`);
  const owner = { accountId: row.account_id, name: row.name };
  for (const accountId of inLogOrder([owner.accountId, holder]))
    await recordEventBy(transaction, actor, { ...(await event(owner, accountId)), accountId, subjectId: id });
}
