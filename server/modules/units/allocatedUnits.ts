import type { AccountId, AllocationId } from '../../../src/domain/base/index.ts';
import type { AllocatedThings } from '../shared/index.ts';
import { tellAllocation } from './allocationEvents.ts';

/** Spans of units, as the clock of allocations tells of them. */
export const ALLOCATED_UNITS: AllocatedThings = {
  of: 'unit',
  allocated: 'unitAllocated',
  tell(transaction, row, state, now) {
    const allocation = {
      allocation_id: Number(row.id) as AllocationId,
      account_id: Number(row.account_id) as AccountId,
      account_name: row.account_name,
      start_date: row.start_at.toISOString(),
      end_date: row.end_at?.toISOString() ?? null,
      device_ids: row.device_ids,
    };
    return tellAllocation(transaction, { kind: state === 'ended' ? 'unitAllocationEnded' : 'unitAllocationBegan', unitId: Number(row.thing_id), allocation, now, by: null });
  },
};
