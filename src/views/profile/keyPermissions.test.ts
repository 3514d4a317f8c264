import { describe, expect, it } from 'vitest';
import type { Permissions } from '../../domain/access/index.ts';
import { heldResources, levelsOf, permissionsOf } from './keyPermissions.ts';

const held: Permissions = { units: ['r', 'a', 'u', 'd', 'st'], sims: ['r'], user: [] };

describe('permissions of a key', () => {
  it('are offered for what one holds, in the steps that make a difference', () => {
    expect(heldResources(held)).toEqual(['sims', 'units']);
    expect(levelsOf(held, 'units')).toEqual(['none', 'view', 'change', 'all']);
    expect(levelsOf(held, 'sims')).toEqual(['none', 'view']);
  });

  it('never exceed what one holds, and leave out what was not chosen', () => {
    expect(permissionsOf({ units: 'view', sims: 'all' }, held)).toEqual({ units: ['r', 'st'], sims: ['r'] });
    expect(permissionsOf({ units: 'change' }, held)).toEqual({ units: ['r', 'a', 'u', 'st'] });
    expect(permissionsOf({ units: 'all', alert: 'all' }, held)).toEqual({ units: ['r', 'a', 'u', 'd', 'st'] });
    expect(permissionsOf({}, held)).toEqual({});
  });
});
