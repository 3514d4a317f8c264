import {
  STANDARD_ROLES,
  standardPermissions,
  within,
  type Permissions,
  type StandardRole,
} from '../../../../src/domain/access/index.ts';
import type { AccountType } from '../../../../src/domain/account/index.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { recordEventBy, type Actor } from '../changes/events.ts';

interface NewRole {
  readonly accountId: number;
  readonly name: string;
  readonly parentRoleId: number | null;
  readonly permissions: Permissions;
  readonly labels: readonly string[];
}

/** Stores a role and records it. Answers its id. */
async function insertRole(transaction: Transaction, actor: Actor, role: NewRole): Promise<number> {
  const id = await transaction.nextId('role');
  await transaction.query(
    'insert into role (id, account_id, name, parent_role_id, permissions, labels, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [
      id,
      role.accountId,
      role.name,
      role.parentRoleId,
      JSON.stringify(role.permissions),
      JSON.stringify(role.labels),
      new Date(actor.now),
    ],
  );
  const { name, parentRoleId, permissions, labels } = role;
  await recordEventBy(transaction, actor, {
    accountId: role.accountId,
    kind: 'roleCreated',
    subjectId: id,
    data: { name, after: { name, parent_role_id: parentRoleId, permissions, labels: [...labels] } },
  });
  return id;
}

/**
 * The standard roles of a new account: Administrator, and reporting to it the others. `held` bounds what they may do.
 * Answers the administrator's id.
 */
export async function insertStandardRoles(
  transaction: Transaction,
  actor: Actor,
  accountId: number,
  type: AccountType,
  own: Permissions | null,
): Promise<number> {
  const add = (name: StandardRole, parentRoleId: number | null) => {
    const permissions = standardPermissions(name, type);
    return insertRole(transaction, actor, {
      accountId,
      name,
      parentRoleId,
      permissions: own === null ? permissions : within(permissions, own),
      labels: [],
    });
  };
  const [first, ...others] = STANDARD_ROLES;
  const administrator = await add(first, null);
  for (const name of others) await add(name, administrator);
  return administrator;
}
