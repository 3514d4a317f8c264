import { success, type Instant, type Result, type UserId } from '../../../src/domain/base/index.ts';
import type { CallError, Reply, Request, SignedIn } from '../../../src/api/contract/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext } from '../../call/types.ts';
import {
  ADDRESS_RULE,
  AttemptLimiter,
  FAILURES_BEFORE_CAPTCHA,
  NAME_RULE,
  addressKey,
  membershipsOf,
  nameKey,
  recordPersonEvent,
  userOf,
  type UserRow,
} from '../shared/index.ts';
import { findUser, type SignInRow } from './findUser.ts';
import type { Queryable } from '../../store/database.types.ts';
import { noticePerson } from './notices.ts';
import { inQueue, refuseWait } from './passwordCheck.ts';
import { createProvenDevices } from './provenDevice.ts';
import type { AuthServices } from './services.ts';
import { openSession } from './handOver.ts';
import { USER_AGENT_LENGTH, statusRefusal, type SessionOrigin } from './tokens.ts';
import { redeemSecondFactor } from './twoFactor.ts';

export type SignInServices = Pick<
  AuthServices,
  | 'database'
  | 'directory'
  | 'sessions'
  | 'hasher'
  | 'captcha'
  | 'problems'
  | 'outbox'
  | 'writer'
  | 'sealer'
  | 'codeSecret'
  | 'background'
>;

type Refused = Result<never, CallError>;

/**
 * Signs people in. In order: limits (before any hashing), captcha after three failures of the login,
 * password (an unknown name costs the same), the second step where the user set it up, then the user's
 * status. Which of name and password was wrong is never reported. Attempts count by login, whether by its name or
 * its address; those of a browser that the person signed in with before count by themselves, whatever others try.
 */
export function createSignIn(services: SignInServices) {
  const { database, hasher, captcha, problems } = services;
  const names = new AttemptLimiter(NAME_RULE);
  const addresses = new AttemptLimiter(ADDRESS_RULE);
  const devices = createProvenDevices(services.codeSecret);

  const limitAddress = (address: string, context: CallContext): Refused | null => {
    const wait = addresses.attempt(address, context.now);
    return wait === 0 ? null : refuseWait(problems, context.lang, wait);
  };
  const limitName = (name: string, context: CallContext): Refused | null => {
    const wait = names.attempt(name, context.now);
    return wait === 0 ? null : refuseWait(problems, context.lang, wait);
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

  /** Null when the second step is done or not asked for. */
  const secondStep = async (
    row: SignInRow,
    code: string | undefined,
    name: string,
    context: CallContext,
  ): Promise<Refused | null> => {
    if (row.totp_enabled_at === null) return null;
    if (!code) {
      // The password was right, so this was no guess.
      names.refund(name);
      return problems.refuse(context.lang, ERROR.twoFactorRequired);
    }
    const userId = row.id;
    if (
      await database.transaction((transaction) => redeemSecondFactor(services, transaction, userId, code, context.now))
    )
      return null;
    names.failed(name, context.now);
    await recordFailure(userId, 'code', context);
    return problems.refuse(context.lang, ERROR.wrongCode);
  };
  const recordFailure = (userId: number, what: 'password' | 'code', { remote, now }: CallContext) =>
    database.transaction((transaction) =>
      recordPersonEvent(
        transaction,
        userId,
        { userId: null, remote, now },
        { kind: 'signInFailed', data: { wrong: what } },
      ),
    );

  return async (data: Request<'signin'>, context: CallContext): Promise<Result<Reply<'signin'>, CallError>> => {
    const typed = nameKey(data.username);
    const address = addressKey(context.remote);
    const isKnown = devices.isKnown(context.cookies);
    const limited = isKnown ? null : limitAddress(address, context);
    if (limited) return limited;
    const row = await findUser(database, typed);
    const device = row ? devices.find(context.cookies, row.id as UserId) : null;
    const name = device ? `device ${device}` : row ? `login ${row.id}` : `name ${typed}`;
    const refused = (isKnown && device === null ? limitAddress(address, context) : null) ?? limitName(name, context);
    if (refused) return refused;
    if (await askForCaptcha(name, data.captcha, context.now)) {
      // Asking for a captcha is no guess at the password.
      names.refund(name);
      return problems.refuse(context.lang, ERROR.captchaRequired);
    }
    const right = await inQueue(() => checkPassword(row, data.password));
    if (!right.ok) return problems.refuse(context.lang, ERROR.unavailable, { retryAfter: 2 });
    if (!row || !right.value) {
      names.failed(name, context.now);
      // Written after the answer: the time that it takes must not reveal a known name.
      if (row) services.background.run(() => recordFailure(row.id, 'password', context));
      return problems.refuse(context.lang, ERROR.wrongCredentials);
    }
    const unproven = await secondStep(row, data.code, name, context);
    if (unproven) return unproven;
    names.forget(name);
    if (device === null) addresses.refund(address);
    const status = statusRefusal(row.status);
    if (status) return problems.refuse(context.lang, status);
    return success(await openSignedIn(services, row, 'password', context));
  };
}

/** Opens a session for someone who proved themselves, however they did, and lets them know of one from a new place. */
export async function openSignedIn(
  services: SignInServices,
  row: UserRow,
  method: NonNullable<SessionOrigin['method']>,
  context: CallContext,
): Promise<SignedIn> {
  const { database, sessions, background } = services;
  const user = userOf(row);
  const devices = createProvenDevices(services.codeSecret);
  const isKnown = devices.find(context.cookies, user.user_id) !== null;
  devices.remember(context.cookies, user.user_id);
  const isNew = !isKnown && (await isNewPlace(database, user.user_id, context));
  const tokens = await openSession(sessions, user.user_id, method, context);
  if (isNew)
    background.run(() =>
      database.transaction((transaction) => noticePerson(services, transaction, user.user_id, context, 'newSignIn')),
    );
  return { ...tokens, user, accounts: await membershipsOf(database, user.user_id) };
}

/**
 * True where the person has been signed in before, and never with this program from this address. The first time is
 * no news.
 */
async function isNewPlace(database: Queryable, userId: number, { remote, userAgent }: CallContext): Promise<boolean> {
  const [row] = await database.query<{ before: boolean; here: boolean }>(
    `select count(*) > 0 as before, coalesce(bool_or(remote = $2 and user_agent = $3), false) as here
     from session where user_id = $1`,
    [userId, remote, userAgent.slice(0, USER_AGENT_LENGTH)],
  );
  return row !== undefined && row.before && !row.here;
}
