import { useMemo } from 'react';
import type { AccountTreeNode } from '../../api/contract/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { treeLines, type TreeLine } from '../shared/account/accountTree.ts';
import { useAnswer } from '../shared/services/calls.ts';
import type { Problem } from '../shared/services/fleet.ts';

export interface AccountTree {
  readonly lines: readonly TreeLine<AccountTreeNode>[];
  readonly byId: ReadonlyMap<number, AccountTreeNode>;
  /** All that there are or match; more than `lines` where the server cut the list. */
  readonly total: number;
  /** False until the first answer. */
  readonly known: boolean;
  readonly problem: Problem | null;
  reload(): void;
}

/** The account that one is in and everything below it, or what the server finds of it; null asks nothing. */
export function useAccountTree(search: string | null = ''): AccountTree {
  const { i18n } = useTranslation();
  const { value, problem, reload } = useAnswer(
    'getChildAccounts',
    search === null ? null : search === '' ? {} : { search },
    ['account'],
  );
  return useMemo(() => {
    const accounts = value?.accounts ?? [];
    return {
      lines: treeLines(accounts, new Intl.Collator(i18n.language, { numeric: true })),
      byId: new Map(accounts.map((node) => [node.account_id, node])),
      total: value?.total ?? 0,
      known: value !== null,
      problem,
      reload,
    };
  }, [value, problem, reload, i18n.language]);
}

/** Accounts below one, itself left out. */
export function countBelow(lines: readonly TreeLine<AccountTreeNode>[], accountId: number): number {
  const at = lines.findIndex(({ account }) => account.account_id === accountId);
  if (at === -1) return 0;
  const end = lines.findIndex(({ depth }, index) => index > at && depth <= lines[at].depth);
  return (end === -1 ? lines.length : end) - at - 1;
}
