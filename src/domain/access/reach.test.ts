import { describe, expect, it } from 'vitest';
import { ceilingOf } from './ceiling.ts';
import { isOffered, offeredActions } from './offered.ts';
import { canIn, knowsSubAccounts, neededBelow, reachesBelow } from './reach.ts';
import { pairs, unusable } from './grants.ts';

describe('how far a permission reaches', () => {
  it('is said by the permission for sub-accounts of the same kind', () => {
    expect(neededBelow({ resource: 'units', action: 'sh' })).toEqual({ resource: 'units', action: 'ar' });
    expect(neededBelow({ resource: 'devices', action: 'd' })).toEqual({ resource: 'devices', action: 'au' });
    expect(neededBelow({ resource: 'units', action: 'ec' })).toEqual({ resource: 'units', action: 'au' });
    expect(neededBelow({ resource: 'sims', action: 'a' })).toEqual({ resource: 'sims', action: 'aa' });
    expect(neededBelow({ resource: 'alert', action: 'u' })).toEqual({ resource: 'account', action: 'asa' });
    expect(neededBelow({ resource: 'operator', action: 'r' })).toEqual({ resource: 'units', action: 'ar' });
    expect(neededBelow({ resource: 'operator', action: 'd' })).toEqual({ resource: 'units', action: 'au' });
    expect(neededBelow({ resource: 'account', action: 'r' })).toEqual({ resource: 'account', action: 'ar' });
  });

  it('is nothing of its own where the permission is about sub-accounts, or never leaves the own one', () => {
    for (const need of [
      { resource: 'users_accounts', action: 'r' },
      { resource: 'account', action: 'au' },
      { resource: 'role', action: 'u' },
    ] as const)
      expect(neededBelow(need)).toBeNull();
  });

  it('takes both: the permission, and that for the sub-accounts', () => {
    const units = { resource: 'units', action: 'u' } as const;
    expect([
      reachesBelow({ units: ['r', 'u'] }, units),
      reachesBelow({ units: ['r', 'ar', 'au'] }, units),
      reachesBelow({ units: ['u', 'au'] }, units),
    ]).toEqual([false, false, true]);
    expect([canIn({ units: ['u'] }, 1, 1, units), canIn({ units: ['u'] }, 1, 2, units)]).toEqual([true, false]);
  });

  it('decides who may know that there are sub-accounts', () => {
    expect(knowsSubAccounts({ units: ['r', 'u', 'd'], devices: ['r'], account: ['r', 'u'] })).toBe(false);
    for (const permissions of [{ units: ['r', 'ar'] }, { account_units: ['r', 'a'] }, { vw_accounts: ['r'] }] as const)
      expect(knowsSubAccounts(permissions)).toBe(true);
  });
});

describe('what role editors offer', () => {
  it('leaves out areas that are still to come, and what decides nothing', () => {
    expect(offeredActions('migrations')).toEqual([]);
    expect(offeredActions('sims')).toEqual(['r', 'a', 'u', 'd', 'm', 'ar', 'aa', 'au']);
    expect(isOffered({ resource: 'users_accounts', action: 'm' })).toBe(false);
    expect(isOffered({ resource: 'units', action: 'im' })).toBe(false);
  });

  it('can be used alone: nothing that is offered needs what is not', () => {
    for (const type of ['OWNER', 'DEALER', 'CONSUMER'] as const) {
      const offered = Object.groupBy(pairs(ceilingOf(type)).filter(isOffered), ({ resource }) => resource);
      const permissions = Object.fromEntries(
        Object.entries(offered).map(([resource, needs]) => [resource, (needs ?? []).map(({ action }) => action)]),
      );
      expect(unusable(permissions)).toEqual([]);
    }
  });
});
