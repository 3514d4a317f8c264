/** An account as trees and pickers need it. */
export interface TreeAccount {
  readonly account_id: number;
  readonly parent_id: number | null;
  readonly name: string;
}

export interface TreeLine<Account extends TreeAccount> {
  readonly account: Account;
  /** 0 for the top. */
  readonly depth: number;
  /** How many accounts stand directly below it, shown or not. */
  readonly children: number;
}

/**
 * Accounts as a tree, siblings by name. One whose parent is not among them is at the top. A ring
 * in the data hides nothing and does not hang.
 */
export function treeLines<Account extends TreeAccount>(
  accounts: readonly Account[],
  collator: Intl.Collator,
): TreeLine<Account>[] {
  const known = new Set(accounts.map((account) => account.account_id));
  const below = new Map<number | null, Account[]>();
  for (const account of accounts.toSorted((a, b) => collator.compare(a.name, b.name) || a.account_id - b.account_id)) {
    const parent = account.parent_id !== null && known.has(account.parent_id) ? account.parent_id : null;
    const siblings = below.get(parent);
    if (siblings) siblings.push(account);
    else below.set(parent, [account]);
  }
  const lines: TreeLine<Account>[] = [];
  const placed = new Set<number>();
  const place = (account: Account, depth: number): void => {
    if (placed.has(account.account_id)) return;
    placed.add(account.account_id);
    const children = below.get(account.account_id) ?? [];
    lines.push({ account, depth, children: children.length });
    for (const child of children) place(child, depth + 1);
  };
  for (const account of below.get(null) ?? []) place(account, 0);
  for (const account of accounts) place(account, 0);
  return lines;
}

/** What matches, each with the accounts above it. All words must occur in the name. */
export function searchTree<Account extends TreeAccount>(
  lines: readonly TreeLine<Account>[],
  search: string,
): TreeLine<Account>[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...lines];
  const byId = new Map(lines.map(({ account }) => [account.account_id, account]));
  const kept = new Set<number>();
  for (const { account } of lines) {
    const name = account.name.toLocaleLowerCase();
    if (!words.every((word) => name.includes(word))) continue;
    for (let at: Account | undefined = account; at && !kept.has(at.account_id); at = byId.get(at.parent_id ?? -1))
      kept.add(at.account_id);
  }
  return lines.filter(({ account }) => kept.has(account.account_id));
}

/** The lines that show when these accounts are folded. */
export function unfolded<Account extends TreeAccount>(
  lines: readonly TreeLine<Account>[],
  folded: ReadonlySet<number>,
): TreeLine<Account>[] {
  const shown: TreeLine<Account>[] = [];
  let hiddenBelow = Infinity;
  for (const line of lines) {
    if (line.depth > hiddenBelow) continue;
    hiddenBelow = folded.has(line.account.account_id) ? line.depth : Infinity;
    shown.push(line);
  }
  return shown;
}
