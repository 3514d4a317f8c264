import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { inLogOrder, tell, tellAs, type Deed } from './events.ts';

const HELD = {
  unit: 'select account_id from unit_allocation where unit_id = $1 and start_at <= $2 and (end_at is null or end_at > $2)',
  device:
    'select account_id from device_allocation where device_id = $1 and start_at <= $2 and (end_at is null or end_at > $2)',
} as const;

const OWNED = {
  unit: 'select account_id, name from unit where id = $1',
  device: 'select account_id, name from device where id = $1',
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
export async function tellHolders(
  transaction: Transaction,
  context: CallContext,
  { subject, owner, kind, data, toHolder = data }: HeldFact,
): Promise<void> {
  const holders = await transaction.query<{ account_id: number }>(HELD[subject[0]], [
    subject[1],
    new Date(context.now),
  ]);
  const accounts = inLogOrder([owner, ...holders.map((holder) => holder.account_id)]);
  for (const accountId of accounts)
    await tell(transaction, context, { accountId, kind, subject, data: accountId === owner ? data : toHolder });
}

/** A span of a unit or a device that was given, began or ended. */
export interface SpanFact {
  /** Past tense: `unitAllocated`. */
  readonly kind: string;
  readonly subject: HeldFact['subject'];
  /** Whom the span is for. */
  readonly holder: number;
  /** What is told of it in the log of `accountId`. */
  readonly data: (
    owner: { readonly accountId: number; readonly name: string },
    accountId: number,
  ) => Record<string, unknown> | Promise<Record<string, unknown>>;
}

/** Tells of a span in the log of the owner and in that of the account that it is for. */
export async function tellSpan(
  transaction: Transaction,
  deed: Deed,
  { kind, subject, holder, data }: SpanFact,
): Promise<void> {
  const [type, id] = subject;
  const [row] = await transaction.query<{ account_id: number; name: string }>(OWNED[type], [id]);
  if (!row) throw new Error(`The ${type} ${id} is allocated and not there.`);
  const owner = { accountId: row.account_id, name: row.name };
  for (const accountId of inLogOrder([owner.accountId, holder]))
    await tellAs(transaction, deed, { accountId, kind, subject, data: await data(owner, accountId) });
}
