import { describe, expect, it } from 'vitest';
import {
  RESOURCES,
  RESOURCE_ACTIONS,
  offeredActions,
  type Permissions,
  type Resource,
} from '../../domain/access/index.ts';
import {
  AREAS,
  actionBox,
  actionsIn,
  countOf,
  differenceOf,
  groupBox,
  toggleAction,
  toggleGroup,
} from './permissionModel.ts';

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
      expect(columns.toSorted()).toEqual([...offeredActions(resource)].toSorted());
    }
  });
});

describe('one action', () => {
  it('brings what it needs', () => {
    expect(toggleAction({}, everything, { resource: 'units', action: 'u' })).toEqual({ units: ['r', 'u'] });
  });

  it('cannot go while another needs it, and the box says which', () => {
    const permissions: Permissions = { units: ['r', 'u', 'd'] };
    expect(actionBox(permissions, everything, { resource: 'units', action: 'r' })).toEqual({
      state: 'all',
      lock: { kind: 'needed', by: ['u', 'd'] },
    });
    expect(toggleAction(permissions, everything, { resource: 'units', action: 'r' })).toBe(permissions);
    expect(toggleAction(permissions, everything, { resource: 'units', action: 'd' })).toEqual({ units: ['r', 'u'] });
  });

  it('stays as it is where one does not hold it oneself', () => {
    const own: Permissions = { units: ['r'] };
    expect(actionBox({ units: ['r', 'd'] }, own, { resource: 'units', action: 'd' })).toEqual({
      state: 'all',
      lock: { kind: 'notGranted' },
    });
    expect(toggleAction({}, own, { resource: 'units', action: 'd' })).toEqual({});
  });
});

describe('a column', () => {
  it('is full, partial or empty', () => {
    expect(groupBox({}, everything, 'alert', 'create')?.state).toBe('none');
    expect(groupBox({ alert: ['r', 'a'] }, everything, 'alert', 'create')?.state).toBe('some');
    expect(groupBox({ alert: ['r', 'a', 'u'] }, everything, 'alert', 'create')?.state).toBe('all');
    expect(groupBox({}, everything, 'vw_accounts', 'delete')).toBeNull();
  });

  it('grants only what one holds, and is full at that', () => {
    const own: Permissions = { alert: ['r', 'a', 'm'] };
    const after = toggleGroup({}, own, 'alert', 'all');
    expect(after).toEqual({ alert: ['r', 'a', 'm'] });
    expect(toggleGroup(after, own, 'alert', 'all')).toEqual({});
  });

  it('View gives up what nothing else needs, and is locked when all of it is needed', () => {
    expect(toggleGroup({ alert: ['r', 'a', 'm'] }, everything, 'alert', 'view')).toEqual({ alert: ['r', 'a'] });
    const bare: Permissions = { alert: ['r', 'a'] };
    expect(groupBox({ vw_accounts: ['r', 'm'] }, everything, 'vw_accounts', 'view')).toEqual({
      state: 'all',
      lock: null,
    });
    expect(groupBox(bare, { alert: ['r', 'a'] }, 'alert', 'view')).toEqual({
      state: 'some',
      lock: { kind: 'needed', by: ['a'] },
    });
  });

  it('does not take away what the role had beyond oneself', () => {
    const own: Permissions = { alert: ['r', 'a'] };
    expect(toggleGroup({ alert: ['r', 'a', 'd'] }, own, 'alert', 'all')).toEqual({ alert: ['r', 'd'] });
  });
});

describe('permissions of areas that are still to come', () => {
  const role: Permissions = { migrations: ['r', 'a'], account: ['r', 'd'], alert: ['r'] };

  it('are not shown, not counted, and stay with the role that holds them', () => {
    expect(actionsIn('migrations', 'all')).toEqual([]);
    expect(groupBox(role, everything, 'migrations', 'all')).toBeNull();
    expect(countOf(role)).toBe(2);
    expect(toggleAction(role, everything, { resource: 'alert', action: 'u' })).toEqual({ ...role, alert: ['r', 'u'] });
  });

  it('hold back nothing that is shown', () => {
    expect(actionBox(role, everything, { resource: 'account', action: 'r' })).toEqual({ state: 'all', lock: null });
    expect(toggleAction(role, everything, { resource: 'account', action: 'r' })).toEqual({
      migrations: ['r', 'a'],
      alert: ['r'],
    });
  });
});

it('lists what saving would change', () => {
  expect(differenceOf({ units: ['r', 'u'] }, { units: ['r'], alert: ['r'] })).toEqual({
    added: [{ resource: 'alert', action: 'r' }],
    removed: [{ resource: 'units', action: 'u' }],
  });
});
