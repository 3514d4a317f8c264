import { ACTIONS, RESOURCES, can, type Action, type Need, type Permissions, type Resource } from './resources.ts';

/**
 * Actions that mean something for a resource (specification, chapters 2 and 6). Those that a role editor shows:
 * `offeredActions`.
 */
export const RESOURCE_ACTIONS: Readonly<Record<Resource, readonly Action[]>> = {
  widgets: ['r', 'dash'],
  geofences: ['r', 'a', 'u', 'd', 'm'],
  routes: ['r', 'a', 'u', 'd', 'm'],
  sims: ['r', 'a', 'u', 'd', 'm', 'ar', 'aa', 'au', 'rm'],
  devices: ['r', 'a', 'u', 'd', 'm', 'ar', 'aa', 'au', 'ec', 'ch'],
  repeaters: ['r', 'a', 'u', 'd', 'm'],
  migrations: ['r', 'a', 'u', 'd', 'm'],
  alert: ['r', 'a', 'u', 'd', 'm'],
  user: ['r', 'a', 'u', 'd', 'm'],
  account: [
    'r',
    'a',
    'u',
    'd',
    'm',
    'ar',
    'aa',
    'au',
    'dm',
    'cm',
    'cu',
    'cau',
    'caa',
    'ca',
    'car',
    'cr',
    'gsa',
    'rsa',
    'lsa',
    'asa',
    'dash_a_r',
  ],
  account_devices: ['r', 'a', 'u', 'd', 'ar', 'aa', 'au'],
  user_accounts_invitations: ['r', 'a', 'u', 'd', 'm'],
  users_accounts: ['r', 'a', 'u', 'd', 'm'],
  vw_accounts: ['r', 'm'],
  vw_user_accounts: ['r', 'm'],
  vw_children_accounts: ['r', 'm'],
  account_units: ['r', 'a', 'u', 'd', 'ar', 'aa', 'au'],
  role: ['r', 'a', 'u', 'd', 'm'],
  units: ['r', 'a', 'u', 'd', 'm', 'ar', 'aa', 'au', 'st', 'ss', 'se', 'sv', 'sa', 'sh', 'ec', 'ch', 'cv'],
  notification: ['r', 'a', 'u', 'd', 'm', 'ns'],
  label: ['r', 'a', 'u', 'd', 'm'],
  operator: ['r', 'a', 'u', 'd', 'm'],
  report: ['r', 'a', 'u', 'd', 'm', 'rsag'],
  device_models: ['r', 'm', 'im', 'ex'],
  service_reminders: ['r', 'a', 'u', 'd', 'm'],
  templates: ['r', 'm', 'sc'],
};

/** Groups of the role editor (specification, chapter 6: "All, Create, Delete, View"). */
export const PERMISSION_GROUPS = ['all', 'create', 'delete', 'view'] as const;
export type PermissionGroup = (typeof PERMISSION_GROUPS)[number];

const CREATE: readonly Action[] = [
  'a',
  'u',
  'aa',
  'au',
  'ca',
  'cu',
  'caa',
  'cau',
  'ns',
  'ec',
  'rm',
  'im',
  'sc',
  'cv',
  'rsag',
];
const DELETE: readonly Action[] = ['d'];

/** The group of an action besides `all`: what it does, seen coarsely. */
export function groupOf(action: Action): Exclude<PermissionGroup, 'all'> {
  if (DELETE.includes(action)) return 'delete';
  return CREATE.includes(action) ? 'create' : 'view';
}

/** Actions on accounts that take other permissions into the sub-accounts, and are nothing by themselves. */
const SUB_ACCOUNT_ACCESS: readonly Action[] = ['gsa', 'rsa', 'lsa', 'asa', 'dash_a_r'];

