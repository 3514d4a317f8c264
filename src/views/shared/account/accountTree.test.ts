import { describe, expect, it } from 'vitest';
import { searchTree, treeLines, unfolded } from './accountTree.ts';

const account = (account_id: number, parent_id: number | null, name: string) => ({ account_id, parent_id, name });
const lines = treeLines(
  [
    account(1, null, 'Provider'),
    account(3, 1, 'West'),
    account(2, 1, 'East'),
    account(4, 2, 'Couriers'),
    account(5, 4, 'Night couriers'),
  ],
  new Intl.Collator('en'),
);
const names = (shown: typeof lines): string[] => shown.map((line) => `${'-'.repeat(line.depth)}${line.account.name}`);

describe('accounts as a tree', () => {
  it('stand below their parents, siblings by name', () => {
    expect(names(lines)).toEqual(['Provider', '-East', '--Couriers', '---Night couriers', '-West']);
    expect(lines[0].children).toBe(2);
  });

  it('none is lost when its parent is out of sight or the data hold a ring', () => {
    expect(
      names(
        treeLines([account(7, 99, 'Alone'), account(8, 9, 'Ring a'), account(9, 8, 'Ring b')], new Intl.Collator('en')),
      ).length,
    ).toBe(3);
  });

  it('a search keeps the way to what it found', () => {
    expect(names(searchTree(lines, 'night COUR'))).toEqual(['Provider', '-East', '--Couriers', '---Night couriers']);
    expect(searchTree(lines, 'nowhere')).toEqual([]);
  });

  it('folds', () => {
    expect(names(unfolded(lines, new Set([2])))).toEqual(['Provider', '-East', '-West']);
    expect(names(unfolded(lines, new Set([1])))).toEqual(['Provider']);
  });
});
