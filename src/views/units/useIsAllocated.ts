import type { UnitSummary } from '../../domain/unit/index.ts';
import { useAllocation } from '../shared/allocation/useAllocation.ts';

/**
 * True where the unit is another account's and only allocated to the one in use: then it is seen and not
 * changed. Accounts below one's own are one's own here.
 */
export const useIsAllocated = (unit: Pick<UnitSummary, 'account_id' | 'allocated_to'>): boolean =>
  useAllocation(unit) !== null;
