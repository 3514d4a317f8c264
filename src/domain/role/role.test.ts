import { describe, expect, it } from 'vitest';
import { roleSchema } from './role.ts';
import { belowRole, deletionBlock, mayReportTo, type RoleNode } from './tree.ts';

/** 1 above 2 above 3; 4 beside. */
const roles: RoleNode[] = [
  { role_id: 1, parent_role_id: null },
  { role_id: 2, parent_role_id: 1 },
  { role_id: 3, parent_role_id: 2 },
  { role_id: 4, parent_role_id: null },
];

describe('the hierarchy of roles', () => {
  it('lets a role report to any that is not itself and not below it', () => {
    expect([4, 3, 2, 1].map((parent) => mayReportTo(1, parent, roles))).toEqual([true, false, false, false]);
    expect([1, 2, 4].map((parent) => mayReportTo(3, parent, roles))).toEqual([true, true, true]);
    expect(mayReportTo(0, 3, roles)).toBe(true);
  });

  it('knows all that are below', () => {
    expect(belowRole(1, roles).map((role) => role.role_id)).toEqual([2, 3]);
    expect(belowRole(3, roles)).toEqual([]);
  });

  it('ends on a ring', () => {
    const ring: RoleNode[] = [
      { role_id: 1, parent_role_id: 2 },
      { role_id: 2, parent_role_id: 1 },
    ];
    expect(mayReportTo(3, 1, ring)).toBe(true);
    expect(belowRole(1, ring).map((role) => role.role_id)).toEqual([2]);
  });

  it('keeps a role that somebody holds or reports to', () => {
    expect(deletionBlock({ users: 1, child_roles: 1 })).toBe('users');
    expect(deletionBlock({ users: 0, child_roles: 1 })).toBe('childRoles');
    expect(deletionBlock({ users: 0, child_roles: 0 })).toBeNull();
  });
});

describe('the form of a role', () => {
  const form = { name: 'Night shift', permissions: { units: ['r'] } };
  const problem = (changes: object): string => {
    try {
      roleSchema.validateSync({ ...form, ...changes });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };

  it.each<[object, string]>([
    [{}, ''],
    [{ name: '  ' }, 'validation.required'],
    [{ name: 'ab' }, 'validation.minLength'],
    [{ name: 'a'.repeat(20) }, ''],
    [{ name: 'a'.repeat(21) }, 'validation.maxLength'],
    [{ permissions: {} }, 'validation.rolePermissions'],
    [{ permissions: { units: [] } }, 'validation.rolePermissions'],
    [{ permissions: undefined }, 'validation.rolePermissions'],
    [{ permissions: { ships: ['r'] } }, 'validation.permissions'],
    [{ permissions: { units: ['fly'] } }, 'validation.permissions'],
    [{ permissions: [] }, 'validation.permissions'],
    [{ parent_role_id: -1 }, 'parent_role_id must be a positive number'],
    [{ labels: ['x'.repeat(41)] }, 'validation.maxLength'],
  ])('%j: %s', (changes, message) => expect(problem(changes)).toBe(message));
});
