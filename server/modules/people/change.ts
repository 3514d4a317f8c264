import type { AccountUser, CallError, Request } from '../../../src/api/contract/index.ts';
import { administers, beyond, type Permissions } from '../../../src/domain/access/index.ts';
import type { Account } from '../../../src/domain/account/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import {
  conflictAt,
  permissionsOf,
  lockAccount,
  notFound,
  recordEvent,
  refuseOverwriting,
  sessionOf,
  type OwnPermissions,
  type Refused,
} from '../shared/index.ts';
import { readMember, type Member } from './read.ts';

/** Whom a change is about, and on whose behalf: the account of the call. */
export interface Whom {
  readonly caller: Account;
  readonly accountId: number;
  readonly userId: number;
}

/** Gives a member another role of the same account. */
export async function changeRole(
  transaction: Transaction,
  whom: Whom,
  { role_id: roleId, expected }: Pick<Request<'updateUserRole'>, 'role_id' | 'expected'>,
  context: CallContext,
  problems: Problems,
): Promise<Result<AccountUser, CallError>> {
  const { accountId, userId } = whom;
  const found = await memberOf(transaction, whom, context, problems, 'server.ownUserRole');
  if (!found.ok) return found;
  const { member, own } = found.value;
  const overwriting = refuseOverwriting(member.user, expected, { role_id: roleId }, context, problems);
  if (overwriting) return overwriting;
  const role = await readRole(transaction, accountId, roleId);
  if (!role) return problems.refuseField(context.lang, 'role_id', 'server.roleUnknown');
  if (member.user.role_id === roleId) return conflictAt('role_id', 'server.sameRole', context, problems);
  if (beyond(role.permissions, own.permissions).length > 0)
    return problems.refuseField(context.lang, 'role_id', 'server.roleExceedsYours');
  const last = administers(role.permissions)
    ? null
    : await refuseLastAdministrator(transaction, member, context, problems);
  if (last) return last;
  await transaction.query('update membership set role_id = $3 where user_id = $1 and account_id = $2', [
    userId,
    accountId,
    roleId,
  ]);
  const { username, role_id: previous, role_name: previousName } = member.user;
  await recordEvent(transaction, context, {
    accountId,
    kind: 'userRoleChanged',
    subjectId: userId,
    data: {
      username,
      name: fullName(member.user),
      before: { role_id: previous, role: previousName },
      after: { role_id: roleId, role: role.name },
    },
  });
  return success({ ...member.user, role_id: roleId, role_name: role.name });
}

/** Takes a member out of the account; their windows there are notified, and closed, by the event. */
export async function removeMember(
  transaction: Transaction,
  whom: Whom,
  context: CallContext,
  problems: Problems,
): Promise<Result<Record<string, never>, CallError>> {
  const { accountId, userId } = whom;
  const found = await memberOf(transaction, whom, context, problems, 'server.removeYourself');
  if (!found.ok) return found;
  const { member } = found.value;
  const last = await refuseLastAdministrator(transaction, member, context, problems);
  if (last) return last;
  await transaction.query('delete from membership where user_id = $1 and account_id = $2', [userId, accountId]);
  await transaction.query('update session set account_id = null where user_id = $1 and account_id = $2', [
    userId,
    accountId,
  ]);
  await transaction.query(
    'update api_key set revoked_at = $3 where user_id = $1 and account_id = $2 and revoked_at is null',
    [userId, accountId, new Date(context.now)],
  );
  await unlinkOperator(transaction, accountId, userId, context);
  await recordEvent(transaction, context, {
    accountId,
    kind: 'userRemoved',
    subjectId: userId,
    data: {
      username: member.user.username,
      name: fullName(member.user),
      before: { role_id: member.user.role_id, role: member.user.role_name },
    },
  });
  return success({});
}

/** The operator whose login it was has none any more. */
async function unlinkOperator(
  transaction: Transaction,
  accountId: number,
  userId: number,
  context: CallContext,
): Promise<void> {
  const rows = await transaction.query<{ id: number; name: string }>(
    'update operator set user_id = null where account_id = $1 and user_id = $2 returning id, name',
    [accountId, userId],
  );
  for (const { id, name } of rows)
    await recordEvent(transaction, context, {
      accountId,
      kind: 'operatorUpdated',
      subjectId: id,
      data: { name, before: { user_id: userId }, after: { user_id: null } },
    });
}

/** The member, unless it is the caller (`ownKey` says so) or someone who may do more than the caller. */
export async function memberOf(
  transaction: Transaction,
  { caller, accountId, userId }: Whom,
  context: CallContext,
  problems: Problems,
  ownKey: string,
): Promise<Result<{ member: Member; own: OwnPermissions }, CallError>> {
  if (userId === sessionOf(context).userId) return problems.refuse(context.lang, ERROR.conflict, { key: ownKey });
  await lockAccount(transaction, accountId);
  const member = await readMember(transaction, accountId, userId);
  if (!member) return notFound(context, problems);
  const own = await permissionsOf(transaction, context, caller);
  if (beyond(member.permissions, own.permissions).length > 0)
    return conflictAt('user_id', 'server.userExceedsYou', context, problems);
  return success({ member, own });
}

/** An account keeps someone who can sign in and manage its people and roles. */
export async function refuseLastAdministrator(
  transaction: Queryable,
  { user, permissions }: Member,
  context: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  if (!administers(permissions)) return null;
  const others = await transaction.query<{ permissions: Permissions }>(
    `select r.permissions from membership m join role r on r.id = m.role_id join app_user u on u.id = m.user_id
     where m.account_id = $1 and m.user_id <> $2 and u.status = 'active'`,
    [user.account_id, user.user_id],
  );
  if (others.some((other) => administers(other.permissions))) return null;
  return problems.refuse(context.lang, ERROR.conflict, { key: 'server.lastAdministrator' });
}

async function readRole(
  transaction: Queryable,
  accountId: number,
  roleId: number,
): Promise<{ name: string; permissions: Permissions } | undefined> {
  const [role] = await transaction.query<{ name: string; permissions: Permissions }>(
    'select name, permissions from role where id = $1 and account_id = $2',
    [roleId, accountId],
  );
  return role;
}

export function fullName({ first_name: first, last_name: last }: AccountUser): string {
  return `${first} ${last}`.trim();
}
