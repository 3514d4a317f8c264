import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { sessionOf, type AllocatedThings } from '../shared/index.ts';

export interface DeviceAllocationFact {
  /** `deviceAllocated` is what somebody did; the others also come of themselves at their instants. */
  readonly kind: 'deviceAllocated' | 'deviceAllocationBegan' | 'deviceAllocationEnded';
  readonly deviceId: number;
  readonly holder: { readonly accountId: number; readonly name: string };
  /** From when to when, where that is told. */
  readonly span?: { readonly start_date: string; readonly end_date: string | null };
  readonly now: Instant;
  /** Whose act it was; null for the product's own. */
  readonly by: CallContext | null;
}

/** Tells of a span in the log of the device's owner, and in that of who holds it. */
export async function tellDeviceAllocation(transaction: Transaction, { kind, deviceId, holder, span, now, by }: DeviceAllocationFact): Promise<void> {
  const [device] = await transaction.query<{ account_id: unknown; name: string }>('select account_id, name from device where id = $1', [deviceId]);
  if (!device) throw new Error(`Device ${deviceId} is allocated and not there.`);
  // In one order for all, so that two do not wait for each other.
  for (const account of [...new Set([Number(device.account_id), holder.accountId])].toSorted((a, b) => a - b)) {
    await transaction.appendEvent({
      account_id: account,
      kind,
      subject_type: 'device',
      subject_id: deviceId,
      user_id: by ? sessionOf(by).userId : null,
      time: toIso(now),
      data: { name: device.name, allocated_to: holder.name, ...span },
      remote: by?.remote,
    });
  }
}

/** Spans of devices, as the clock of allocations tells of them. */
export const ALLOCATED_DEVICES: AllocatedThings = {
  of: 'device',
  allocated: 'deviceAllocated',
  tell: (transaction, row, state, now) =>
    tellDeviceAllocation(transaction, {
      kind: state === 'ended' ? 'deviceAllocationEnded' : 'deviceAllocationBegan',
      deviceId: Number(row.thing_id),
      holder: { accountId: Number(row.account_id), name: row.account_name },
      span: { start_date: row.start_at.toISOString(), end_date: row.end_at?.toISOString() ?? null },
      now,
      by: null,
    }),
};
