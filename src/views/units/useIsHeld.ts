import type { UnitSummary } from '../../domain/unit/index.ts';
import { useSession } from '../shared/services/session.ts';

/**
 * True where the unit is another account's and only allocated to the one in use: then it is seen and not
 * changed. Accounts below one's own are one's own here.
 */
export function useIsHeld(unit: Pick<UnitSummary, 'account_id' | 'allocated_to'>): boolean {
  const { account } = useSession();
  return account !== null && unit.account_id !== account.account_id && unit.allocated_to?.account_id === account.account_id;
}
