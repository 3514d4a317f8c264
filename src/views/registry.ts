import type { Need } from '../domain/access/index.ts';
import { loadNotFound, loadUnauthorised } from './errors/index.ts';
import { loadNoAccounts, loadSelectAccount, loadSignIn } from './signIn/index.ts';
import type { Screen, ScreenAccess, ScreenLoader, ScreenMenu } from './shared/screen.ts';

export type { Screen, ScreenLoader } from './shared/screen.ts';

/** Paths that rules and links name. */
export const PATH = {
  login: '/login',
  selectAccount: '/select-account',
  noAccounts: '/no-accounts',
  notFound: '/error-404',
  unauthorised: '/unauthorized',
  unitList: '/units/list',
  unitMap: '/units/map',
  unitHistory: '/units/history',
} as const;

const unitsMenu: Need = { resource: 'units', action: 'm' };
const unitsRead: Need = { resource: 'units', action: 'r' };
const unitsHistory: Need = { resource: 'units', action: 'sh' };

/** A page that stands alone. */
const alone = (id: string, path: string, access: ScreenAccess, load: ScreenLoader): Screen => ({
  id,
  path,
  access,
  load,
  titleKey: `screens.${id}`,
  need: null,
  layout: 'full',
  fills: false,
  menu: null,
  crumbs: [],
});

/** A mode of the units area. */
const unit = (id: string, path: string, need: Need, menu: ScreenMenu | null, load: ScreenLoader): Screen => ({
  id,
  path,
  need,
  access: need,
  menu,
  load,
  titleKey: `screens.${id}`,
  layout: 'shell',
  fills: true,
  crumbs: [{ labelKey: 'menu.units' }],
});

/** Where the unit screens are loaded from. */
export interface UnitLoaders {
  readonly list: ScreenLoader;
  /** The map serves live and history modes: one timeline, another instant. */
  readonly map: ScreenLoader;
}

/**
 * Every screen of the product (specification, chapter 2). The menu, the landing rule, the
 * router, the guards and the breadcrumbs derive from this list; a path given twice throws.
 */
export function createScreens(units: UnitLoaders): readonly Screen[] {
  return unique([
    alone('login', PATH.login, 'public', loadSignIn),
    alone('selectAccount', PATH.selectAccount, 'session', loadSelectAccount),
    alone('noAccounts', PATH.noAccounts, 'session', loadNoAccounts),
    alone('notFound', PATH.notFound, 'public', loadNotFound),
    alone('unauthorised', PATH.unauthorised, 'public', loadUnauthorised),
    unit('unitList', PATH.unitList, unitsRead, { group: 'units', order: 1, need: unitsMenu, labelKey: 'menu.unitList', icon: 'list' }, units.list),
    unit('unitMap', PATH.unitMap, unitsRead, { group: 'units', order: 2, need: unitsMenu, labelKey: 'menu.unitMap', icon: 'map' }, units.map),
    unit('unitHistory', PATH.unitHistory, unitsHistory, null, units.map),
  ]);
}

/** The screen of a path; null when there is none. A slash at the end makes no difference. */
export function screenOf(screens: readonly Screen[], path: string): Screen | null {
  const plain = path.length > 1 ? path.replace(/\/+$/, '') : path;
  return screens.find((screen) => screen.path === plain) ?? null;
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
