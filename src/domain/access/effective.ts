import type { Account } from '../account/index.ts';
import type { Action, Permissions, Resource } from './resources.ts';
import { RESOURCES } from './resources.ts';

/** Resources that list other accounts. */
const ACCOUNT_LISTS: readonly Resource[] = [
  'vw_accounts',
  'vw_user_accounts',
  'vw_children_accounts',
  'users_accounts',
  'account_devices',
  'account_units',
];
/** Actions that open a list of dealers, consumers or sub-accounts. */
const ACCOUNT_LIST_ACTIONS: readonly Action[] = ['dm', 'cm', 'cr', 'car', 'ar', 'gsa', 'rsa', 'lsa', 'asa'];
/** Actions that open the list of devices; registering one stays possible. */
const DEVICE_LIST_ACTIONS: readonly Action[] = ['m', 'r'];

/**
 * What a role's permissions come to in an account (specification, chapter 6, "Filtering"): a
 * restricted dealer or consumer loses the account-related lists; a consumer without the
 * restriction loses the device list.
 */
export function effectivePermissions(
  account: Pick<Account, 'type' | 'restrict_sub_accounts'>,
  permissions: Permissions,
): Permissions {
  const restricted = account.restrict_sub_accounts && account.type !== 'OWNER';
  const plainConsumer = account.type === 'CONSUMER' && !account.restrict_sub_accounts;
  if (!restricted && !plainConsumer) return permissions;
  const kept = (resource: Resource, action: Action): boolean => {
    if (restricted) return !ACCOUNT_LISTS.includes(resource) && !ACCOUNT_LIST_ACTIONS.includes(action);
    return resource !== 'devices' || !DEVICE_LIST_ACTIONS.includes(action);
  };
  const effective: Partial<Record<Resource, readonly Action[]>> = {};
  for (const resource of RESOURCES) {
    const actions = permissions[resource]?.filter((action) => kept(resource, action));
    if (actions && actions.length > 0) effective[resource] = actions;
  }
  return effective;
}
