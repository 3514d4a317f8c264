import type { Permissions } from '../../../src/domain/access/index.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { tell } from './events.ts';

export interface NewRole {
  readonly accountId: number;
  readonly name: string;
  readonly parentRoleId: number | null;
  readonly permissions: Permissions;
  readonly labels: readonly string[];
}

/** Stores a role and tells of it. Answers its id. */
export async function insertRole(transaction: Transaction, context: CallContext, role: NewRole): Promise<number> {
  const id = await transaction.nextId('role');
  await transaction.query(
    'insert into role (id, account_id, name, parent_role_id, permissions, labels, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
    [id, role.accountId, role.name, role.parentRoleId, JSON.stringify(role.permissions), JSON.stringify(role.labels), new Date(context.now)],
  );
  const { name, parentRoleId, permissions, labels } = role;
  await tell(transaction, context, {
    accountId: role.accountId, kind: 'roleCreated', subject: ['role', id],
    data: { name, after: { name, parent_role_id: parentRoleId, permissions, labels } },
  });
  return id;
}

/** Two changes of one account wait for each other, so that a name cannot be taken twice at once. */
export async function lockAccount(transaction: Transaction, accountId: number): Promise<void> {
  await transaction.query('select id from account where id = $1 for update', [accountId]);
}
