import { can, canAny, type Need, type Needs, type Permissions } from './resources.ts';

/** Groups of the side menu (specification, chapter 2, "Side menu"): the fleet first, administration last. */
const MENU_GROUPS = [
  'dashboard',
  'units',
  'notifications',
  'maintenance',
  'reports',
  'devices',
  'referenceData',
  'repeaters',
  'importExport',
  'migrate',
  'configurator',
  'users',
  'accounts',
  'invitations',
] as const;
export type MenuGroupName = (typeof MENU_GROUPS)[number];

/** What makes a screen an entry of the menu. */
export interface MenuPlace {
  readonly group: MenuGroupName;
  /** Position within the group. */
  readonly order: number;
  /** The permission that shows it, in addition to the one that opens the screen; null = none. */
  readonly need: Need | null;
}

/** A screen as the menu and landing rules see it. */
export interface MenuScreen {
  readonly path: string;
  /** The permission that opens it, or one of several; null = any signed-in user. */
  readonly need: Needs | null;
  readonly menu: MenuPlace | null;
}

export interface MenuSection<Screen extends MenuScreen> {
  readonly group: MenuGroupName;
  readonly screens: readonly Screen[];
}

/** True when the user may open the screen. */
export function mayOpen(permissions: Permissions, screen: Pick<MenuScreen, 'need'>): boolean {
  return screen.need === null || canAny(permissions, screen.need);
}

/**
 * Opens the page of a device: the list of devices, or the right to set up the units that carry it (specification,
 * chapter 6).
 */
export const DEVICE_PAGE: Needs = [
  { resource: 'devices', action: 'r' },
  { resource: 'units', action: 'u' },
];

/** The menu of a user: only what they may open, in the product's order, without empty groups. */
export function menuFor<Screen extends MenuScreen>(
  screens: readonly Screen[],
  permissions: Permissions,
): MenuSection<Screen>[] {
  const shown = screens.filter(
    (screen) =>
      screen.menu !== null &&
      mayOpen(permissions, screen) &&
      (screen.menu.need === null || can(permissions, screen.menu.need)),
  );
  return MENU_GROUPS.map((group) => ({
    group,
    screens: shown
      .filter((screen) => screen.menu?.group === group)
      .toSorted((a, b) => (a.menu?.order ?? 0) - (b.menu?.order ?? 0)),
  })).filter((section) => section.screens.length > 0);
}
