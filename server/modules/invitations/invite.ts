import type { CallError, Invited, Reply, Request } from '../../../src/api/contract/index.ts';
import { beyond, type Permissions } from '../../../src/domain/access/index.ts';
import type { Account } from '../../../src/domain/account/index.ts';
import { HOUR, MINUTE, SECOND, failure, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { can, type Action } from '../../../src/domain/access/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import {
  AttemptLimiter,
  accountAt,
  accountOf,
  conflictAt,
  permissionsOf,
  notFound,
  sessionOf,
  type Inviter,
  type LimiterRule,
  type Place,
  type Refused,
} from '../shared/index.ts';
import { refuseOperator } from './operatorLogin.ts';
import { findById, invitationOf, type InvitationRow } from './rows.ts';
import { refusalOf, makeLink, sendAgain, sendInvitations, recordInvitation } from './send.ts';
import type { InvitationServices } from './services.ts';

/** A mail cannot be asked for more often, per invitation. */
const RESEND_AFTER = MINUTE;
/** Calls of one person, each for up to twenty people: the product must not serve to flood strangers. */
const CALLS: LimiterRule = { attempts: 60, window: HOUR, wait: MINUTE, longestWait: HOUR };

type Asked = Request<'inviteMultipleUser'> & Partial<Pick<Request<'inviteUser'>, 'operator_id'>>;

type InviteMethod =
  | 'inviteUser'
  | 'inviteMultipleUser'
  | 'inviteMultipleSubAccountUser'
  | 'inviteMultipleSubDealerUser'
  | 'inviteMultipleSubConsumerUser'
  | 'resendInvitation'
  | 'createInvitationLink'
  | 'withdrawInvitation';

/** Sending invitations, and what the sender may still do with them. */
export function createInviteHandlers(services: InvitationServices): Pick<Handlers, InviteMethod> {
  const calls = new AttemptLimiter(CALLS);
  const send = async (account: Account | null | undefined, data: Asked, context: CallContext) => {
    if (!account) return notFound(context, services.problems);
    const wait = calls.attempt(String(sessionOf(context).userId), context.now);
    return wait > 0 ? refuseWait(services, wait, context) : invite(services, account, data, context);
  };
  const own = (data: Request<'inviteMultipleUser'>, context: CallContext) =>
    send(services.directory.account(accountOf(context).accountId), data, context);
  const below = (place: Place) => (data: Request<'inviteMultipleSubAccountUser'>, context: CallContext) =>
    send(accountAt(services.directory, accountOf(context), data.account_id, place), data, context);
  return {
    async inviteUser(data, context) {
      if (data.emails.length > 1)
        return services.problems.refuseField(context.lang, 'emails', 'validation.max', { max: 1 });
      return send(services.directory.account(accountOf(context).accountId), data, context);
    },
    inviteMultipleUser: own,
    inviteMultipleSubAccountUser: below('anywhere'),
    inviteMultipleSubDealerUser: below('dealer'),
    inviteMultipleSubConsumerUser: below('consumer'),
    createInvitationLink: (data, context) =>
      services.database.transaction((transaction) => handOver(services, transaction, data.invitation_id, context)),
    resendInvitation: (data, context) =>
      services.database.transaction((transaction) => resend(services, transaction, data.invitation_id, context)),
    withdrawInvitation: (data, context) =>
      services.database.transaction((transaction) => withdraw(services, transaction, data.invitation_id, context)),
  };
}

/** Invites within another module's transaction: a new account and the person who runs it come together. */
export function createInviter(services: InvitationServices): Inviter {
  return {
    async invite(transaction, context, inviting) {
      const { invitations, refused } = await sendInvitations(services, transaction, context, inviting, {
        oneself: true,
      });
      const [first] = refused;
      if (first) return conflictAt('emails', first.key, context, services.problems, { email: first.email });
      return success({ invitationIds: invitations.map(({ invitation_id }) => invitation_id) });
    },
  };
}

async function invite(
  services: InvitationServices,
  account: Account,
  data: Asked,
  context: CallContext,
): Promise<Result<Invited, CallError>> {
  const { database, directory, problems } = services;
  if (directory.statusOf(account.account_id) !== 'active')
    return conflictAt('account_id', 'server.inviteAccountInactive', context, problems);
  return database.transaction(async (transaction): Promise<Result<Invited, CallError>> => {
    const role = await readRole(transaction, account.account_id, data.role_id);
    if (!role) return problems.refuseField(context.lang, 'role_id', 'validation.oneOf');
    const tooMuch = await refuseBeyond(services, transaction, role.permissions, context);
    if (tooMuch) return tooMuch;
    const withOperator = await refuseOperator(services, transaction, account.account_id, data.operator_id, context);
    if (withOperator) return withOperator;
    const sent = await sendInvitations(services, transaction, context, {
      accountId: account.account_id,
      accountName: account.name,
      roleId: data.role_id,
      roleName: role.name,
      emails: data.emails,
      operatorId: data.operator_id,
    });
    const refused = sent.refused.map(({ email, key }) => ({
      email,
      message: problems.text(context.lang, key, { email }),
    }));
    return success({ invitations: sent.invitations, refused });
  });
}

