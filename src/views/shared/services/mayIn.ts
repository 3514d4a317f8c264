import { useCallback } from 'react';
import { neededBelow, type Need } from '../../../domain/access/index.ts';
import { useSession } from './session.ts';

/** Whose a thing is, and who has it for a time. */
export interface Owned {
  readonly account_id: number;
  readonly allocated_to?: { readonly account_id: number } | null;
}

/** Whether a permission counts for a thing: of one's own account, or of a sub-account. The server refuses the rest. */
export type MayIn = (thing: Owned, need: Need) => boolean;

/** The permissions with how far they reach; what one's own account has for a time counts as its own. */
export function useMayIn(): MayIn {
  const { account, can } = useSession();
  const own = account?.account_id;
  return useCallback(
    ({ account_id: owner, allocated_to: holder }, need) => {
      const below = neededBelow(need);
      return can(need) && (below === null || owner === own || holder?.account_id === own || can(below));
    },
    [can, own],
  );
}
