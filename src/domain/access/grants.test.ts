import { describe, expect, it } from 'vitest';
import {
  administers,
  beyond,
  dependants,
  grant,
  groupOf,
  neededBy,
  pairs,
  RESOURCE_ACTIONS,
  revoke,
  unusable,
  within,
} from './grants.ts';
import { ACTIONS, RESOURCES, can, type Permissions } from './resources.ts';

const role: Permissions = { account: ['r', 'ar', 'aa', 'au'], units: ['r', 'sh'], report: ['r', 'a'] };

describe('what the role editor offers', () => {
  it('names actions of the model for all 26 resources, each with reading first', () => {
    expect(RESOURCES).toHaveLength(26);
    for (const resource of RESOURCES) {
      expect(RESOURCE_ACTIONS[resource][0], resource).toBe('r');
      for (const action of RESOURCE_ACTIONS[resource]) expect(ACTIONS).toContain(action);
      expect(new Set(RESOURCE_ACTIONS[resource]).size).toBe(RESOURCE_ACTIONS[resource].length);
    }
  });

  it('uses every action of the model somewhere', () => {
    const used = new Set(RESOURCES.flatMap((resource) => RESOURCE_ACTIONS[resource]));
    expect(ACTIONS.filter((action) => !used.has(action))).toEqual([]);
  });

  it('groups actions by what they do', () => {
    expect([groupOf('a'), groupOf('u'), groupOf('caa'), groupOf('ec')]).toEqual([
      'create',
      'create',
      'create',
      'create',
    ]);
    expect([groupOf('d'), groupOf('r'), groupOf('m'), groupOf('sh'), groupOf('car')]).toEqual([
      'delete',
      'view',
      'view',
      'view',
      'view',
    ]);
  });
});

describe('what a permission needs', () => {
  it('is seeing the thing, and for accounts below seeing those', () => {
    expect(neededBy('units', 'u')).toBe('r');
    expect(neededBy('account', 'au')).toBe('ar');
    expect(neededBy('account', 'cu')).toBe('cr');
    expect(neededBy('account', 'caa')).toBe('car');
    expect(neededBy('units', 'r')).toBeNull();
    expect(neededBy('units', 'au')).toBe('ar');
    expect(neededBy('account_units', 'd')).toBe('u');
    expect(neededBy('account', 'asa')).toBeNull();
  });

  it('comes with it when it is granted', () => {
    expect(grant({}, { resource: 'account', action: 'caa' })).toEqual({ account: ['r', 'caa', 'car'] });
    expect(grant(role, { resource: 'units', action: 'r' })).toEqual(role);
  });

  it('goes with it when it is taken away', () => {
    expect(dependants(role, { resource: 'account', action: 'ar' })).toEqual(['aa', 'au']);
    expect(dependants(role, { resource: 'account', action: 'r' })).toEqual(['ar', 'aa', 'au']);
    expect(revoke(role, { resource: 'account', action: 'ar' }).account).toEqual(['r']);
    expect(revoke(role, { resource: 'units', action: 'r' })).toEqual({ account: role.account, report: role.report });
    expect(revoke(role, { resource: 'units', action: 'd' })).toEqual(role);
  });

  it('makes it unusable where it is missing', () => {
    expect(unusable(role)).toEqual([]);
    expect(unusable({ units: ['sh'], account: ['r', 'aa'], widgets: ['r', 'ex'] })).toEqual([
      { resource: 'widgets', action: 'ex' },
      { resource: 'account', action: 'aa' },
      { resource: 'units', action: 'sh' },
    ]);
  });
});

describe('granting to others', () => {
  it('is bounded by what one holds', () => {
    expect(beyond({ units: ['r'] }, role)).toEqual([]);
    expect(beyond({ units: ['r', 'd'], sims: ['r'] }, role)).toEqual([
      { resource: 'sims', action: 'r' },
      { resource: 'units', action: 'd' },
    ]);
  });

  it('leaves out what is not held, and what could then not be used', () => {
    expect(within(role, { account: ['r', 'aa', 'au'], units: ['r', 'sh'], report: ['a'] })).toEqual({
      account: ['r'],
      units: ['r', 'sh'],
    });
    expect(within(role, {})).toEqual({});
    expect(pairs(within(role, role))).toEqual(pairs(role));
  });

  it('never makes more of it: whatever two sets there are, the outcome is within both and can be used', () => {
    // Every pair held or not by a fixed but irregular rule: a few hundred different sets.
    const draw = (seed: number): Permissions =>
      Object.fromEntries(
        RESOURCES.map((resource, row) => [
          resource,
          RESOURCE_ACTIONS[resource].filter((_, column) => (seed * (row + 3) * (column + 7)) % 11 > 3),
        ]),
      );
    for (let seed = 1; seed < 300; seed++) {
      const [wanted, own] = [draw(seed), draw(seed * 31 + 5)];
      const granted = within(wanted, own);
      expect([beyond(granted, wanted), beyond(granted, own), unusable(granted)]).toEqual([[], [], []]);
    }
  });
});

describe('an administrator', () => {
  it('manages roles and people', () => {
    expect(administers({ role: ['r', 'u'], user: ['r', 'u'] })).toBe(true);
    expect(administers({ role: ['r', 'u'], user: ['r'] })).toBe(false);
    expect(can({}, { resource: 'role', action: 'u' })).toBe(false);
  });
});