function refuseWait({ problems }: InvitationServices, milliseconds: number, { lang }: CallContext): Refused {
  const seconds = Math.ceil(milliseconds / SECOND);
  return problems.refuse(lang, ERROR.tooManyRequests, { values: { seconds }, retryAfter: seconds });
}

interface Role {
  name: string;
  permissions: Permissions;
}

/** The role, locked against deletion until the invitation exists. */
async function readRole(transaction: Queryable, accountId: number, roleId: number): Promise<Role | undefined> {
  const [role] = await transaction.query<Role>(
    'select name, permissions from role where id = $1 and account_id = $2 for share',
    [roleId, accountId],
  );
  return role;
}

/** Nobody invites into a role that may do more than they may themselves. */
async function refuseBeyond(
  services: InvitationServices,
  transaction: Queryable,
  permissions: Permissions,
  context: CallContext,
): Promise<Refused | null> {
  const account = services.directory.account(accountOf(context).accountId);
  if (!account) return notFound(context, services.problems);
  const own = await permissionsOf(transaction, context, account);
  return beyond(permissions, own.permissions).length > 0
    ? services.problems.refuseField(context.lang, 'role_id', 'server.roleExceedsYours')
    : null;
}

/**
 * The invitation where the caller may change it: of their own account, as the gateway checked, or of
 * one of their tree with the permission for that.
 */
async function changeable(
  services: InvitationServices,
  transaction: Transaction,
  id: number,
  action: Action,
  context: CallContext,
): Promise<Result<InvitationRow, CallError>> {
  const caller = accountOf(context);
  const row = await findById(transaction, id, true);
  if (!row) return notFound(context, services.problems);
  const accountId = row.account_id;
  if (accountId === caller.accountId) return success(row);
  if (!accountAt(services.directory, caller, accountId, 'anywhere')) return notFound(context, services.problems);
  return can(caller.permissions, { resource: 'users_accounts', action })
    ? success(row)
    : services.problems.refuse(context.lang, ERROR.accessRight);
}

async function resend(
  services: InvitationServices,
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<Result<Reply<'resendInvitation'>, CallError>> {
  const { problems } = services;
  const found = await changeable(services, transaction, id, 'a', context);
  if (!found.ok) return found;
  const row = found.value;
  if (row.status !== 'pending')
    return failure(problems.error(context.lang, ERROR.conflict, { key: 'server.inviteAnswered' }));
  const wait = new Date(row.sent_at).getTime() + RESEND_AFTER - context.now;
  if (wait > 0) return refuseWait(services, wait, context);
  // Since it ran out, the person may have joined, or been invited again.
  const key = await refusalOf(transaction, context, row.account_id, row.email, { oneself: true, except: row.id });
  if (key) return conflictAt('email', key, context, problems, { email: row.email });
  const role = await readRole(transaction, row.account_id, row.role_id);
  if (!role) return failure(problems.error(context.lang, ERROR.conflict, { key: 'server.inviteRoleGone' }));
  const tooMuch = await refuseBeyond(services, transaction, role.permissions, context);
  return tooMuch ?? success(await sendAgain(services, transaction, context, row));
}

async function handOver(
  services: InvitationServices,
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<Result<Reply<'createInvitationLink'>, CallError>> {
  const { problems } = services;
  const found = await changeable(services, transaction, id, 'a', context);
  if (!found.ok) return found;
  const row = found.value;
  const { status } = invitationOf(row, context.now);
  if (status !== 'pending')
    return failure(
      problems.error(context.lang, ERROR.conflict, {
        key: status === 'expired' ? 'server.inviteExpired' : 'server.inviteAnswered',
      }),
    );
  const role = await readRole(transaction, row.account_id, row.role_id);
  if (!role) return failure(problems.error(context.lang, ERROR.conflict, { key: 'server.inviteRoleGone' }));
  const tooMuch = await refuseBeyond(services, transaction, role.permissions, context);
  return tooMuch ?? success({ url: await makeLink(services, transaction, context, row) });
}

async function withdraw(
  services: InvitationServices,
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<Result<Reply<'withdrawInvitation'>, CallError>> {
  const found = await changeable(services, transaction, id, 'd', context);
  if (!found.ok) return found;
  const row = found.value;
  if (row.status !== 'pending')
    return failure(services.problems.error(context.lang, ERROR.conflict, { key: 'server.inviteAnswered' }));
  await transaction.query("update invitation set status = 'withdrawn', answered_at = $2 where id = $1", [
    row.id,
    new Date(context.now),
  ]);
  await recordInvitation(transaction, context, 'invitationWithdrawn', row);
  return success(invitationOf({ ...row, status: 'withdrawn', answered_at: new Date(context.now) }, context.now));
}
