import { describe, expect, it } from 'vitest';
import { DEFAULT_TRIP_DETECTOR } from '../../../domain/detection/index.ts';
import { changesOf, foundByRule, isPermissions, permissionChanges, subjectName, tableText } from './changes.ts';

describe('what an entry changed', () => {
  it('is shown field by field, settings taken apart, ids left out', () => {
    const data = {
      name: 'North',
      before: { region: 'Fars', parent_id: 1, settings: { timezone: 'UTC', skipFormat: false } },
      after: { region: '', parent_id: 2, settings: { timezone: 'Asia/Tehran', skipFormat: false } },
    };
    expect(changesOf({ data })).toEqual([
      { field: 'region', before: 'Fars', after: '' },
      { field: 'timezone', before: 'UTC', after: 'Asia/Tehran' },
    ]);
    expect(subjectName({ data })).toBe('North');
  });

  it('a creation shows what was given, not what was left empty', () => {
    expect(
      changesOf({
        data: { name: 'New', after: { name: 'New', address: '', is_legal_entity: false, labels: [], country: 'IR' } },
      }),
    ).toEqual([{ field: 'country', before: undefined, after: 'IR' }]);
  });

  it('of things that are known by our numbers shows how many there are', () => {
    expect(changesOf({ data: { before: { unit_ids: [4, 7] }, after: { unit_ids: [4] } } })).toEqual([
      { field: 'unit_ids', before: 2, after: 1 },
    ]);
  });

  it('what a rule found is shown with its value', () => {
    expect([
      foundByRule({ data: { name: 'Van 7', rule: 'Overheated', value: 104 } }),
      foundByRule({ data: { name: 'Van 7', value: 3 } }),
    ]).toEqual([{ rule: 'Overheated', value: 104 }, null]);
  });

  it('nothing to show is no change', () => {
    expect(changesOf({ data: {} })).toEqual([]);
    expect(changesOf({ data: { before: 'x', after: 3 } })).toEqual([]);
    expect(subjectName({ data: { name: 5 } })).toBe('');
  });

  it('settings of a device are shown value by value, against the usual ones where none were set', () => {
    const data = {
      name: 'FMB920',
      before: { trip_detector: null, fuel: { theft: { enable: false } } },
      after: { trip_detector: { ...DEFAULT_TRIP_DETECTOR, min_park_time: 120 }, fuel: { theft: { enable: true } } },
    };
    expect(changesOf({ data })).toEqual([
      { field: 'trip_detector.min_park_time', before: DEFAULT_TRIP_DETECTOR.min_park_time, after: 120 },
      { field: 'fuel.theft.enable', before: false, after: true },
    ]);
  });

  it('a table of a sensor is shown in one line', () => {
    expect(
      tableText({
        kind: 'xy',
        points: [
          { x: 0, y: 0 },
          { x: 5, y: 20 },
        ],
      }),
    ).toBe('0 → 0; 5 → 20');
    expect(
      tableText({
        kind: 'range',
        rows: [
          { from: null, to: 11_000, value: 'low' },
          { from: 11_000, to: null, value: 'fine' },
        ],
      }),
    ).toBe('… – 11000: low; 11000 – …: fine');
    expect([tableText({ kind: 'none' }), tableText('none'), tableText(null)]).toEqual(['', null, null]);
  });

  it('permissions are shown by what was granted and taken', () => {
    expect(permissionChanges({ units: ['r', 'u'] }, { units: ['r'], label: ['r'] })).toEqual({
      added: [{ resource: 'label', action: 'r' }],
      removed: [{ resource: 'units', action: 'u' }],
    });
    expect([
      isPermissions({ units: ['r'] }),
      isPermissions({ units: ['zz'] }),
      isPermissions({ other: [] }),
      isPermissions({}),
    ]).toEqual([true, false, false, false]);
  });
});
