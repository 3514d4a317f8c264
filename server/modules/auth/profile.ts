import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Profile } from '../../../src/domain/user/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import {
  USER_COLUMNS,
  actorOf,
  atomically,
  changesBetween,
  conflictAt,
  isNameFree,
  nameKey,
  passwordPolicyOf,
  sessionOf,
  takenOfPerson,
  recordPersonEvent,
  userOf,
  type Refused,
  type UserRow,
} from '../shared/index.ts';
import { mailPerson, readPerson } from './notices.ts';
import { shortened } from './codes.ts';
import type { AuthServices } from './services.ts';

interface ProfileRow extends UserRow {
  mobile: string;
  lang: string;
  email_verified_at: Date | null;
  mobile_verified_at: Date | null;
  totp_enabled_at: Date | null;
  codes_left: number;
}

/** The user as they see themselves; null when they are gone. */
export async function readProfile(database: Queryable, userId: number): Promise<Profile | null> {
  const [row] = await database.query<ProfileRow>(
    `select ${USER_COLUMNS}, mobile, lang, email_verified_at, mobile_verified_at, totp_enabled_at,
            (select count(*) from recovery_code c where c.user_id = app_user.id and c.used_at is null) as codes_left
     from app_user where id = $1`,
    [userId],
  );
  if (!row) return null;
  return {
    ...userOf(row),
    mobile: row.mobile,
    lang: row.lang,
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
  return {
    getUserProfile: (_, context) => answerProfile(services, context),
    async updateUserProfile(data, context) {
      try {
        const changed = await atomically(services.database, (transaction) =>
          updateProfile(services, transaction, data, context),
        );
        return changed.ok ? await answerProfile(services, context) : changed;
      } catch (error) {
        const taken = takenOfPerson(error);
        if (!taken) throw error;
        return conflictAt(
          taken,
          taken === 'email' ? 'server.userExists' : 'validation.usernameTaken',
          context,
          services.problems,
        );
      }
    },
  };
}

const FIELDS = ['first_name', 'last_name', 'username', 'email', 'mobile', 'time_zone', 'lang'] as const;
type Fields = Record<(typeof FIELDS)[number], string>;

async function updateProfile(
  services: AuthServices,
  transaction: Transaction,
  data: Request<'updateUserProfile'>,
  context: CallContext,
): Promise<Result<null, CallError>> {
  const { userId } = sessionOf(context);
  const [before] = await transaction.query<Fields>(
    `select ${FIELDS.join(', ')} from app_user where id = $1 for update`,
    [userId],
  );
  const person = await readPerson(transaction, userId);
  if (!before || !person) return services.problems.refuse(context.lang, ERROR.accessTokenMessage);
  const after: Fields = {
    first_name: data.first_name,
    last_name: data.last_name,
    username: data.username,
    email: data.email,
    mobile: data.mobile,
    time_zone: data.time_zone,
    lang: data.lang || before.lang,
  };
  const changes = changesBetween(before, after);
  if (!changes) return success(null);
  const newAddress = nameKey(after.email) !== nameKey(before.email);
  const refused = await refuseTaken(services, transaction, before, after, context);
  if (refused) return refused;
  await transaction.query(
    `update app_user set first_name = $2, last_name = $3, username = $4, username_key = $5, email = $6, email_key = $7, mobile = $8, time_zone = $9, lang = $10,
            email_verified_at = case when $11::boolean then null else email_verified_at end,
            mobile_verified_at = case when $12::boolean then null else mobile_verified_at end
     where id = $1`,
    [
      userId,
      after.first_name,
      after.last_name,
      after.username,
      nameKey(after.username),
      after.email,
      nameKey(after.email),
      after.mobile,
      after.time_zone,
      after.lang,
      newAddress,
      after.mobile !== before.mobile,
    ],
  );
  await recordPersonEvent(transaction, userId, actorOf(context, context.now), {
    kind: 'userProfileUpdated',
    data: changes,
  });
  if (newAddress) {
    // Codes that went to the old address prove nothing any more.
    await transaction.query('delete from one_time_code where user_id = $1', [userId]);
    await mailPerson(services, transaction, person, context, {
      kind: 'emailChanged',
      recipient: before.email,
      values: { email: shortened(after.email) },
    });
  }
  return success(null);
}

async function refuseTaken(
  { problems }: AuthServices,
  transaction: Transaction,
  before: Fields,
  after: Fields,
  context: CallContext,
): Promise<Refused | null> {
  const { userId } = sessionOf(context);
  if (after.username !== before.username && !(await isNameFree(transaction, after.username, userId))) {
    return conflictAt('username', 'validation.usernameTaken', context, problems);
  }
  if (after.email !== before.email && !(await isNameFree(transaction, after.email, userId)))
    return conflictAt('email', 'server.userExists', context, problems);
  return null;
}
