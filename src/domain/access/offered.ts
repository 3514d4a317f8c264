import { RESOURCE_ACTIONS } from './grants.ts';
import { can, type Action, type Need, type Permissions, type Resource } from './resources.ts';

const whole = (resource: Resource): Permissions => ({ [resource]: RESOURCE_ACTIONS[resource] });

/**
 * Areas of the specification that the product does not have yet, with the permissions that will decide in them. Roles
 * keep those that they hold; role editors offer them once the line of their area is deleted here.
 */
const AREAS_TO_COME: Readonly<Record<string, Permissions>> = {
  migrations: whole('migrations'),
  importAndExport: whole('device_models'),
  configurator: whole('templates'),
  simRecharges: { sims: ['rm'] },
  cardOrdering: { units: ['cv'] },
  deletingAccounts: { account: ['d'] },
};

/**
 * Permissions of the model that have nothing to decide: lists that are opened from another list have no entry of the
 * menu, and whoever may add people (`user: a`) invites them.
 */
const WITHOUT_USE: Permissions = {
  vw_accounts: ['m'],
  vw_user_accounts: ['m'],
  vw_children_accounts: ['m'],
  users_accounts: ['m'],
  user_accounts_invitations: ['a'],
};

const HIDDEN: readonly Permissions[] = [...Object.values(AREAS_TO_COME), WITHOUT_USE];

/** True for a permission that decides something, so that a role editor shows it. */
export function isOffered(need: Need): boolean {
  return RESOURCE_ACTIONS[need.resource].includes(need.action) && !HIDDEN.some((permissions) => can(permissions, need));
}

/** Actions of a resource that a role editor shows; none for an area that is still to come. */
export function offeredActions(resource: Resource): readonly Action[] {
  return RESOURCE_ACTIONS[resource].filter((action) => isOffered({ resource, action }));
}
