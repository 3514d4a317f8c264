import type { Allocation } from '../../../src/domain/allocation/index.ts';
import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { sessionOf } from '../shared/index.ts';
import { findUnit } from './read.ts';

export interface AllocationFact {
  /** `unitAllocated` is what somebody did; `unitAllocationBegan` and `unitAllocationEnded` also come of themselves at their instants. */
  readonly kind: 'unitAllocated' | 'unitAllocationBegan' | 'unitAllocationEnded';
  readonly unitId: number;
  readonly allocation: Pick<Allocation, 'allocation_id' | 'account_id' | 'account_name' | 'start_date' | 'end_date' | 'device_ids'>;
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
export async function tellAllocation(transaction: Transaction, { kind, unitId, allocation, now, by, takenBack = false }: AllocationFact): Promise<void> {
  const [owner] = await transaction.query<{ account_id: unknown; name: string }>('select account_id, name from unit where id = $1', [unitId]);
  if (!owner) throw new Error(`Unit ${unitId} is allocated and not there.`);
  const ownerId = Number(owner.account_id);
  const { allocation_id, account_id, account_name, start_date, end_date, device_ids } = allocation;
  const told = { name: owner.name, owner_account_id: ownerId, allocation_id, account_id, account_name, start_date, end_date, device_ids };
  for (const account of [...new Set<number>([ownerId, account_id])].toSorted((a, b) => a - b)) {
    await transaction.appendEvent({
      account_id: account,
      kind,
      subject_type: 'unit',
      subject_id: unitId,
      user_id: by ? sessionOf(by).userId : null,
      time: toIso(now),
      data: { ...told, ...(takenBack ? { taken_back: true } : {}), unit: await findUnit(transaction, [account], unitId, now) },
      remote: by?.remote,
    });
  }
}
