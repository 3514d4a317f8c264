import { SECOND, failure, success, type Instant, type Result } from '../../../src/domain/base/index.ts';
import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { User } from '../../../src/domain/user/index.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import type { Captcha } from './captcha.ts';
import { ADDRESS_RULE, AttemptLimiter, FAILURES_BEFORE_CAPTCHA, NAME_RULE, addressKey } from './limiter.ts';
import { membershipsOf, userOf, type UserRow } from './people.ts';
import { HashQueueFull, type PasswordHasher } from './password.ts';
import { statusRefusal, type Sessions } from './sessions.ts';

export interface SignInServices {
  readonly database: Queryable;
  readonly sessions: Pick<Sessions, 'open'>;
  readonly hasher: PasswordHasher;
  readonly captcha: Captcha;
  readonly problems: Problems;
}

type Refused = Result<never, CallError>;

/**
 * Signs people in. In order: limits (before any hashing), captcha after three failures of the name,
 * password (an unknown name costs the same), then the user's status. Which of name and password was
 * wrong is never told.
 */
export function createSignIn({ database, sessions, hasher, captcha, problems }: SignInServices) {
  const names = new AttemptLimiter(NAME_RULE);
  const addresses = new AttemptLimiter(ADDRESS_RULE);

  const limit = (name: string, address: string, context: CallContext): Refused | null => {
    const wait = addresses.attempt(address, context.now) || names.attempt(name, context.now);
    if (wait === 0) return null;
    const seconds = Math.ceil(wait / SECOND);
    return problems.refuse(context.lang, ERROR.tooManyRequests, { values: { seconds }, retryAfter: seconds });
  };
  const askForCaptcha = async (name: string, solution: string | undefined, now: Instant): Promise<boolean> => {
    if (names.failures(name, now) < FAILURES_BEFORE_CAPTCHA) return false;
    return !solution || !(await captcha.redeem(solution, now));
  };
  const checkPassword = async (row: UserRow | undefined, password: string): Promise<boolean> => {
    if (row) return hasher.verify(row.password_hash, password);
    await hasher.pretend(password);
    return false;
  };

  return async (data: Request<'signin'>, context: CallContext): Promise<Result<Reply<'signin'>, CallError>> => {
    const name = data.username.trim().toLowerCase();
    const address = addressKey(context.remote);
    const limited = limit(name, address, context);
    if (limited) return limited;
    if (await askForCaptcha(name, data.captcha, context.now)) {
      // Asking for a captcha is no guess at the password.
      names.refund(name);
      return problems.refuse(context.lang, ERROR.captchaRequired);
    }
    const row = await findUser(database, name);
    const right = await inQueue(() => checkPassword(row, data.password));
    if (!right.ok) return problems.refuse(context.lang, ERROR.unavailable, { retryAfter: 2 });
    if (!row || !right.value) {
      names.failed(name, context.now);
      return problems.refuse(context.lang, ERROR.wrongCredentials);
    }
    names.forget(name);
    addresses.refund(address);
    const status = statusRefusal(row.status);
    if (status) return problems.refuse(context.lang, status);
    const user: User = userOf(row);
    const tokens = await sessions.open(user.user_id, context, context.now);
    const accounts = await membershipsOf(database, user.user_id);
    return success({ access_token: tokens.accessToken, bearer_token: tokens.bearerToken, user, accounts });
  };
}

/** A full queue is an expected failure under attack; anything else is a bug. */
async function inQueue<T>(work: () => Promise<T>): Promise<Result<T, 'full'>> {
  try {
    return success(await work());
  } catch (error) {
    if (error instanceof HashQueueFull) return failure('full');
    throw error;
  }
}

/** By user name or e-mail address; a user name wins should someone's equal another's address. */
async function findUser(database: Queryable, name: string): Promise<UserRow | undefined> {
  const rows = await database.query<UserRow & { username_key: string }>(
    `select id, username, username_key, email, first_name, last_name, password_hash, status
     from app_user where username_key = $1 or email_key = $1`,
    [name],
  );
  return rows.find((row) => row.username_key === name) ?? rows[0];
}
