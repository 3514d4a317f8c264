import { describe, expect, it } from 'vitest';
import { ceilingOf, STANDARD_ROLES, standardPermissions } from './ceiling.ts';
import { effectivePermissions } from './effective.ts';
import { administers, beyond, unusable } from './grants.ts';
import { can, RESOURCES } from './resources.ts';

const TYPES = ['OWNER', 'DEALER', 'CONSUMER'] as const;

describe('what an account can have at most', () => {
  it('holds what the types below it hold, so that each can make the next one’s administrator', () => {
    expect(beyond(ceilingOf('CONSUMER'), ceilingOf('DEALER'))).toEqual([]);
    expect(beyond(ceilingOf('DEALER'), ceilingOf('OWNER'))).toEqual([]);
    for (const resource of RESOURCES) expect(ceilingOf('OWNER')[resource], resource).toContain('r');
  });

  it('keeps dealers to the owner and lists of consumers to dealers', () => {
    expect(can(ceilingOf('DEALER'), { resource: 'account', action: 'dm' })).toBe(false);
    expect(can(ceilingOf('CONSUMER'), { resource: 'account', action: 'cm' })).toBe(false);
    expect(can(ceilingOf('CONSUMER'), { resource: 'account', action: 'caa' })).toBe(true);
  });

  it('bounds the standard roles, which can all be used; the first one administers', () => {
    for (const type of TYPES) {
      for (const role of STANDARD_ROLES) {
        const permissions = standardPermissions(role, type);
        expect([beyond(permissions, ceilingOf(type)), unusable(permissions)]).toEqual([[], []]);
        expect(administers(permissions)).toBe(role === 'Administrator');
      }
    }
  });

  it('leaves a restricted administrator their people and roles, and no account lists', () => {
    const restricted = effectivePermissions({ type: 'CONSUMER', restrict_sub_accounts: true }, ceilingOf('CONSUMER'));
    expect(administers(restricted)).toBe(true);
    expect(restricted.vw_accounts).toBeUndefined();
    expect(can(restricted, { resource: 'account', action: 'car' })).toBe(false);
    expect(can(restricted, { resource: 'devices', action: 'r' })).toBe(true);
  });
});
