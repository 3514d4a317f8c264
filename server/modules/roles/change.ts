import type { CallError, Request } from '../../../src/api/contract/index.ts';
import type { Account } from '../../../src/domain/account/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import type { RoleDetails, RoleForm } from '../../../src/domain/role/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  actorOf,
  changesBetween,
  permissionsOf,
  insertRole,
  lockAccount,
  notFound,
  recordEvent,
  refuseOverwriting,
} from '../shared/index.ts';
import { readRole } from './read.ts';
import { readRoles, refuseChange, refuseDeletion, refuseForm, type RoleRules } from './rules.ts';

type Answer = Promise<Result<RoleDetails, CallError>>;

/** Creates a role of the account. */
export async function addRole(
  transaction: Transaction,
  account: Account,
  form: RoleForm,
  context: CallContext,
  problems: Problems,
): Answer {
  const rules = await rulesOf(transaction, account, context, problems);
  const refused = refuseForm(0, form, rules);
  if (refused) return refused;
  const { name, parent_role_id: parentRoleId, permissions, labels } = form;
  const id = await insertRole(transaction, actorOf(context, context.now), {
    accountId: account.account_id,
    name,
    parentRoleId,
    permissions,
    labels,
  });
  return success(await readBack(transaction, account, id));
}

/** Changes a role; who holds it is told by the event. What stays the same tells nothing. */
export async function updateRole(
  transaction: Transaction,
  account: Account,
  { role_id: roleId, expected, ...form }: Request<'updateRole'>,
  context: CallContext,
  problems: Problems,
): Answer {
  const rules = await rulesOf(transaction, account, context, problems);
  const before = await readRole(transaction, account.account_id, roleId);
  if (!before) return notFound(context, problems);
  const refused =
    refuseOverwriting(fieldsOf(before), expected, form, context, problems) ??
    refuseChange(before, form, rules) ??
    refuseForm(roleId, form, rules);
  if (refused) return refused;
  const changes = changesBetween(fieldsOf(before), fieldsOf(form));
  if (!changes) return success(before);
  await transaction.query(
    'update role set name = $2, parent_role_id = $3, permissions = $4, labels = $5 where id = $1',
    [roleId, form.name, form.parent_role_id, JSON.stringify(form.permissions), JSON.stringify(form.labels)],
  );
  await recordEvent(transaction, context, {
    accountId: account.account_id,
    kind: 'roleUpdated',
    subjectId: roleId,
    data: { name: form.name, ...changes },
  });
  return success(await readBack(transaction, account, roleId));
}

/** Deletes a role that nobody holds, none reports to and nobody is being invited into. */
export async function deleteRole(
  transaction: Transaction,
  account: Account,
  roleId: number,
  context: CallContext,
  problems: Problems,
): Promise<Result<Record<string, never>, CallError>> {
  const rules = await rulesOf(transaction, account, context, problems);
  // Whoever is just accepting an invitation into it is waited for, and then counted.
  await transaction.query('select id from role where id = $1 and account_id = $2 for update', [
    roleId,
    account.account_id,
  ]);
  const role = await readRole(transaction, account.account_id, roleId);
  if (!role) return notFound(context, problems);
  const [pending] = await transaction.query<{ count: number }>(
    "select count(*) as count from invitation where role_id = $1 and status = 'pending' and expires_at > $2",
    [roleId, new Date(context.now)],
  );
  const refused = refuseDeletion(role, pending?.count ?? 0, rules);
  if (refused) return refused;
  await transaction.query('delete from role where id = $1', [roleId]);
  await recordEvent(transaction, context, {
    accountId: account.account_id,
    kind: 'roleDeleted',
    subjectId: roleId,
    data: { name: role.name, before: fieldsOf(role) },
  });
  return success({});
}

/** Locks the account: two changes of its roles wait for each other. */
async function rulesOf(
  transaction: Transaction,
  account: Account,
  context: CallContext,
  problems: Problems,
): Promise<RoleRules> {
  await lockAccount(transaction, account.account_id);
  const held = await permissionsOf(transaction, context, account);
  return {
    accountType: account.type,
    held,
    roles: await readRoles(transaction, account.account_id),
    context,
    problems,
  };
}

function fieldsOf({ name, parent_role_id, permissions, labels }: RoleForm): RoleForm {
  return { name, parent_role_id, permissions, labels };
}

async function readBack(transaction: Transaction, account: Account, roleId: number): Promise<RoleDetails> {
  const role = await readRole(transaction, account.account_id, roleId);
  if (!role) throw new Error(`Role ${roleId} was written and cannot be read.`);
  return role;
}
