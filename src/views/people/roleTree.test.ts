import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../domain/base/index.ts';
import type { RoleSummary } from '../../domain/role/index.ts';
import { roleLines, searchRoles } from './roleTree.ts';

const role = (role_id: number, name: string, parent_role_id: number | null, labels: string[] = []): RoleSummary => ({
  role_id: role_id as RoleSummary['role_id'],
  name,
  parent_role_id,
  labels,
  account_id: 1 as AccountId,
  account_name: 'North',
  parent_role_name: '',
  users: 0,
  child_roles: 0,
  permission_count: 1,
  created_at: '2026-01-01T00:00:00Z',
});
const collator = new Intl.Collator('en');
const lines = roleLines(
  [
    role(3, 'Viewer', 1),
    role(2, 'Dispatcher', 1),
    role(1, 'Administrator', null),
    role(4, 'Night shift', 2, ['berlin']),
  ],
  collator,
);

describe('the roles as a tree', () => {
  it('puts each below the one it reports to, siblings by name', () => {
    expect(lines.map((line) => [line.role.name, line.depth])).toEqual([
      ['Administrator', 0],
      ['Dispatcher', 1],
      ['Night shift', 2],
      ['Viewer', 1],
    ]);
  });

  it('shows every role once, even in a ring or below a missing one', () => {
    expect(
      roleLines([role(1, 'A', 2), role(2, 'B', 1), role(3, 'C', 99)], collator)
        .map((line) => line.role.name)
        .toSorted(),
    ).toEqual(['A', 'B', 'C']);
  });

  it('keeps the way to what was found, by name or label', () => {
    expect(searchRoles(lines, 'BERLIN').map((line) => line.role.name)).toEqual([
      'Administrator',
      'Dispatcher',
      'Night shift',
    ]);
    expect(searchRoles(lines, 'nothing')).toEqual([]);
  });
});
