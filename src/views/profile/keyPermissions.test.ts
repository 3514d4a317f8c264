import { describe, expect, it } from 'vitest';
import type { Permissions } from '../../domain/access/index.ts';
import { ownResources, levelsOf, permissionsOf } from './keyPermissions.ts';

const own: Permissions = { units: ['r', 'a', 'u', 'd', 'st'], sims: ['r'], user: [] };

describe('permissions of a key', () => {
  it('are offered for what one holds, in the steps that make a difference', () => {
    expect(ownResources(own)).toEqual(['sims', 'units']);
    expect(levelsOf(own, 'units')).toEqual(['none', 'view', 'change', 'all']);
    expect(levelsOf(own, 'sims')).toEqual(['none', 'view']);
  });

  it('never exceed what one holds, and leave out what was not chosen', () => {
    expect(permissionsOf({ units: 'view', sims: 'all' }, own)).toEqual({ units: ['r', 'st'], sims: ['r'] });
    expect(permissionsOf({ units: 'change' }, own)).toEqual({ units: ['r', 'a', 'u', 'st'] });
    expect(permissionsOf({ units: 'all', alert: 'all' }, own)).toEqual({ units: ['r', 'a', 'u', 'd', 'st'] });
    expect(permissionsOf({}, own)).toEqual({});
  });
});
