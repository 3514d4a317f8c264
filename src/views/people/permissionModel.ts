import {
  beyond,
  can,
  dependants,
  grant,
  groupOf,
  isOffered,
  neededBy,
  offeredActions,
  pairs,
  revoke,
  type Action,
  type Need,
  type PermissionGroup,
  type Permissions,
  type Resource,
} from '../../domain/access/index.ts';

/** Resources as the editor groups them; every resource is in one area. */
export const AREAS = {
  overview: ['widgets'],
  fleet: ['units', 'devices', 'device_models', 'sims'],
  people: ['user', 'role', 'user_accounts_invitations'],
  accounts: [
    'account',
    'vw_accounts',
    'vw_user_accounts',
    'vw_children_accounts',
    'users_accounts',
    'account_units',
    'account_devices',
  ],
  places: ['geofences', 'routes'],
  monitoring: ['alert', 'notification', 'report', 'service_reminders'],
  reference: ['label', 'operator'],
  integration: ['repeaters', 'migrations', 'templates'],
} as const satisfies Record<string, readonly Resource[]>;
export type AreaName = keyof typeof AREAS;

/** Why a box cannot be changed; null = it can. */
export type Lock =
  /** One does not hold it oneself: nobody grants what they do not hold. */
  | { readonly kind: 'notGranted' }
  /** These granted actions cannot be used without it. */
  | { readonly kind: 'needed'; readonly by: readonly Action[] };

export interface BoxState {
  readonly state: 'all' | 'some' | 'none';
  readonly lock: Lock | null;
}

/** Actions of a resource that a column of the editor stands for. */
export function actionsIn(resource: Resource, group: PermissionGroup): readonly Action[] {
  return group === 'all'
    ? offeredActions(resource)
    : offeredActions(resource).filter((action) => groupOf(action) === group);
}

/**
 * Granted actions that need this one, of those that the editor shows: others, which decide nothing yet, go along with
 * it.
 */
function shownDependants(permissions: Permissions, need: Need): Action[] {
  return dependants(permissions, need).filter((action) => isOffered({ resource: need.resource, action }));
}

/** True when one holds the action and whatever it needs. */
function mayGrant(own: Permissions, resource: Resource, action: Action): boolean {
  for (let at: Action | null = action; at !== null; at = neededBy(resource, at))
    if (!can(own, { resource, action: at })) return false;
  return true;
}

/** The box of one action. */
export function actionBox(permissions: Permissions, own: Permissions, need: Need): BoxState {
  const granted = can(permissions, need);
  const state = granted ? 'all' : 'none';
  if (!mayGrant(own, need.resource, need.action)) return { state, lock: { kind: 'notGranted' } };
  const by = granted ? shownDependants(permissions, need) : [];
  return { state, lock: by.length > 0 ? { kind: 'needed', by } : null };
}

/** The box of a column: all, some or none of its actions. */
export function groupBox(
  permissions: Permissions,
  own: Permissions,
  resource: Resource,
  group: PermissionGroup,
): BoxState | null {
  const actions = actionsIn(resource, group);
  if (actions.length === 0) return null;
  const granted = actions.filter((action) => can(permissions, { resource, action }));
  const state = granted.length === 0 ? 'none' : granted.length === actions.length ? 'all' : 'some';
  const grantable = actions.filter((action) => mayGrant(own, resource, action));
  if (grantable.length === 0) return { state, lock: { kind: 'notGranted' } };
  const missing = grantable.some((action) => !granted.includes(action));
  const free = removable(permissions, own, resource, actions);
  if (missing || granted.length === 0 || free.length > 0) return { state, lock: null };
  const by = [...new Set(granted.flatMap((action) => shownDependants(permissions, { resource, action })))].filter(
    (action) => !actions.includes(action),
  );
  return { state, lock: by.length > 0 ? { kind: 'needed', by } : { kind: 'notGranted' } };
}

/** Granted actions of a column that can go: one holds them, and nothing outside of the column needs them. */
function removable(
  permissions: Permissions,
  own: Permissions,
  resource: Resource,
  actions: readonly Action[],
): Action[] {
  return actions.filter(
    (action) =>
      can(permissions, { resource, action }) &&
      mayGrant(own, resource, action) &&
      shownDependants(permissions, { resource, action }).every(
        (other) => actions.includes(other) && mayGrant(own, resource, other),
      ),
  );
}

/** The permissions after a press on a box of one action. */
export function toggleAction(permissions: Permissions, own: Permissions, need: Need): Permissions {
  const { state, lock } = actionBox(permissions, own, need);
  if (lock !== null) return permissions;
  return state === 'all' ? revoke(permissions, need) : grant(permissions, need);
}

/** The permissions after a press on a column's box: what is missing is granted, a full one is emptied. */
export function toggleGroup(
  permissions: Permissions,
  own: Permissions,
  resource: Resource,
  group: PermissionGroup,
): Permissions {
  const actions = actionsIn(resource, group);
  const missing = actions.filter(
    (action) => mayGrant(own, resource, action) && !can(permissions, { resource, action }),
  );
  if (missing.length > 0) return missing.reduce((next, action) => grant(next, { resource, action }), permissions);
  return removable(permissions, own, resource, actions).reduce(
    (next, action) => revoke(next, { resource, action }),
    permissions,
  );
}

export interface PermissionDifference {
  readonly added: readonly Need[];
  readonly removed: readonly Need[];
}

/** What saving would change. */
export const differenceOf = (saved: Permissions, edited: Permissions): PermissionDifference => ({
  added: beyond(edited, saved),
  removed: beyond(saved, edited),
});

/** How many of the permissions that the editor shows are granted. */
export const countOf = (permissions: Permissions): number => pairs(permissions).filter(isOffered).length;
