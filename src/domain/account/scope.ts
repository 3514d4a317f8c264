import type { AccountId } from '../base/index.ts';

/** The part of an account that decides who sees whom. */
export interface AccountNode {
  readonly account_id: AccountId;
  readonly parent_id: AccountId | null;
  readonly restrict_sub_accounts: boolean;
}

/**
 * The accounts that someone who acts in `accountId` may see: the account itself and every
 * descendant. A restricted account sees itself only (specification, chapters 1 and 6).
 */
export function accountScope(
  accountId: AccountId,
  node: (id: AccountId) => AccountNode | undefined,
  childrenOf: (id: AccountId) => readonly AccountId[],
): AccountId[] {
  const own = node(accountId);
  if (!own) return [];
  if (own.restrict_sub_accounts) return [accountId];
  const scope = [accountId];
  const seen = new Set<AccountId>(scope);
  for (const id of scope) {
    for (const child of childrenOf(id)) {
      // A parent chain that was damaged into a ring must not hang the server.
      if (seen.has(child)) continue;
      seen.add(child);
      scope.push(child);
    }
  }
  return scope;
}
