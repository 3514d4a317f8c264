import { describe, expect, it } from 'vitest';
import type { AccountId } from '../base/index.ts';
import type { AccountType } from '../account/index.ts';
import { landingOf } from './landing.ts';
import { menuFor, type MenuScreen } from './menu.ts';
import type { Permissions } from './resources.ts';

const account = (type: AccountType) => ({ account_id: 7 as AccountId, type });

const unitList: MenuScreen = {
  path: '/units/list',
  need: { resource: 'units', action: 'r' },
  menu: { group: 'units', order: 1, need: { resource: 'units', action: 'm' } },
};
const unitMap: MenuScreen = {
  path: '/units/map',
  need: { resource: 'units', action: 'r' },
  menu: { group: 'units', order: 2, need: { resource: 'units', action: 'm' } },
};
const history: MenuScreen = { path: '/units/history', need: { resource: 'units', action: 'sh' }, menu: null };
const dashboard: MenuScreen = {
  path: '/dashboard',
  need: { resource: 'widgets', action: 'dash' },
  menu: { group: 'dashboard', order: 1, need: null },
};
const devices: MenuScreen = {
  path: '/devices',
  need: { resource: 'devices', action: 'm' },
  menu: { group: 'devices', order: 1, need: null },
};
const invitations: MenuScreen = {
  path: '/user-invitations',
  need: null,
  menu: { group: 'invitations', order: 1, need: null },
};

const today = [unitMap, history, unitList];
const later = [invitations, unitMap, unitList, devices, dashboard];
const units: Permissions = { units: ['r', 'm'] };
const paths = (screens: readonly MenuScreen[], permissions: Permissions) =>
  menuFor(screens, permissions).map(({ group, screens: shown }) => [group, shown.map(({ path }) => path)]);

describe('menu', () => {
  it('keeps the order of the product, whatever order screens are listed in', () => {
    const all: Permissions = { ...units, devices: ['m'], widgets: ['dash'] };
    expect(paths(later, all)).toEqual([
      ['dashboard', ['/dashboard']],
      ['units', ['/units/list', '/units/map']],
      ['devices', ['/devices']],
      ['invitations', ['/user-invitations']],
    ]);
  });

  it('shows only what the permissions hold', () => {
    expect(paths(later, {})).toEqual([['invitations', ['/user-invitations']]]);
    expect(paths(today, { units: ['r'] })).toEqual([]);
    expect(paths(today, { units: ['m'] })).toEqual([]);
    expect(paths(today, units)).toEqual([['units', ['/units/list', '/units/map']]]);
  });

  it('leaves out screens without a place in it', () => {
    expect(paths([history], { units: ['sh'] })).toEqual([]);
  });
});

describe('landing', () => {
  it('a consumer with the units menu goes to the unit map of the account', () => {
    expect(landingOf(account('CONSUMER'), units, later)).toEqual({ path: '/units/map', query: { account_id: '7' } });
  });

  it('the units menu goes before the dashboard for a consumer', () => {
    expect(landingOf(account('CONSUMER'), { ...units, widgets: ['dash'] }, later).path).toBe('/units/map');
  });

  it('whoever else has the dashboard goes there', () => {
    expect(landingOf(account('DEALER'), { ...units, widgets: ['dash'] }, later)).toEqual({
      path: '/dashboard',
      query: {},
    });
    expect(landingOf(account('CONSUMER'), { widgets: ['dash'] }, later).path).toBe('/dashboard');
    expect(landingOf(account('OWNER'), { ...units, widgets: ['dash'] }, later).path).toBe('/dashboard');
  });

  it('everyone else goes to the first item of their menu', () => {
    expect(landingOf(account('DEALER'), units, later)).toEqual({ path: '/units/list', query: {} });
    expect(landingOf(account('OWNER'), { ...units, devices: ['m'] }, later).path).toBe('/units/list');
  });

  it('and without any to their invitations', () => {
    expect(landingOf(account('OWNER'), {}, later).path).toBe('/user-invitations');
  });

  it('passes over screens that do not exist', () => {
    expect(landingOf(account('DEALER'), { ...units, widgets: ['dash'] }, today).path).toBe('/units/list');
    expect(landingOf(account('DEALER'), {}, today).path).toBe('/unauthorized');
  });
});
