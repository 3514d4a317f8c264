import type { AccountId } from '../base/index.ts';
import type { AccountStatus } from './account.ts';

/**
 * The status that counts for those who act in an account: accounts below a blocked one are blocked
 * by it, and those below an inactive one are inactive. An account that is not known is inactive.
 */
export function effectiveStatus(
  account: AccountId,
  node: (id: AccountId) => { readonly parent_id: AccountId | null; readonly status: AccountStatus } | undefined,
): AccountStatus {
  if (!node(account)) return 'inactive';
  const seen = new Set<AccountId>();
  let status: AccountStatus = 'active';
  for (let at: AccountId | null | undefined = account; at != null && !seen.has(at); at = node(at)?.parent_id) {
    seen.add(at);
    const own = node(at)?.status;
    if (own === 'blocked') return own;
    if (own === 'inactive') status = own;
  }
  return status;
}
