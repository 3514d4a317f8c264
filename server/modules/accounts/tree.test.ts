import { describe, expect, it } from 'vitest';
import type { Account } from '../../../src/domain/account/index.ts';
import type { AccountId } from '../../../src/domain/base/index.ts';
import { childAccounts } from './tree.ts';

const id = (number: number) => number as AccountId;
const accounts = new Map(
  [1, 2, 3, 4].map((number): [AccountId, Account] => [
    id(number),
    {
      account_id: id(number),
      parent_id: number === 1 ? null : id(1),
      name: `Account ${number}`,
      type: 'DEALER',
      status: 'active',
      restrict_sub_accounts: false,
    },
  ]),
);
const directory = {
  account: (of: AccountId) => accounts.get(of),
  childrenOf: (of: AccountId) => (of === 1 ? [2, 3, 4].map(id) : []),
  ancestorsOf: (of: AccountId) => (of === 1 ? [] : [id(1)]),
};
const tree = [1, 2, 3, 4].map(id);
const caller = { accountId: id(1), permissions: { vw_user_accounts: ['r'] as const }, scope: tree, tree };

describe('a tree of more accounts than are answered', () => {
  it('says how many there are, and how many a search finds', () => {
    expect(childAccounts(directory, caller, '', 2)).toMatchObject({
      accounts: [{ account_id: 1 }, { account_id: 2 }],
      total: 4,
    });
    expect(childAccounts(directory, caller, '4', 2)).toMatchObject({
      accounts: [{ account_id: 1 }, { account_id: 4 }],
      total: 2,
    });
  });
});
