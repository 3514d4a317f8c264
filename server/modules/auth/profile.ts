import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Profile } from '../../../src/domain/user/index.ts';
import { refuseUnproven } from '../../call/proof.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import {
  AttemptLimiter,
  NAME_RULE,
  USER_COLUMNS,
  actorOf,
  atomically,
  changesBetween,
  conflictAt,
  isNameFree,
  isOwnName,
  nameKey,
  passwordPolicyOf,
  sessionOf,
  takenOfPerson,
  recordPersonEvent,
  userOf,
  type Refused,
  type UserRow,
} from '../shared/index.ts';
import { refuseWait } from './passwordCheck.ts';
import type { AuthServices } from './services.ts';

interface ProfileRow extends UserRow {
  mobile: string;
  lang: string;
  pending_email: string | null;
  email_verified_at: Date | null;
  mobile_verified_at: Date | null;
  totp_enabled_at: Date | null;
  codes_left: number;
}

/** The user as they see themselves; null when they are gone. */
export async function readProfile(database: Queryable, userId: number): Promise<Profile | null> {
  const [row] = await database.query<ProfileRow>(
    `select ${USER_COLUMNS}, mobile, lang, pending_email, email_verified_at, mobile_verified_at, totp_enabled_at,
            (select count(*) from recovery_code c where c.user_id = app_user.id and c.used_at is null) as codes_left
     from app_user where id = $1`,
    [userId],
  );
  if (!row) return null;
  return {
    ...userOf(row),
    mobile: row.mobile,
    lang: row.lang,
    pending_email: row.pending_email ?? '',
    email_verified: row.email_verified_at !== null,
    mobile_verified: row.mobile_verified_at !== null,
    two_factor_enabled: row.totp_enabled_at !== null,
    recovery_codes_left: row.totp_enabled_at === null ? 0 : row.codes_left,
    password_policy: await passwordPolicyOf(database, userId),
  };
}

/** The profile as a handler's answer. */
export async function answerProfile(
  { database, problems }: Pick<AuthServices, 'database' | 'problems'>,
  context: CallContext,
): Promise<Result<Profile, CallError>> {
  const profile = await readProfile(database, sessionOf(context).userId);
  return profile ? success(profile) : problems.refuse(context.lang, ERROR.accessTokenMessage);
}

export function createProfileHandlers(services: AuthServices): Pick<Handlers, 'getUserProfile' | 'updateUserProfile'> {
  const names = new AttemptLimiter(NAME_RULE);
  return {
    getUserProfile: (_, context) => answerProfile(services, context),
    async updateUserProfile(data, context) {
      try {
        const changed = await atomically(services.database, (transaction) =>
          updateProfile(services, names, transaction, data, context),
        );
        return changed.ok ? await answerProfile(services, context) : changed;
      } catch (error) {
        if (takenOfPerson(error) !== 'username') throw error;
        return conflictAt('username', 'validation.usernameTaken', context, services.problems);
      }
    },
  };
}

const FIELDS = ['first_name', 'last_name', 'username', 'email', 'mobile', 'time_zone', 'lang'] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

async function updateProfile(
  services: AuthServices,
  names: AttemptLimiter,
  transaction: Transaction,
  data: Request<'updateUserProfile'>,
  context: CallContext,
): Promise<Result<null, CallError>> {
  const { userId } = sessionOf(context);
  const [before] = await transaction.query<Fields & { pending_email: string | null }>(
    `select ${FIELDS.join(', ')}, pending_email from app_user where id = $1 for update`,
    [userId],
  );
  if (!before) return services.problems.refuse(context.lang, ERROR.accessTokenMessage);
  const { pending_email: pendingBefore, ...fields } = before;
  const isNewAddress = nameKey(data.email) !== nameKey(before.email);
  const after: Fields = {
    first_name: data.first_name,
    last_name: data.last_name,
    username: data.username,
    email: isNewAddress ? before.email : data.email,
    mobile: data.mobile,
    time_zone: data.time_zone,
    lang: data.lang || before.lang,
  };
  const pending = isNewAddress ? data.email : null;
  const isContact = (isNewAddress && pending !== pendingBefore) || after.mobile !== before.mobile;
  const unproven = isContact ? refuseUnproven(context, services.problems) : null;
  if (unproven) return unproven;
  if (pending !== pendingBefore) await keepPending(transaction, userId, pending);
  const changes = changesBetween(fields, after);
  if (!changes) return success(null);
  const refused = await refuseUsername(services, names, transaction, fields, after.username, context);
  if (refused) return refused;
  await transaction.query(
    `update app_user set first_name = $2, last_name = $3, username = $4, username_key = $5, email = $6, mobile = $7, time_zone = $8, lang = $9,
            mobile_verified_at = case when $10::boolean then null else mobile_verified_at end
     where id = $1`,
    [
      userId,
      after.first_name,
      after.last_name,
      after.username,
      nameKey(after.username),
      after.email,
      after.mobile,
      after.time_zone,
      after.lang,
      after.mobile !== before.mobile,
    ],
  );
  await recordPersonEvent(transaction, userId, actorOf(context, context.now), {
    kind: 'userProfileUpdated',
    data: changes,
  });
  return success(null);
}

/** An address counts once it is proven: until then it reveals to nobody whether another login has it. */
async function keepPending(transaction: Transaction, userId: number, pending: string | null): Promise<void> {
  await transaction.query('update app_user set pending_email = $2 where id = $1', [userId, pending]);
  // A code that went to another address proves nothing about this one.
  await transaction.query("delete from one_time_code where user_id = $1 and purpose = 'verifyEmail'", [userId]);
}

async function refuseUsername(
  { problems }: AuthServices,
  names: AttemptLimiter,
  transaction: Transaction,
  before: Fields,
  username: string,
  context: CallContext,
): Promise<Refused | null> {
  if (username === before.username) return null;
  const { userId } = sessionOf(context);
  if (!isOwnName(username, before.email))
    return problems.refuseField(context.lang, 'username', 'server.usernameNotYours');
  const wait = names.attempt(String(userId), context.now);
  if (wait > 0) return refuseWait(problems, context.lang, wait);
  return (await isNameFree(transaction, username, userId))
    ? null
    : conflictAt('username', 'validation.usernameTaken', context, problems);
}
