import type { Allocation } from '../../../src/domain/allocation/index.ts';
import type { Instant } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { deedOf, holdingOf, tellSpan, type AllocatedThings } from '../shared/index.ts';
import { findUnit } from './read.ts';

export interface AllocationFact {
  /** `unitAllocated` is what somebody did; `unitAllocationBegan` and `unitAllocationEnded` also come of themselves at their instants. */
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
 * Tells of a span in the log of the unit's owner and in that of the account that it is for. `unit` is
 * the unit as that log's account sees it now; null when it does not.
 */
export function tellAllocation(
  transaction: Transaction,
  { kind, unitId, allocation, now, by, takenBack = false }: AllocationFact,
): Promise<void> {
  const { allocation_id, account_id, account_name, start_date, end_date, device_ids } = allocation;
  return tellSpan(transaction, deedOf(by, now), {
    kind,
    subject: ['unit', unitId],
    holder: account_id,
    data: async (owner, accountId) => ({
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
    }),
  });
}

/** Spans of units, as the clock of allocations tells of them. */
export const ALLOCATED_UNITS: AllocatedThings = {
  of: 'unit',
  allocated: 'unitAllocated',
  tell: (transaction, row, state, now) =>
    tellAllocation(transaction, {
      kind: state === 'ended' ? 'unitAllocationEnded' : 'unitAllocationBegan',
      unitId: row.thing_id,
      allocation: { ...holdingOf(row), device_ids: row.device_ids },
      now,
      by: null,
    }),
};
