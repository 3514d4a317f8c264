import { describe, expect, it } from 'vitest';
import type { AccountId } from '../base/index.ts';
import { accountScope, type AccountNode } from './scope.ts';

const id = (value: number) => value as AccountId;

function tree(nodes: [account: number, parent: number | null, restricted?: boolean][]) {
  const byId = new Map(
    nodes.map(([account, parent, restricted = false]) => [
      account,
      {
        account_id: id(account),
        parent_id: parent === null ? null : id(parent),
        restrict_sub_accounts: restricted,
      } as AccountNode,
    ]),
  );
  const childrenOf = (parent: AccountId) =>
    [...byId.values()].filter((node) => node.parent_id === parent).map((node) => node.account_id);
  return (account: number) => accountScope(id(account), (key) => byId.get(key), childrenOf);
}

describe('what an account sees', () => {
  const scope = tree([
    [1, null],
    [2, 1],
    [3, 1],
    [4, 2],
    [5, 4],
    [6, 2, true],
    [7, 6],
  ]);

  it('sees itself and everything below, never beside or above', () => {
    expect(scope(2).toSorted()).toEqual([2, 4, 5, 6, 7]);
    expect(scope(3)).toEqual([3]);
    expect(scope(1)).toHaveLength(7);
  });

  it('sees itself only when it is restricted', () => {
    expect(scope(6)).toEqual([6]);
  });

  it('sees nothing when it does not exist', () => {
    expect(scope(99)).toEqual([]);
  });

  it('ends on a ring of parents', () => {
    expect(
      tree([
        [1, 2],
        [2, 1],
      ])(1),
    ).toEqual([1, 2]);
  });
});
