import { describe, expect, it } from 'vitest';
import { landingOf, menuFor } from '../domain/access/index.ts';
import type { AccountId } from '../domain/base/index.ts';
import { english } from '../i18n/testing/english.ts';
import { PATH, createScreens, screenOf } from './registry.ts';

const nothing = async () => ({ default: () => null });
const screens = createScreens({ list: nothing, map: nothing });

describe('registry', () => {
  it('has the screens of the specification, each with the right to open it', () => {
    expect(screens.map(({ path, access }) => [path, access])).toEqual([
      ['/login', 'public'],
      ['/select-account', 'session'],
      ['/no-accounts', 'session'],
      ['/forgot-password', 'public'],
      ['/forgot-password-II', 'public'],
      ['/forgot-password-III', 'public'],
      ['/set-new-password', 'public'],
      ['/verify-email', 'public'],
      ['/welcome-user/:token', 'public'],
      ['/setup', 'public'],
      ['/new-user-onboarding', 'public'],
      ['/share/location/:id', 'public'],
      ['/location/upcoming', 'public'],
      ['/location/expired', 'public'],
      ['/location/invalid', 'public'],
      ['/error-404', 'public'],
      ['/unauthorized', 'public'],
      ['/units/list', { resource: 'units', action: 'r' }],
      ['/units/map', { resource: 'units', action: 'r' }],
      ['/units/trips', { resource: 'units', action: 'st' }],
      ['/units/events', { resource: 'units', action: 'se' }],
      ['/units/place', { resource: 'units', action: 'sh' }],
      ['/units/services', { resource: 'units', action: 'ss' }],
      ['/units/videos', { resource: 'units', action: 'sv' }],
      ['/units/history', { resource: 'units', action: 'sh' }],
      ['/units/activity', { resource: 'units', action: 'sa' }],
      ['/unit-creation', { resource: 'units', action: 'a' }],
      ['/unit/:id/edit', { resource: 'units', action: 'u' }],
      ['/unit/:id/view', { resource: 'units', action: 'r' }],
      ['/dashboard', { resource: 'widgets', action: 'dash' }],
      ['/devices', { resource: 'devices', action: 'r' }],
      ['/unknown-messages', { resource: 'devices', action: 'r' }],
      ['/device/create', { resource: 'devices', action: 'a' }],
      ['/device/create/:id', { resource: 'devices', action: 'u' }],
      ['/device/:id/edit', { resource: 'devices', action: 'u' }],
      [
        '/device/:id',
        [
          { resource: 'devices', action: 'r' },
          { resource: 'units', action: 'u' },
        ],
      ],
      ['/operators', { resource: 'operator', action: 'r' }],
      ['/operator/create', { resource: 'operator', action: 'a' }],
      ['/operator/:id/edit', { resource: 'operator', action: 'u' }],
      ['/operator/:id', { resource: 'operator', action: 'r' }],
      ['/unknown-keys', { resource: 'operator', action: 'r' }],
      ['/geofences', { resource: 'geofences', action: 'r' }],
      ['/geofence/create', { resource: 'geofences', action: 'a' }],
      ['/geofence/:id/edit', { resource: 'geofences', action: 'u' }],
      ['/geofence/:id/view', { resource: 'geofences', action: 'r' }],
      ['/routes', { resource: 'routes', action: 'r' }],
      ['/route/create', { resource: 'routes', action: 'a' }],
      ['/route/:id/edit', { resource: 'routes', action: 'u' }],
      ['/route/:id/view', { resource: 'routes', action: 'r' }],
      ['/maintenance-reminders-list', { resource: 'service_reminders', action: 'r' }],
      ['/maintenance-reminder/create', { resource: 'service_reminders', action: 'a' }],
      ['/maintenance-reminder/:id/edit', { resource: 'service_reminders', action: 'u' }],
      ['/maintenance-reminder/:id/view', { resource: 'service_reminders', action: 'r' }],
      ['/maintenance-reminder/:id/bill', { resource: 'service_reminders', action: 'u' }],
      ['/maintenance-reminder/:id/history', { resource: 'service_reminders', action: 'r' }],
      ['/maintenance-history/:id', { resource: 'service_reminders', action: 'r' }],
      ['/groups', { resource: 'label', action: 'r' }],
      ['/group/create', { resource: 'label', action: 'a' }],
      ['/groups/:id/edit', { resource: 'label', action: 'u' }],
      ['/groups/:id', { resource: 'label', action: 'r' }],
      ['/sim', { resource: 'sims', action: 'r' }],
      ['/sim/create', { resource: 'sims', action: 'a' }],
      ['/sim/:id/edit', { resource: 'sims', action: 'u' }],
      ['/sim/:id/view', { resource: 'sims', action: 'r' }],
      ['/sim-info/:id', { resource: 'sims', action: 'r' }],
      ['/rules', { resource: 'alert', action: 'r' }],
      ['/rules-config', { resource: 'alert', action: 'a' }],
      ['/edit-event', { resource: 'alert', action: 'u' }],
      ['/event-list', { resource: 'alert', action: 'r' }],
      ['/alerts', { resource: 'alert', action: 'r' }],
      ['/alert/create', { resource: 'alert', action: 'a' }],
      ['/alert/:id/edit', { resource: 'alert', action: 'u' }],
      ['/alert/:id', { resource: 'alert', action: 'r' }],
      ['/alarms', { resource: 'alert', action: 'r' }],
      ['/shares', { resource: 'units', action: 'ec' }],
      ['/reports', { resource: 'report', action: 'r' }],
      ['/report/create', { resource: 'report', action: 'a' }],
      ['/report/:id/edit', { resource: 'report', action: 'u' }],
      ['/report/:id/view', { resource: 'report', action: 'r' }],
      ['/report', { resource: 'report', action: 'a' }],
      ['/report/units', { resource: 'report', action: 'a' }],
      ['/notifications', { resource: 'notification', action: 'r' }],
      ['/notification/create', { resource: 'notification', action: 'a' }],
      ['/notification/:id/edit', { resource: 'notification', action: 'u' }],
      ['/notification/:id', { resource: 'notification', action: 'r' }],
      ['/webhooks', { resource: 'notification', action: 'r' }],
      ['/webhook/create', { resource: 'notification', action: 'a' }],
      ['/webhook/:id/edit', { resource: 'notification', action: 'u' }],
      ['/webhook/:id/view', { resource: 'notification', action: 'r' }],
      ['/notification-preferences', { resource: 'notification', action: 'ns' }],
      ['/repeaters', { resource: 'repeaters', action: 'r' }],
      ['/repeater/create', { resource: 'repeaters', action: 'a' }],
      ['/repeater/:id/edit', { resource: 'repeaters', action: 'u' }],
      ['/repeater/:id/view', { resource: 'repeaters', action: 'r' }],
      ['/users', { resource: 'user', action: 'r' }],
      ['/roles-list', { resource: 'role', action: 'r' }],
      ['/role/create', { resource: 'role', action: 'a' }],
      ['/role/:id/edit', { resource: 'role', action: 'u' }],
      ['/role/:id/view', { resource: 'role', action: 'r' }],
      ['/dealers', { resource: 'account', action: 'dm' }],
      ['/sub-dealer/:account_id', { resource: 'account', action: 'dm' }],
      [
        '/dealer/create',
        [
          { resource: 'account', action: 'a' },
          { resource: 'account', action: 'aa' },
        ],
      ],
      ['/consumers', { resource: 'account', action: 'cm' }],
      ['/sub-consumer/:account_id', { resource: 'account', action: 'car' }],
      [
        '/consumer/create',
        [
          { resource: 'account', action: 'ca' },
          { resource: 'account', action: 'aa' },
          { resource: 'account', action: 'caa' },
        ],
      ],
      ['/accounts', { resource: 'vw_user_accounts', action: 'r' }],
      ['/account/update', { resource: 'account', action: 'u' }],
      ['/consumer-account/update', { resource: 'account', action: 'cu' }],
      ['/child/account/update', { resource: 'account', action: 'au' }],
      ['/child/sub-account/update', { resource: 'account', action: 'au' }],
      ['/child/consumer-account/update', { resource: 'account', action: 'cau' }],
      ['/child/consumer-sub-account/update', { resource: 'account', action: 'cau' }],
      ['/audit', { resource: 'account', action: 'r' }],
      ['/user-invitations', 'session'],
      ['/jobs', 'session'],
      ['/profile', 'session'],
      ['/update-profile', 'session'],
      ['/change-password', 'session'],
      ['/settings', 'session'],
      ['/help', 'session'],
      // People who may open an area under "Reference data".
      [
        '/reference-data',
        (['geofences', 'routes', 'alert', 'label', 'operator', 'sims'] as const).map((resource) => ({
          resource,
          action: 'm',
        })),
      ],
    ]);
  });

  it('finds screens by path, with or without a slash at the end', () => {
    expect(screenOf(screens, '/units/map/')?.id).toBe('unitMap');
    expect(screenOf(screens, '/units')).toBeNull();
    expect(screenOf(screens, '/')).toBeNull();
  });

  it('every screen has a title, and every entry of the menu a name', () => {
    const texts: Record<string, Record<string, unknown>> = english;
    for (const { titleKey, menu, crumbs } of screens)
      for (const key of [titleKey, ...crumbs.map(({ labelKey }) => labelKey), ...(menu ? [menu.labelKey] : [])]) {
        const [section, name] = key.split('.');
        expect(texts[section][name], key).toBeTypeOf('string');
      }
  });

  it('every screen of its own loads', async () => {
    for (const screen of screens.filter(({ layout }) => layout === 'full'))
      expect((await screen.load()).default, screen.path).toBeTypeOf('function');
  });

  it('serves menu and landing', () => {
    const permissions = { units: ['r', 'm'] as const };
    expect(menuFor(screens, permissions).flatMap((section) => section.screens.map(({ path }) => path))).toEqual([
      PATH.unitList,
      PATH.unitMap,
    ]);
    expect(
      menuFor(screens, { user_accounts_invitations: ['m'] }).flatMap((section) =>
        section.screens.map(({ path }) => path),
      ),
    ).toEqual(['/user-invitations']);
    expect(landingOf({ account_id: 4 as AccountId, type: 'CONSUMER' }, permissions, screens)).toEqual({
      path: PATH.unitMap,
      query: { account_id: '4' },
    });
  });
});
