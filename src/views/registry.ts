import { matchRoutes, type Params } from 'react-router';
import type { Need } from '../domain/access/index.ts';
import { accountScreens } from './accounts/index.ts';
import { alarmScreens } from './alarms/index.ts';
import { alertScreens } from './alerts/index.ts';
import { auditScreens } from './audit/index.ts';
import { dashboardScreens } from './dashboard/index.ts';
import { loadNotFound, loadUnauthorised } from './errors/index.ts';
import { entranceScreens, loadNoAccounts, loadSelectAccount, loadSignIn } from './entrance/index.ts';
import { geofenceScreens } from './geofences/index.ts';
import { helpScreens } from './help/index.ts';
import { deviceScreens } from './devices/index.ts';
import { locationShareScreens } from './locationShare/index.ts';
import { labelScreens } from './labels/index.ts';
import { invitationScreens } from './invitations/index.ts';
import { jobScreens } from './jobs/index.ts';
import { notificationScreens } from './notifications/index.ts';
import { profileScreens } from './profile/index.ts';
import { peopleScreens } from './people/index.ts';
import { maintenanceScreens } from './maintenance/index.ts';
import { reportScreens } from './reports/index.ts';
import { repeaterScreens } from './repeaters/index.ts';
import { routeScreens } from './routes/index.ts';
import { referenceDataScreen } from './referenceData/index.ts';
import { ruleScreens } from './rules/index.ts';
import { unitScreens } from './units/index.ts';
import { operatorScreens } from './operators/index.ts';
import { shareScreens } from './shares/index.ts';
import { simScreens } from './sims/index.ts';
import { shellScreen, lazyPage, type Screen, type ScreenLoader, type ScreenMenu } from './shared/address/screen.ts';
import { MODE_PLACES, UNIT_MODES } from './shared/unit/unitModes.ts';

export type { Screen } from './shared/address/screen.ts';

/** Paths that rules and links name. */
export const PATH = {
  login: '/login',
  selectAccount: '/select-account',
  noAccounts: '/no-accounts',
  welcomeUser: '/welcome-user/:token',
  notFound: '/error-404',
  unauthorised: '/unauthorized',
  unitList: '/units/list',
  unitMap: '/units/map',
} as const;

const unitsMenu: Need = { resource: 'units', action: 'm' };
const unitsRead: Need = { resource: 'units', action: 'r' };

/** A mode of the units area. */
const unit = (id: string, path: string, need: Need, menu: ScreenMenu | null, load: ScreenLoader): Screen =>
  shellScreen(id, path, need, load, { fills: true, menu, crumbs: [{ labelKey: 'menu.units' }] });

/** Where the unit screens are loaded from. */
export interface UnitLoaders {
  readonly list: ScreenLoader;
  /** The map serves all its modes: one timeline, another panel beside the map. */
  readonly map: ScreenLoader;
}

/**
 * Every screen of the product (specification, chapter 2). The menu, the landing rule, the
 * router, the guards and the breadcrumbs derive from this list; a path given twice throws.
 */
export function createScreens(units: UnitLoaders): readonly Screen[] {
  const screens = [
    lazyPage('login', PATH.login, 'public', loadSignIn),
    lazyPage('selectAccount', PATH.selectAccount, 'session', loadSelectAccount),
    lazyPage('noAccounts', PATH.noAccounts, 'session', loadNoAccounts),
    ...entranceScreens,
    ...locationShareScreens,
    lazyPage('notFound', PATH.notFound, 'public', loadNotFound),
    lazyPage('unauthorised', PATH.unauthorised, 'public', loadUnauthorised),
    unit(
      'unitList',
      PATH.unitList,
      unitsRead,
      { group: 'units', order: 1, need: unitsMenu, labelKey: 'menu.unitList', icon: 'list' },
      units.list,
    ),
    unit(
      'unitMap',
      PATH.unitMap,
      unitsRead,
      { group: 'units', order: 2, need: unitsMenu, labelKey: 'menu.unitMap', icon: 'map' },
      units.map,
    ),
    ...UNIT_MODES.filter((mode) => mode !== 'map').map((mode) =>
      unit(MODE_PLACES[mode].screen, MODE_PLACES[mode].path, MODE_PLACES[mode].need, null, units.map),
    ),
    ...unitScreens,
    ...dashboardScreens,
    ...deviceScreens,
    ...operatorScreens,
    ...geofenceScreens,
    ...routeScreens,
    ...maintenanceScreens,
    ...labelScreens,
    ...simScreens,
    ...ruleScreens,
    ...alertScreens,
    ...alarmScreens,
    ...shareScreens,
    ...reportScreens,
    ...notificationScreens,
    ...repeaterScreens,
    ...peopleScreens,
    ...accountScreens,
    ...auditScreens,
    ...invitationScreens,
    ...jobScreens,
    ...profileScreens,
    ...helpScreens,
  ];
  return unique([...screens, referenceDataScreen(screens)]);
}

/** The screen of a path; null when there is none. A slash at the end makes no difference. */
export function screenOf(screens: readonly Screen[], path: string): Screen | null {
  return matchScreen(screens, path)?.screen ?? null;
}

/**
 * True for a page of people who were sent a link and have no login: nothing of the signed-in product is fetched beside
 * it.
 */
export function isForVisitors(screen: Screen | null): boolean {
  return screen !== null && locationShareScreens.includes(screen);
}

/** The screen of a path with the values of its parameters. A path without parameters goes before one with. */
export function matchScreen(
  screens: readonly Screen[],
  path: string,
): { readonly screen: Screen; readonly parameters: Params } | null {
  const routes = screens.map((screen) => ({ path: screen.path, caseSensitive: true, handle: screen }));
  const match = matchRoutes(routes, path)?.at(-1);
  return match === undefined ? null : { screen: match.route.handle, parameters: match.params };
}

function unique(screens: readonly Screen[]): readonly Screen[] {
  for (const key of ['id', 'path'] as const) {
    const seen = new Set<string>();
    for (const screen of screens) {
      if (seen.has(screen[key])) throw new Error(`Two screens with the ${key} "${screen[key]}"`);
      seen.add(screen[key]);
    }
  }
  return screens;
}
