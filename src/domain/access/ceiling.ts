import type { AccountType } from '../account/index.ts';
import type { Action, Permissions, Resource } from './resources.ts';

/** Read, add, change, delete and the menu entry: what most resources are managed with. */
const MANAGE = ['r', 'a', 'u', 'd', 'm'] as const satisfies readonly Action[];
const READ = ['r', 'm'] as const satisfies readonly Action[];
/** The same in sub-accounts. */
const BELOW = ['ar', 'aa', 'au'] as const satisfies readonly Action[];
/** The unit map's modes: trips, services, events, videos, activity and history (specification, chapter 2). */
const UNIT_MODES = ['st', 'ss', 'se', 'sv', 'sa', 'sh'] as const satisfies readonly Action[];

/** Everything that an administrator does inside one account, whatever its type. */
const ADMINISTRATION: Permissions = {
  widgets: ['r', 'dash'],
  geofences: MANAGE,
  routes: MANAGE,
  sims: [...MANAGE, ...BELOW, 'rm'],
  repeaters: MANAGE,
  migrations: MANAGE,
  alert: MANAGE,
  user: MANAGE,
  account: ['r', 'u', 'm'],
  account_units: ['r', 'a', 'u', 'd', ...BELOW],
  user_accounts_invitations: ['r', 'a', 'u', 'd', 'm'],
  users_accounts: MANAGE,
  role: MANAGE,
  units: [...MANAGE, ...BELOW, ...UNIT_MODES, 'ec', 'ch', 'cv'],
  notification: [...MANAGE, 'ns'],
  label: MANAGE,
  operator: MANAGE,
  report: [...MANAGE, 'rsag'],
  service_reminders: MANAGE,
  templates: [...READ, 'sc'],
};

/** Devices as stock: who sells and installs them sees them as a list of their own. */
const DEVICES: Permissions = {
  devices: [...MANAGE, ...BELOW, 'ec', 'ch'],
  account_devices: ['r', 'a', 'u', 'd', ...BELOW],
  device_models: ['r', 'm', 'im', 'ex'],
};

/** Accounts below one's own, with their lists and dashboards. */
const ACCOUNTS_BELOW: Permissions = {
  account: ['r', 'a', 'u', 'd', 'm', 'ar', 'aa', 'au', 'gsa', 'rsa', 'lsa', 'asa', 'dash_a_r'],
  vw_accounts: READ,
  vw_user_accounts: READ,
  vw_children_accounts: READ,
};

const CEILINGS: Readonly<Record<AccountType, Permissions>> = {
  OWNER: merge(ADMINISTRATION, DEVICES, ACCOUNTS_BELOW, {
    account: ['dm', 'cm', 'cu', 'cau', 'caa', 'ca', 'car', 'cr'],
  }),
  DEALER: merge(ADMINISTRATION, DEVICES, ACCOUNTS_BELOW, { account: ['cm', 'cu', 'cau', 'caa', 'ca', 'car', 'cr'] }),
  CONSUMER: merge(ADMINISTRATION, DEVICES, ACCOUNTS_BELOW, { account: ['cau', 'caa', 'car'] }),
};

/**
 * What roles of an account of the type may grant at most (specification, chapter 6), and what its
 * administrator is given. A type holds everything that the types below it hold: nobody could
 * otherwise give the account that they make its administrator.
 */
export function ceilingOf(type: AccountType): Permissions {
  return CEILINGS[type];
}

/** Roles for work with vehicles reach those of the sub-accounts too. */
const SUB_ACCOUNTS: Permissions = { account: ['lsa', 'asa', 'dash_a_r'] };

/** A dispatcher: units, events and reports, and what is needed to read them; no administration. */
const DISPATCHER: Permissions = {
  ...SUB_ACCOUNTS,
  widgets: ['r', 'dash'],
  // Commands go to vehicles of sub-accounts by `au`.
  units: ['r', 'm', 'ar', 'au', ...UNIT_MODES, 'ec', 'ch'],
  geofences: READ,
  routes: READ,
  alert: READ,
  notification: [...READ, 'ns'],
  label: READ,
  operator: READ,
  report: ['r', 'a', 'm', 'rsag'],
  service_reminders: READ,
  account_units: ['r', 'ar'],
  user_accounts_invitations: ['m'],
};

/** Looks, and changes nothing. */
const VIEWER: Permissions = {
  ...SUB_ACCOUNTS,
  widgets: ['r', 'dash'],
  units: ['r', 'm', 'ar', ...UNIT_MODES],
  geofences: READ,
  routes: READ,
  alert: READ,
  repeaters: READ,
  label: READ,
  operator: READ,
  report: READ,
  service_reminders: READ,
  account_units: ['r', 'ar'],
  user_accounts_invitations: ['m'],
};

/** Roles that every new account starts with; the others report to the first. */
export const STANDARD_ROLES = ['Administrator', 'Dispatcher', 'Viewer'] as const;
export type StandardRole = (typeof STANDARD_ROLES)[number];

/** What a standard role grants in an account of the type. */
export function standardPermissions(role: StandardRole, type: AccountType): Permissions {
  if (role === 'Administrator') return ceilingOf(type);
  return role === 'Dispatcher' ? DISPATCHER : VIEWER;
}

/** Actions of all sets, each once. */
function merge(...sets: readonly Permissions[]): Permissions {
  const merged: Partial<Record<Resource, Action[]>> = {};
  for (const set of sets) {
    for (const [resource, actions] of Object.entries(set) as [Resource, readonly Action[]][]) {
      merged[resource] = [...new Set([...(merged[resource] ?? []), ...actions])];
    }
  }
  return merged;
}
