import { useCallback } from 'react';
import { neededBelow, type Need } from '../../../domain/access/index.ts';
import { useSession } from './session.ts';

/** Whether a permission counts for a thing of an account: one's own, or a sub-account. The server refuses the rest. */
export type MayIn = (accountId: number, need: Need) => boolean;

/** The permissions with how far they reach. */
export function useMayIn(): MayIn {
  const { account, can } = useSession();
  const own = account?.account_id;
  return useCallback(
    (accountId, need) => {
      const below = neededBelow(need);
      return can(need) && (accountId === own || below === null || can(below));
    },
    [can, own],
  );
}
