import type { AccountUser, CallError } from '../../../src/api/contract/index.ts';
import { beyond, can, type Need } from '../../../src/domain/access/index.ts';
import { success, type AccountId, type Fields, type Result } from '../../../src/domain/base/index.ts';
import type { LoginStatus } from '../../../src/domain/user/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallAccount, CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  accountOf,
  actorOf,
  conflictAt,
  endSessionsOf,
  recordPersonEvent,
  refuseOverwriting,
  type Refused,
} from '../shared/index.ts';
import { fullName, memberOf, refuseLastAdministrator, type Whom } from './change.ts';
import { readMemberships, type Member } from './read.ts';

export interface NewStatus {
  readonly status: LoginStatus;
  /** Kept in the audit. */
  readonly reason: string;
  /** The status that the caller saw. */
  readonly expected?: Fields;
}

/**
 * Lets a person's login in or out, in all of their accounts at once: so each of these must lie where the caller may
 * update people, and in none may the person do more than the caller. Their sessions end; keys are refused while it
 * lasts.
 */
export async function changeStatus(
  transaction: Transaction,
  whom: Whom,
  { status, reason, expected }: NewStatus,
  context: CallContext,
  problems: Problems,
): Promise<Result<AccountUser, CallError>> {
  const found = await memberOf(transaction, whom, context, problems, 'server.ownUserStatus');
  if (!found.ok) return found;
  const { own } = found.value;
  // Read under the lock: of two changes at once the later one sees what the earlier one wrote.
  await transaction.query('select id from app_user where id = $1 for update', [whom.userId]);
  const members = await readMemberships(transaction, whom.userId);
  const member = members.find(({ user }) => user.account_id === whom.accountId) ?? found.value.member;
  if (!members.every(({ user }) => mayUpdatePeopleOf(accountOf(context), user.account_id)))
    return conflictAt('user_id', 'server.userElsewhere', context, problems);
  if (members.some(({ permissions }) => beyond(permissions, own.permissions).length > 0))
    return conflictAt('user_id', 'server.userExceedsYou', context, problems);
  const overwriting = refuseOverwriting(member.user, expected, { status }, context, problems);
  if (overwriting) return overwriting;
  if (member.user.status === status) return success(member.user);
  const last = status === 'active' ? null : await lastAnywhere(transaction, members, context, problems);
  if (last) return last;
  await transaction.query('update app_user set status = $2 where id = $1', [whom.userId, status]);
  const by = actorOf(context, context.now);
  await recordPersonEvent(transaction, whom.userId, by, {
    kind: 'userStatusChanged',
    data: {
      username: member.user.username,
      name: fullName(member.user),
      before: { status: member.user.status },
      after: { status, ...(reason === '' ? {} : { reason }) },
    },
  });
  if (status !== 'active') await endSessionsOf(transaction, { userId: whom.userId, reason: 'statusChanged', by });
  return success({ ...member.user, status });
}

/** True where the caller may update people: in the own account by `user`, below it by `users_accounts`. */
function mayUpdatePeopleOf(caller: CallAccount, accountId: number): boolean {
  const isOwn = accountId === caller.accountId;
  const need: Need = { resource: isOwn ? 'user' : 'users_accounts', action: 'u' };
  return can(caller.permissions, need) && (isOwn || caller.tree.includes(accountId as AccountId));
}

async function lastAnywhere(
  transaction: Transaction,
  members: readonly Member[],
  context: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  for (const member of members) {
    const last = await refuseLastAdministrator(transaction, member, context, problems);
    if (last) return last;
  }
  return null;
}
