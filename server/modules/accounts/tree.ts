import type { AccountTreeNode } from '../../../src/api/contract/index.ts';
import { knowsSubAccounts } from '../../../src/domain/access/index.ts';
import type { Account } from '../../../src/domain/account/index.ts';
import type { AccountId } from '../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { CallAccount } from '../../call/types.ts';

/** More than a picker can show; who has more searches. */
const MAXIMUM_NODES = 10_000;

/**
 * The caller's account and, for who may know of them, those below, parents before children, siblings by name. With a
 * search: the accounts whose names hold the text, and those above them, so that the tree holds together. `total` counts
 * them all, those beyond `maximum` too.
 */
export function childAccounts(
  directory: Pick<UnitDirectory, 'account' | 'childrenOf' | 'ancestorsOf'>,
  caller: CallAccount,
  search: string,
  maximum = MAXIMUM_NODES,
): { accounts: AccountTreeNode[]; total: number } {
  const wanted = wantedBy(directory, caller, search.trim().toLowerCase());
  const nodes: AccountTreeNode[] = [];
  const open: AccountId[] = [caller.accountId];
  while (open.length > 0 && nodes.length < maximum) {
    const account = directory.account(open.pop() as AccountId);
    if (!account || !wanted.has(account.account_id)) continue;
    nodes.push(nodeOf(account, caller.accountId));
    const children = directory
      .childrenOf(account.account_id)
      .map((id) => directory.account(id))
      .filter((child) => child !== undefined);
    // Taken from the end, so the last name first.
    open.push(
      ...children.toSorted((one, other) => other.name.localeCompare(one.name)).map((child) => child.account_id),
    );
  }
  return { accounts: nodes, total: wanted.size };
}

function wantedBy(
  directory: Pick<UnitDirectory, 'account' | 'ancestorsOf'>,
  { accountId, permissions, tree }: CallAccount,
  text: string,
): ReadonlySet<AccountId> {
  const scope = knowsSubAccounts(permissions) ? tree : [accountId];
  const inScope = new Set(scope);
  if (text === '') return inScope;
  const wanted = new Set<AccountId>([accountId]);
  for (const id of scope) {
    if (!directory.account(id)?.name.toLowerCase().includes(text)) continue;
    wanted.add(id);
    for (const above of directory.ancestorsOf(id)) if (inScope.has(above)) wanted.add(above);
  }
  return wanted;
}

/** Accounts above the caller's are not theirs to know. */
function nodeOf({ account_id, parent_id, name, type, status }: Account, root: AccountId): AccountTreeNode {
  return { account_id, parent_id: account_id === root ? null : parent_id, name, type, status };
}