/** What an action cannot be used without on the same resource: to change a thing one must see it. */
export function neededBy(resource: Resource, action: Action): Action | null {
  const offered = RESOURCE_ACTIONS[resource];
  if (resource === 'account' && SUB_ACCOUNT_ACCESS.includes(action)) return null;
  // The entry leads to one's own invitations, which need no permission.
  if (resource === 'user_accounts_invitations' && action === 'm') return null;
  // Taking an allocation back that has not begun is one way to end it.
  if ((resource === 'account_units' || resource === 'account_devices') && action === 'd') return 'u';
  if (action === 'aa' || action === 'au') return offered.includes('ar') ? 'ar' : null;
  if (action === 'ca' || action === 'cu') return offered.includes('cr') ? 'cr' : null;
  if (action === 'caa' || action === 'cau') return offered.includes('car') ? 'car' : null;
  return action === 'r' ? null : 'r';
}

/** Actions of the resource that need this one, of those that are granted: it cannot be taken away before them. */
export function dependants(permissions: Permissions, need: Need): Action[] {
  return (permissions[need.resource] ?? []).filter((action) => {
    for (let at = neededBy(need.resource, action); at !== null; at = neededBy(need.resource, at)) {
      if (at === need.action) return true;
    }
    return false;
  });
}

/** The permissions with the action and whatever it needs. */
export function grant(permissions: Permissions, need: Need): Permissions {
  const actions = new Set(permissions[need.resource]);
  for (let at: Action | null = need.action; at !== null; at = neededBy(need.resource, at)) actions.add(at);
  return withActions(permissions, need.resource, actions);
}

/** The permissions without the action and whatever needs it. */
export function revoke(permissions: Permissions, need: Need): Permissions {
  const gone = new Set([need.action, ...dependants(permissions, need)]);
  return withActions(
    permissions,
    need.resource,
    new Set((permissions[need.resource] ?? []).filter((action) => !gone.has(action))),
  );
}

/** Pairs of `wanted` that `held` lacks: nobody grants what they do not hold. */
export function beyond(wanted: Permissions, own: Permissions): Need[] {
  return pairs(wanted).filter((need) => !can(own, need));
}

/** Pairs that mean nothing for their resource, or lack what they need. */
export function unusable(permissions: Permissions): Need[] {
  return pairs(permissions).filter(({ resource, action }) => {
    const needed = neededBy(resource, action);
    return (
      !RESOURCE_ACTIONS[resource].includes(action) ||
      (needed !== null && !can(permissions, { resource, action: needed }))
    );
  });
}

/** True for who can manage people and roles: an account is never left without one. */
export function administers(permissions: Permissions): boolean {
  return can(permissions, { resource: 'role', action: 'u' }) && can(permissions, { resource: 'user', action: 'u' });
}

/** What of `wanted` may be granted by someone who has `own`; permissions unusable then are left out too. */
export function within(wanted: Permissions, own: Permissions): Permissions {
  const over = new Set(beyond(wanted, own).map(pairName));
  let rest = keep(wanted, (need) => !over.has(pairName(need)));
  // Leaving one out may take another its footing.
  for (let lost = unusable(rest); lost.length > 0; lost = unusable(rest)) {
    const gone = new Set(lost.map(pairName));
    rest = keep(rest, (need) => !gone.has(pairName(need)));
  }
  return rest;
}

const pairName = ({ resource, action }: Need): string => `${resource}:${action}`;

function keep(permissions: Permissions, kept: (need: Need) => boolean): Permissions {
  const rest: Partial<Record<Resource, Action[]>> = {};
  for (const need of pairs(permissions)) if (kept(need)) (rest[need.resource] ??= []).push(need.action);
  return rest;
}

/** Every pair that is granted, in the order of the model. */
export function pairs(permissions: Permissions): Need[] {
  return RESOURCES.flatMap((resource) => (permissions[resource] ?? []).map((action) => ({ resource, action })));
}

function withActions(permissions: Permissions, resource: Resource, actions: ReadonlySet<Action>): Permissions {
  const { [resource]: _, ...others } = permissions;
  return actions.size === 0 ? others : { ...others, [resource]: ACTIONS.filter((action) => actions.has(action)) };
}
