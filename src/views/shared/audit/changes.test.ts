import { describe, expect, it } from 'vitest';
import { changesOf, isPermissions, permissionChanges, subjectName } from './changes.ts';

describe('what an entry changed', () => {
  it('is told field by field, settings taken apart, ids left out', () => {
    const data = {
      name: 'North', before: { region: 'Fars', parent_id: 1, settings: { timezone: 'UTC', skipFormat: false } },
      after: { region: '', parent_id: 2, settings: { timezone: 'Asia/Tehran', skipFormat: false } },
    };
    expect(changesOf({ data })).toEqual([
      { field: 'region', before: 'Fars', after: '' },
      { field: 'timezone', before: 'UTC', after: 'Asia/Tehran' },
    ]);
    expect(subjectName({ data })).toBe('North');
  });

  it('a creation shows what was given, not what was left empty', () => {
    expect(changesOf({ data: { name: 'New', after: { name: 'New', address: '', is_legal_entity: false, labels: [], country: 'IR' } } })).toEqual([
      { field: 'country', before: undefined, after: 'IR' },
    ]);
  });

  it('nothing to tell is no change', () => {
    expect(changesOf({ data: {} })).toEqual([]);
    expect(changesOf({ data: { before: 'x', after: 3 } })).toEqual([]);
    expect(subjectName({ data: { name: 5 } })).toBe('');
  });

  it('permissions are told by what was granted and taken', () => {
    expect(permissionChanges({ units: ['r', 'u'] }, { units: ['r'], label: ['r'] })).toEqual({ added: [{ resource: 'label', action: 'r' }], removed: [{ resource: 'units', action: 'u' }] });
    expect([isPermissions({ units: ['r'] }), isPermissions({ units: ['zz'] }), isPermissions({ other: [] }), isPermissions({})]).toEqual([true, false, false, false]);
  });
});
