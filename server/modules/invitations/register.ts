import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { success, type Result, type UserId } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { registerSchema } from '../../../src/domain/user/index.ts';
import { validateData } from '../../call/validation.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  USER_COLUMNS,
  atomically,
  conflictAt,
  isNameFree,
  isOwnName,
  membershipsOf,
  nameKey,
  passwordPolicyOfAccount,
  refuseCommonPassword,
  takenOfPerson,
  userOf,
  type UserRow,
} from '../shared/index.ts';
import { accept, openInvitation } from './answer.ts';
import type { InvitationRow } from './rows.ts';
import type { InvitationServices } from './services.ts';

type Registered = Result<UserId, CallError>;

/**
 * Makes a login for an invited person, lets them into the account and signs them in. The address
 * counts as proven by a link that was mailed to it, not by one that was handed over.
 */
export async function registerWithInvite(
  services: InvitationServices,
  data: Request<'registerUserWithInvite'>,
  context: CallContext,
): Promise<Result<Reply<'registerUserWithInvite'>, CallError>> {
  const { database, problems } = services;
  const open = await database.transaction((transaction) => openInvitation(services, transaction, data.token, context));
  if (!open.ok) return open;
  const policy = await passwordPolicyOfAccount(database, open.value.account_id);
  const checked = validateData(registerSchema(policy), data, context.lang, problems);
  if (!checked.ok) return checked;
  const common = refuseCommonPassword(problems, context.lang, 'password', data.password);
  if (common) return common;
  if (!isOwnName(data.username, open.value.email))
    return problems.refuseField(context.lang, 'username', 'server.usernameNotYours');
  // Before the costly hash; a name that is taken meanwhile is noticed by the index.
  if (!(await isNameFree(database, data.username)))
    return conflictAt('username', 'validation.usernameTaken', context, problems);
  const hash = await services.hashPassword(data.password);
  if (hash === null) return problems.refuse(context.lang, ERROR.unavailable, { retryAfter: 2 });
  const registered = await insertPerson(services, data, hash, context);
  if (!registered.ok) return registered;
  const userId = registered.value;
  const tokens = await services.openSession(userId, context);
  const [row] = await database.query<UserRow>(`select ${USER_COLUMNS} from app_user where id = $1`, [userId]);
  if (!row) throw new Error(`User ${userId} registered and cannot be read.`);
  return success({ ...tokens, user: userOf(row), accounts: await membershipsOf(database, userId) });
}

async function insertPerson(
  services: InvitationServices,
  data: Request<'registerUserWithInvite'>,
  hash: string,
  context: CallContext,
): Promise<Registered> {
  const { database, problems } = services;
  try {
    return await atomically(database, async (transaction): Promise<Registered> => {
      const open = await openInvitation(services, transaction, data.token, context);
      if (!open.ok) return open;
      const [login] = await transaction.query('select 1 as found from app_user where email_key = $1', [
        open.value.email_key,
      ]);
      if (login) return conflictAt('email', 'server.inviteUserExists', context, problems);
      const userId = await insertUser(transaction, data, open.value, hash, context);
      const joined = await accept(services, transaction, open.value, userId, context);
      // Without the membership there is no login either.
      return joined.ok ? success(userId) : joined;
    });
  } catch (error) {
    const taken = takenOfPerson(error);
    if (!taken) throw error;
    return conflictAt(
      taken,
      taken === 'email' ? 'server.inviteUserExists' : 'validation.usernameTaken',
      context,
      problems,
    );
  }
}

async function insertUser(
  transaction: Transaction,
  data: Request<'registerUserWithInvite'>,
  row: InvitationRow,
  hash: string,
  context: CallContext,
): Promise<UserId> {
  const userId = (await transaction.nextId('app_user')) as UserId;
  await transaction.query(
    `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, mobile, time_zone, password_hash, status, lang, created_at, email_verified_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'active', $11, $12, $13)`,
    [
      userId,
      data.username,
      nameKey(data.username),
      row.email,
      row.email_key,
      data.first_name,
      data.last_name,
      data.mobile,
      data.time_zone,
      hash,
      context.lang,
      new Date(context.now),
      row.by_hand ? null : new Date(context.now),
    ],
  );
  return userId;
}
