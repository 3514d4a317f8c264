import { describe, expect, it } from 'vitest';
import { effectivePermissions } from './effective.ts';
import { can, type Permissions } from './resources.ts';

const role: Permissions = {
  units: ['r', 'm'],
  devices: ['r', 'm', 'a'],
  account: ['r', 'dm', 'cm'],
  vw_accounts: ['r'],
  geofences: ['r', 'gsa'],
};

describe('permissions in an account', () => {
  it('leaves an owner and an unrestricted dealer what the role grants', () => {
    expect(effectivePermissions({ type: 'OWNER', restrict_sub_accounts: true }, role)).toBe(role);
    expect(effectivePermissions({ type: 'DEALER', restrict_sub_accounts: false }, role)).toBe(role);
  });

  it('takes the account lists from restricted dealers and consumers', () => {
    for (const type of ['DEALER', 'CONSUMER'] as const) {
      expect(effectivePermissions({ type, restrict_sub_accounts: true }, role)).toEqual({
        units: ['r', 'm'],
        devices: ['r', 'm', 'a'],
        account: ['r'],
        geofences: ['r'],
      });
    }
  });

  it('takes the device list from a consumer without the restriction, not the right to register one', () => {
    const effective = effectivePermissions({ type: 'CONSUMER', restrict_sub_accounts: false }, role);
    expect(can(effective, { resource: 'devices', action: 'm' })).toBe(false);
    expect(can(effective, { resource: 'devices', action: 'r' })).toBe(false);
    expect(can(effective, { resource: 'devices', action: 'a' })).toBe(true);
    expect(can(effective, { resource: 'vw_accounts', action: 'r' })).toBe(true);
  });
});
