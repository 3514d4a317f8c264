import type { CallError, Reply } from '../../../src/api/contract/index.ts';
import { failure, success, type AccountId, type Result, type UserId } from '../../../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../../../src/domain/errors/index.ts';
import type { InvitationStatus } from '../../../src/domain/invitation/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  conflictAt,
  notFound,
  passwordPolicyOfAccount,
  readBranding,
  sessionOf,
  recordEventBy,
  type Refused,
} from '../shared/index.ts';
import { linkOperator } from './operatorLogin.ts';
import { findById, findByToken, invitationOf, type InvitationRow } from './rows.ts';
import { recordByLink } from './send.ts';
import type { InvitationServices } from './services.ts';

type AnswerMethod = 'acceptInvitation' | 'declineInvitation' | 'getInviteData' | 'joinUserWithInvite' | 'declineInvite';

/** Why an invitation of a status cannot be answered any more. One that was withdrawn never was. */
const ANSWERED: Readonly<Record<InvitationStatus, ErrorCode | null>> = {
  pending: null,
  accepted: ERROR.inviteAccepted,
  declined: ERROR.inviteDeclined,
  expired: ERROR.inviteExpired,
  withdrawn: ERROR.inviteInvalid,
};

/** Answering an invitation: in the product by its id, or by the link of its mail. */
export function createAnswerHandlers(services: InvitationServices): Pick<Handlers, AnswerMethod> {
  const { database, problems } = services;
  const inTransaction = <Value>(work: (transaction: Transaction) => Promise<Result<Value, CallError>>) =>
    database.transaction(work);
  return {
    acceptInvitation: (data, context) =>
      inTransaction(async (transaction) => {
        const own = await ownInvitation(services, transaction, data.invitation_id, context);
        return own.ok ? join(services, transaction, own.value, context) : own;
      }),
    declineInvitation: (data, context) =>
      inTransaction(async (transaction) => {
        const own = await ownInvitation(services, transaction, data.invitation_id, context);
        return own.ok ? success(await decline(transaction, own.value, context)) : own;
      }),
    async getInviteData(data, context) {
      const row = await findByToken(database, data.token);
      const refused = refuseAnswered(services, row, context);
      if (refused || !row) return refused ?? problems.refuse(context.lang, ERROR.inviteInvalid);
      const [login] = await database.query('select 1 as found from app_user where email_key = $1', [row.email_key]);
      const shown = invitationOf(row, context.now);
      return success({
        email: shown.email,
        account_name: shown.account_name,
        role_name: shown.role_name,
        invited_by: shown.invited_by,
        expires_at: shown.expires_at,
        has_login: login !== undefined,
        password_policy: await passwordPolicyOfAccount(database, row.account_id),
        branding: await readBranding(database, services.directory, row.account_id as AccountId),
      });
    },
    joinUserWithInvite: (data, context) =>
      inTransaction(async (transaction) => {
        const open = await openInvitation(services, transaction, data.token, context);
        if (!open.ok) return open;
        const mine = await isTheirs(transaction, open.value, sessionOf(context).userId);
        if (!mine) return problems.refuse(context.lang, ERROR.inviteMismatch);
        // The holder of the mailed link has read the mail: the address is proven.
        if (open.value.by_hand) {
          const unproven = await refuseUnproven(services, transaction, context);
          if (unproven) return unproven;
        } else
          await transaction.query(
            'update app_user set email_verified_at = coalesce(email_verified_at, $2) where id = $1',
            [sessionOf(context).userId, new Date(context.now)],
          );
        return join(services, transaction, open.value, context);
      }),
    declineInvite: (data, context) =>
      inTransaction(async (transaction): Promise<Result<Reply<'declineInvite'>, CallError>> => {
        const open = await openInvitation(services, transaction, data.token, context);
        if (!open.ok) return open;
        await decline(transaction, open.value, context);
        return success({});
      }),
  };
}

/** The invitation of a link, still to be answered and locked until it is; or why not. */
export async function openInvitation(
  services: InvitationServices,
  transaction: Transaction,
  token: string,
  context: CallContext,
): Promise<Result<InvitationRow, CallError>> {
  const row = await findByToken(transaction, token, true);
  return refuseAnswered(services, row, context) ?? success(row as InvitationRow);
}

