import type { Allocation } from '../../../src/domain/allocation/index.ts';
import type { Instant } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { actorOf, shownAllocation, recordSpan, type AllocatedThings } from '../shared/index.ts';

export interface DeviceAllocationEvent {
  /** `deviceAllocated` is what somebody did; the others also come of themselves at their instants. */
  readonly kind: 'deviceAllocated' | 'deviceAllocationBegan' | 'deviceAllocationEnded';
  readonly deviceId: number;
  readonly holder: Pick<Allocation, 'account_id' | 'account_name'>;
  /** From when to when, where that is reported. */
  readonly span?: Pick<Allocation, 'start_date' | 'end_date'>;
  readonly now: Instant;
  /** Whose act it was; null for the product's own. */
  readonly by: CallContext | null;
}

/** Records a span in the log of the device's owner, and in that of who holds it. */
export function recordDeviceAllocation(
  transaction: Transaction,
  { kind, deviceId, holder, span, now, by }: DeviceAllocationEvent,
): Promise<void> {
  return recordSpan(transaction, actorOf(by, now), {
    type: 'device',
    id: deviceId,
    holder: holder.account_id,
    event: (owner) => ({ kind, data: { name: owner.name, allocated_to: holder.account_name, ...span } }),
  });
}

/** Spans of devices, as the clock of allocations records them. */
export const ALLOCATED_DEVICES: AllocatedThings = {
  of: 'device',
  record(transaction, row, state, now) {
    const { start_date, end_date, ...holder } = shownAllocation(row);
    return recordDeviceAllocation(transaction, {
      kind: state === 'ended' ? 'deviceAllocationEnded' : 'deviceAllocationBegan',
      deviceId: row.thing_id,
      holder,
      span: { start_date, end_date },
      now,
      by: null,
    });
  },
};
