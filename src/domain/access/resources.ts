/** The 26 resources and the actions of the permission model (specification, chapter 6). */
export const RESOURCES = [
  'widgets',
  'geofences',
  'routes',
  'sims',
  'devices',
  'repeaters',
  'migrations',
  'alert',
  'user',
  'account',
  'account_devices',
  'user_accounts_invitations',
  'users_accounts',
  'vw_accounts',
  'vw_user_accounts',
  'vw_children_accounts',
  'account_units',
  'role',
  'units',
  'notification',
  'label',
  'operator',
  'report',
  'device_models',
  'service_reminders',
  'templates',
] as const;
export type Resource = (typeof RESOURCES)[number];

export const ACTIONS = [
  'r',
  'a',
  'u',
  'd',
  'ar',
  'aa',
  'au',
  'm',
  'dm',
  'cm',
  'st',
  'ss',
  'se',
  'sv',
  'sa',
  'sh',
  'dash',
  'cv',
  'cu',
  'cau',
  'caa',
  'ca',
  'car',
  'cr',
  'dash_a_r',
  'rsag',
  'ns',
  'ec',
  'ch',
  'gsa',
  'rsa',
  'lsa',
  'asa',
  'rm',
  'im',
  'ex',
  'sc',
] as const;
export type Action = (typeof ACTIONS)[number];

/** Permissions of one user in one account: what selectAccount answers (contract, "HTTP"). */
export type Permissions = Partial<Record<Resource, readonly Action[]>>;

/** What a screen or a method demands. */
export interface Need {
  readonly resource: Resource;
  readonly action: Action;
}

/** A permission, or several of which one is enough. */
export type Needs = Need | readonly Need[];

/** The permissions of which one is enough. */
export function needList(needs: Needs): readonly Need[] {
  return 'resource' in needs ? [needs] : needs;
}

/** True when `permissions` hold the action on the resource. */
export function can(permissions: Permissions, need: Need): boolean {
  return permissions[need.resource]?.includes(need.action) ?? false;
}

/** True when one of the permissions is held. */
export function canAny(permissions: Permissions, needs: Needs): boolean {
  return needList(needs).some((need) => can(permissions, need));
}

/** True when both grant exactly the same; order does not matter. */
export function samePermissions(a: Permissions, b: Permissions): boolean {
  return RESOURCES.every((resource) => {
    const left = new Set(a[resource]);
    const right = new Set(b[resource]);
    return left.size === right.size && [...left].every((action) => right.has(action));
  });
}
