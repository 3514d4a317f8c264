import { can, type Action, type Need, type Permissions, type Resource } from './resources.ts';

type Kind = 'read' | 'add' | 'change';

/** What each action does to a thing, for the resources whose sub-accounts have actions of their own. */
const KINDS: Readonly<Partial<Record<Action, Kind>>> = {
  r: 'read',
  ch: 'read',
  st: 'read',
  ss: 'read',
  se: 'read',
  sv: 'read',
  sa: 'read',
  sh: 'read',
  a: 'add',
  u: 'change',
  d: 'change',
  ec: 'change',
};
const BELOW_ACTIONS = { read: 'ar', add: 'aa', change: 'au' } as const satisfies Readonly<Record<Kind, Action>>;

/** Resources with `ar`, `aa` and `au` of their own. */
const WITH_OWN: readonly Resource[] = ['units', 'devices', 'sims', 'account_units', 'account_devices'];

/**
 * Resources whose sub-accounts are opened by one action on accounts (specification, chapter 6, "sub-account access").
 */
const BY_ACCOUNT: Readonly<Partial<Record<Resource, Action>>> = {
  alert: 'asa',
  repeaters: 'asa',
  geofences: 'gsa',
  label: 'lsa',
  routes: 'rsa',
  widgets: 'dash_a_r',
};

/**
 * The permission that takes another one into the sub-accounts: whoever lacks it acts in their own account only.
 * Null for permissions that never leave the own account (people, roles), and for those that are about sub-accounts
 * by their name (lists of accounts, users of sub-accounts).
 */
export function neededBelow({ resource, action }: Need): Need | null {
  const kind = KINDS[action];
  if (kind === undefined) return null;
  if (WITH_OWN.includes(resource)) return { resource, action: BELOW_ACTIONS[kind] };
  // They go with the units: whoever sees those sees their drivers' names already, and minds what they need.
  if (resource === 'operator' || resource === 'service_reminders')
    return { resource: 'units', action: BELOW_ACTIONS[kind] };
  const byAccount = BY_ACCOUNT[resource];
  if (byAccount !== undefined) return { resource: 'account', action: byAccount };
  return resource === 'account' && action === 'r' ? { resource: 'account', action: 'ar' } : null;
}

/** True when the permission counts in the sub-accounts too. */
export function reachesBelow(permissions: Permissions, need: Need): boolean {
  const below = neededBelow(need);
  return can(permissions, need) && (below === null || can(permissions, below));
}

/** True when the permission counts for a thing of the account: one's own, or a sub-account. */
export function canIn(permissions: Permissions, own: number, accountId: number, need: Need): boolean {
  return accountId === own ? can(permissions, need) : reachesBelow(permissions, need);
}

/**
 * True where a rule on all units, chosen by who holds these, watches the sub-accounts' units too: both its parts reach
 * there.
 */
export function watchesBelow(permissions: Permissions): boolean {
  return (['alert', 'units'] as const).every((resource) => reachesBelow(permissions, { resource, action: 'r' }));
}

/**
 * Permissions that name sub-accounts to whoever holds one: each is used by choosing an account or by seeing one's
 * things.
 */
const NAMING: readonly Need[] = [
  ...(['vw_accounts', 'vw_user_accounts', 'vw_children_accounts', 'users_accounts'] as const).map(
    (resource) => ({ resource, action: 'r' }) as const,
  ),
  ...(['account_units', 'account_devices'] as const).map((resource) => ({ resource, action: 'a' }) as const),
  ...WITH_OWN.map((resource) => ({ resource, action: 'ar' }) as const),
  ...(['ar', 'aa', 'caa', 'car', 'cr', 'dm', 'cm', 'asa', 'gsa', 'rsa', 'lsa', 'dash_a_r'] as const).map(
    (action) => ({ resource: 'account', action }) as const,
  ),
];

/** True for who may know which sub-accounts there are. */
export function knowsSubAccounts(permissions: Permissions): boolean {
  return NAMING.some((need) => can(permissions, need));
}
