import { ceilingOf, type Action, type Permissions, type Resource } from '../../src/domain/access/index.ts';
import type { AccountType } from '../../src/domain/account/index.ts';
import { DAY } from '../../src/domain/base/index.ts';
import type { Database } from '../../server/store/index.ts';
import { START } from './api.ts';

// Roles of a dealer that change nothing in the sub-accounts.

/** Everything of an administrator's but these. */
function withoutActions(
  taken: Partial<Record<Resource, readonly Action[]>>,
  type: AccountType = 'DEALER',
): Permissions {
  return Object.fromEntries(
    Object.entries(ceilingOf(type)).map(([resource, actions]) => [
      resource,
      actions.filter((action) => !taken[resource as Resource]?.includes(action)),
    ]),
  );
}
const THINGS_BELOW = {
  units: ['aa', 'au'],
  devices: ['aa', 'au'],
  sims: ['aa', 'au'],
  account_units: ['aa', 'au'],
  account_devices: ['aa', 'au'],
} as const;
/** It sees accounts below and their users, and changes neither. */
const ACCOUNTS_BELOW = {
  account: ['a', 'aa', 'au', 'cu', 'cau', 'caa', 'ca'],
  users_accounts: ['a', 'u', 'd'],
} as const;
/** In sub-accounts it sees all and changes nothing; accounts themselves it changes. */
export const LOOKS = withoutActions(THINGS_BELOW);
/** The same without changing accounts. */
export const LOOKS_AT_ACCOUNTS = withoutActions({ ...THINGS_BELOW, ...ACCOUNTS_BELOW });
/** The same of the account above all dealers. */
export const LOOKS_OF_OWNER = withoutActions({ ...THINGS_BELOW, ...ACCOUNTS_BELOW }, 'OWNER');
/** It sees nothing of sub-accounts either. */
export const OWN_ONLY = withoutActions({
  units: ['ar', 'aa', 'au'],
  devices: ['ar', 'aa', 'au'],
  sims: ['ar', 'aa', 'au'],
  account_units: ['ar', 'aa', 'au'],
  account_devices: ['ar', 'aa', 'au'],
  account: ['ar', 'asa', 'cr', 'car', 'dm', 'cm', 'dash_a_r'],
  users_accounts: ['r', 'a', 'u', 'd'],
  vw_accounts: ['r'],
  vw_user_accounts: ['r'],
  vw_children_accounts: ['r'],
});

/** Somebody of the account with these permissions; their role has the same number. */
export async function addHolder(
  database: Database,
  accountId: number,
  id: number,
  permissions: Permissions,
): Promise<void> {
  const at = new Date(START - DAY);
  await database.query('insert into role (id, account_id, name, permissions, created_at) values ($1, $2, $3, $4, $5)', [
    id,
    accountId,
    `Looks ${id}`,
    permissions,
    at,
  ]);
  await database.query(
    `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, created_at, email_verified_at) values ($1, $2, $2, $3, $3, 'Looks', 'Test', 'none', $4, $4)`,
    [id, `looks${id}`, `looks${id}@example.test`, at],
  );
  await database.query('insert into membership (user_id, account_id, role_id, created_at) values ($1, $2, $1, $3)', [
    id,
    accountId,
    at,
  ]);
}
