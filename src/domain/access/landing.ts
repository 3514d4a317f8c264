import type { AccountId } from '../base/index.ts';
import type { AccountType } from '../account/index.ts';
import { can, type Need, type Permissions } from './resources.ts';
import { menuFor, type MenuScreen } from './menu.ts';

/** Where a user starts in an account. */
export interface Landing {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

const UNITS_MENU: Need = { resource: 'units', action: 'm' };
const DASHBOARD: Need = { resource: 'widgets', action: 'dash' };
const PATH = {
  unitMap: '/units/map',
  dashboard: '/dashboard',
  invitations: '/user-invitations',
  unauthorised: '/unauthorized',
} as const;

/**
 * Landing after visiting login while signed in (specification, chapter 2): a consumer with the
 * units menu goes to the unit map with an account_id query; whoever else has the
 * dashboard goes there; otherwise the first menu item, else the user's invitations. A screen that
 * the product does not have is passed over; who has nowhere to go is shown that.
 */
export function landingOf(
  account: { readonly account_id: AccountId; readonly type: AccountType },
  permissions: Permissions,
  screens: readonly MenuScreen[],
): Landing {
  const exists = (path: string): boolean => screens.some((screen) => screen.path === path);
  const to = (path: string, query: Record<string, string> = {}): Landing => ({ path, query });

  if (account.type === 'CONSUMER' && can(permissions, UNITS_MENU) && exists(PATH.unitMap)) {
    return to(PATH.unitMap, { account_id: String(account.account_id) });
  }
  if (can(permissions, DASHBOARD) && exists(PATH.dashboard)) return to(PATH.dashboard);
  const first = menuFor(screens, permissions)[0]?.screens[0];
  if (first) return to(first.path);
  return to(exists(PATH.invitations) ? PATH.invitations : PATH.unauthorised);
}
