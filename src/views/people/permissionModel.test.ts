import { describe, expect, it } from 'vitest';
import { RESOURCES, RESOURCE_ACTIONS, type Permissions, type Resource } from '../../domain/access/index.ts';
import { AREAS, actionBox, actionsIn, differenceOf, groupBox, toggleAction, toggleGroup } from './permissionModel.ts';

const everything = RESOURCE_ACTIONS as Permissions;

describe('areas', () => {
  it('hold each of the 26 resources once', () => {
    const placed: Resource[] = Object.values(AREAS).flat();
    expect(placed.toSorted()).toEqual([...RESOURCES].toSorted());
    expect(placed).toHaveLength(26);
  });

  it('every action of a resource stands in one column besides All', () => {
    for (const resource of RESOURCES) {
      const columns = (['create', 'delete', 'view'] as const).flatMap((group) => [...actionsIn(resource, group)]);
      expect(columns.toSorted()).toEqual([...RESOURCE_ACTIONS[resource]].toSorted());
    }
  });
});

describe('one action', () => {
  it('brings what it needs', () => {
    expect(toggleAction({}, everything, { resource: 'units', action: 'u' })).toEqual({ units: ['r', 'u'] });
  });

  it('cannot go while another needs it, and the box says which', () => {
    const permissions: Permissions = { units: ['r', 'u', 'd'] };
    expect(actionBox(permissions, everything, { resource: 'units', action: 'r' })).toEqual({ state: 'all', lock: { kind: 'needed', by: ['u', 'd'] } });
    expect(toggleAction(permissions, everything, { resource: 'units', action: 'r' })).toBe(permissions);
    expect(toggleAction(permissions, everything, { resource: 'units', action: 'd' })).toEqual({ units: ['r', 'u'] });
  });

  it('stays as it is where one does not hold it oneself', () => {
    const held: Permissions = { units: ['r'] };
    expect(actionBox({ units: ['r', 'd'] }, held, { resource: 'units', action: 'd' })).toEqual({ state: 'all', lock: { kind: 'notHeld' } });
    expect(toggleAction({}, held, { resource: 'units', action: 'd' })).toEqual({});
  });
});

describe('a column', () => {
  it('is full, partial or empty', () => {
    expect(groupBox({}, everything, 'label', 'create')?.state).toBe('none');
    expect(groupBox({ label: ['r', 'a'] }, everything, 'label', 'create')?.state).toBe('some');
    expect(groupBox({ label: ['r', 'a', 'u'] }, everything, 'label', 'create')?.state).toBe('all');
    expect(groupBox({}, everything, 'vw_accounts', 'delete')).toBeNull();
  });

  it('grants only what one holds, and is full at that', () => {
    const held: Permissions = { label: ['r', 'a', 'm'] };
    const after = toggleGroup({}, held, 'label', 'all');
    expect(after).toEqual({ label: ['r', 'a', 'm'] });
    expect(toggleGroup(after, held, 'label', 'all')).toEqual({});
  });

  it('View gives up what nothing else needs, and is locked when all of it is needed', () => {
    expect(toggleGroup({ label: ['r', 'a', 'm'] }, everything, 'label', 'view')).toEqual({ label: ['r', 'a'] });
    const bare: Permissions = { label: ['r', 'a'] };
    expect(groupBox({ vw_accounts: ['r', 'm'] }, everything, 'vw_accounts', 'view')).toEqual({ state: 'all', lock: null });
    expect(groupBox(bare, { label: ['r', 'a'] }, 'label', 'view')).toEqual({ state: 'some', lock: { kind: 'needed', by: ['a'] } });
  });

  it('does not take away what the role had beyond oneself', () => {
    const held: Permissions = { label: ['r', 'a'] };
    expect(toggleGroup({ label: ['r', 'a', 'd'] }, held, 'label', 'all')).toEqual({ label: ['r', 'd'] });
  });
});

it('lists what saving would change', () => {
  expect(differenceOf({ units: ['r', 'u'] }, { units: ['r'], label: ['r'] })).toEqual({
    added: [{ resource: 'label', action: 'r' }], removed: [{ resource: 'units', action: 'u' }],
  });
});
