import { describe, expect, it } from 'vitest';
import type { AccountId } from '../base/index.ts';
import type { AccountStatus } from './account.ts';
import { effectiveStatus } from './status.ts';

const id = (value: number) => value as AccountId;

/** 1 above 2 above 3. */
function chain(...statuses: AccountStatus[]) {
  const nodes = new Map(
    statuses.map((status, index) => [index + 1, { parent_id: index === 0 ? null : id(index), status }]),
  );
  return effectiveStatus(id(statuses.length), (at) => nodes.get(at));
}

describe('the status that counts', () => {
  it.each<[AccountStatus[], AccountStatus]>([
    [['active', 'active', 'active'], 'active'],
    [['active', 'active', 'blocked'], 'blocked'],
    [['blocked', 'active', 'active'], 'blocked'],
    [['active', 'inactive', 'active'], 'inactive'],
    [['blocked', 'inactive', 'active'], 'blocked'],
    [['inactive', 'blocked', 'active'], 'blocked'],
  ])('%j makes the last one %s', (statuses, status) => expect(chain(...statuses)).toBe(status));

  it('lets a blocked child leave those above alone', () => {
    expect(effectiveStatus(id(1), (at) => ({ parent_id: null, status: at === 1 ? 'active' : 'blocked' }))).toBe(
      'active',
    );
  });

  it('takes an unknown account for inactive, and ends on a ring of parents', () => {
    expect(effectiveStatus(id(9), () => undefined)).toBe('inactive');
    expect(effectiveStatus(id(1), (at) => ({ parent_id: id(3 - at), status: 'active' }))).toBe('active');
  });
});
