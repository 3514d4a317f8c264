import type { Allocation } from '../../../src/domain/allocation/index.ts';
import type { Instant } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { actorOf, shownAllocation, recordSpan, type AllocatedThings } from '../shared/index.ts';
import { findUnit } from './read.ts';

export interface AllocationEvent {
  /**
   * `unitAllocated` is what somebody did; `unitAllocationBegan` and `unitAllocationEnded` also come of themselves at
   * their instants.
   */
  readonly kind: 'unitAllocated' | 'unitAllocationBegan' | 'unitAllocationEnded';
  readonly unitId: number;
  readonly allocation: Pick<
    Allocation,
    'allocation_id' | 'account_id' | 'account_name' | 'start_date' | 'end_date' | 'device_ids'
  >;
  readonly now: Instant;
  /** Whose act it was; null for the product's own. */
  readonly by: CallContext | null;
  /** It ended before it had begun. */
  readonly takenBack?: boolean;
}

/**
 * Records a span in the log of the unit's owner and in that of the account that it is for. `unit` is
 * the unit as that log's account sees it now; null when it does not.
 */
export function recordAllocation(
  transaction: Transaction,
  { kind, unitId, allocation, now, by, takenBack = false }: AllocationEvent,
): Promise<void> {
  const { allocation_id, account_id, account_name, start_date, end_date, device_ids } = allocation;
  return recordSpan(transaction, actorOf(by, now), {
    type: 'unit',
    id: unitId,
    holder: account_id,
    event: async (owner, accountId) => ({
      kind,
      data: {
        name: owner.name,
        owner_account_id: owner.accountId,
        allocation_id,
        account_id,
        account_name,
        start_date,
        end_date,
        device_ids,
        ...(takenBack ? { taken_back: true } : {}),
        unit: await findUnit(transaction, [accountId], unitId, now),
      },
    }),
  });
}

/** Spans of units, as the clock of allocations records them. */
export const ALLOCATED_UNITS: AllocatedThings = {
  of: 'unit',
  record: (transaction, row, state, now) =>
    recordAllocation(transaction, {
      kind: state === 'ended' ? 'unitAllocationEnded' : 'unitAllocationBegan',
      unitId: row.thing_id,
      allocation: { ...shownAllocation(row), device_ids: row.device_ids },
      now,
      by: null,
    }),
};