function refuseAnswered(
  { problems }: InvitationServices,
  row: InvitationRow | undefined,
  { lang, now }: CallContext,
): Refused | null {
  if (!row) return problems.refuse(lang, ERROR.inviteInvalid);
  const code = ANSWERED[invitationOf(row, now).status];
  return code === null ? null : problems.refuse(lang, code);
}

/**
 * The invitation of an id, if it went to the caller's own address and that address is proven: else
 * anybody could take a stranger's address and with it their invitations.
 */
async function ownInvitation(
  services: InvitationServices,
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<Result<InvitationRow, CallError>> {
  const { problems } = services;
  const row = await findById(transaction, id, true);
  // Somebody else's and none at all get one answer: numbers are counted through easily.
  if (!row || !(await isTheirs(transaction, row, sessionOf(context).userId))) return notFound(context, problems);
  const unproven = await refuseUnproven(services, transaction, context);
  return unproven ?? refuseAnswered(services, row, context) ?? success(row);
}

/** Refuses where the caller's own address is not proven. */
async function refuseUnproven(
  { problems }: InvitationServices,
  transaction: Transaction,
  context: CallContext,
): Promise<Refused | null> {
  const [user] = await transaction.query<{ email_verified_at: Date | null }>(
    'select email_verified_at from app_user where id = $1',
    [sessionOf(context).userId],
  );
  return user?.email_verified_at
    ? null
    : failure(problems.error(context.lang, ERROR.conflict, { key: 'server.verifyEmailFirst' }));
}

async function isTheirs(transaction: Transaction, row: InvitationRow, userId: UserId): Promise<boolean> {
  const [user] = await transaction.query<{ email_key: string }>('select email_key from app_user where id = $1', [
    userId,
  ]);
  return user?.email_key === row.email_key;
}

async function join(
  services: InvitationServices,
  transaction: Transaction,
  row: InvitationRow,
  context: CallContext,
): Promise<Result<Reply<'acceptInvitation'>, CallError>> {
  const { userId } = sessionOf(context);
  const joined = await accept(services, transaction, row, userId, context);
  return joined.ok
    ? success(invitationOf({ ...row, status: 'accepted', answered_at: new Date(context.now) }, context.now))
    : joined;
}

/** Makes the user a member of the account in the role of the invitation. */
export async function accept(
  services: InvitationServices,
  transaction: Transaction,
  row: InvitationRow,
  userId: UserId,
  context: CallContext,
): Promise<Result<null, CallError>> {
  const { directory, problems } = services;
  const accountId = row.account_id;
  const refuse = (key: string) =>
    failure(problems.error(context.lang, ERROR.conflict, { key, values: { account: row.account_name } }));
  if (directory.statusOf(accountId as AccountId) !== 'active') return refuse('server.inviteAccountInactive');
  const [role] = await transaction.query('select 1 as found from role where id = $1 and account_id = $2 for share', [
    row.role_id,
    accountId,
  ]);
  if (!role) return refuse('server.inviteRoleGone');
  const [member] = await transaction.query('select 1 as found from membership where user_id = $1 and account_id = $2', [
    userId,
    accountId,
  ]);
  if (member) return conflictAt('email', 'server.alreadyMember', context, problems, { email: row.email });
  await transaction.query('insert into membership (user_id, account_id, role_id, created_at) values ($1, $2, $3, $4)', [
    userId,
    accountId,
    row.role_id,
    new Date(context.now),
  ]);
  await transaction.query("update invitation set status = 'accepted', answered_at = $2, user_id = $3 where id = $1", [
    row.id,
    new Date(context.now),
    userId,
  ]);
  await recordByLink(transaction, context, 'invitationAccepted', row, userId);
  await linkOperator(transaction, row, userId, context);
  const data = { user_id: userId, email: row.email, role_id: row.role_id, role_name: row.role_name };
  await recordEventBy(
    transaction,
    { userId, now: context.now, remote: context.remote },
    { accountId, kind: 'userJoined', subjectId: userId, data },
  );
  return success(null);
}

async function decline(
  transaction: Transaction,
  row: InvitationRow,
  context: CallContext,
): Promise<Reply<'declineInvitation'>> {
  const userId = context.session?.userId ?? null;
  await transaction.query("update invitation set status = 'declined', answered_at = $2, user_id = $3 where id = $1", [
    row.id,
    new Date(context.now),
    userId,
  ]);
  await recordByLink(transaction, context, 'invitationDeclined', row, userId);
  return invitationOf({ ...row, status: 'declined', answered_at: new Date(context.now) }, context.now);
}
