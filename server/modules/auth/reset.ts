import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { CODE, HOUR, SECOND, success, type Instant, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { newPasswordSchema } from '../../../src/domain/user/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { validateData } from '../../call/validation.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  ADDRESS_RULE,
  AttemptLimiter,
  USER_COLUMNS,
  addressKey,
  endSessionsOf,
  nameKey,
  passwordPolicyOf,
  recordPersonEvent,
  refuseCommonPassword,
  type LimiterRule,
  type UserRow,
} from '../shared/index.ts';
import { shortened, type Codes } from './codes.ts';
import { endSecrets } from './endSecrets.ts';
import { mailPerson, readPerson } from './notices.ts';
import { hashInQueue, inQueue, refuseWait } from './passwordCheck.ts';
import { findUser } from './findUser.ts';
import type { AuthServices } from './services.ts';
import { Spacing } from './spacing.ts';

/** Codes that one name may ask for. */
const NAME_HOURLY: LimiterRule = { attempts: 6, window: HOUR, wait: HOUR, longestWait: HOUR };
/** Requests of an address after which a captcha is asked for. */
const REQUESTS_BEFORE_CAPTCHA = 3;
const RESET_TOKEN_BYTES = 32;

type ResetMethod = 'resetPasswordRequest' | 'checkResetCode' | 'resetPassword';

/**
 * A forgotten password: a code by mail, the right to choose again for the code, the new password for the right
 * (specification, chapter 4). The answer and its time hide whether a login exists: the mail is made after the answer.
 */
export function createResetHandlers(services: AuthServices, codes: Codes): Pick<Handlers, ResetMethod> {
  const { database, captcha, problems, background } = services;
  const requests = new AttemptLimiter(ADDRESS_RULE);
  const checks = new AttemptLimiter(ADDRESS_RULE);
  const names = new AttemptLimiter(NAME_HOURLY);
  const spacing = new Spacing(CODE.resendAfter);
  const wrongCode = ({ lang }: CallContext) => problems.refuse(lang, ERROR.wrongCode);

  return {
    async resetPasswordRequest(data, context) {
      const name = nameKey(data.username);
      const address = addressKey(context.remote);
      const wait = requests.attempt(address, context.now);
      if (wait > 0) return refuseWait(problems, context.lang, wait);
      if (
        requests.failures(address, context.now) >= REQUESTS_BEFORE_CAPTCHA &&
        !(data.captcha && (await captcha.redeem(data.captcha, context.now)))
      ) {
        requests.refund(address);
        return problems.refuse(context.lang, ERROR.captchaRequired);
      }
      const early = spacing.pass(name, context.now) || names.attempt(name, context.now);
      if (early > 0) return refuseWait(problems, context.lang, early);
      requests.failed(address, context.now);
      background.run(() => sendCode(services, codes, name, context));
      return success({ resend_after: CODE.resendAfter / SECOND, sent_to: name.includes('@') ? shortened(name) : '' });
    },
    async checkResetCode(data, context) {
      const wait = checks.attempt(addressKey(context.remote), context.now);
      if (wait > 0) return refuseWait(problems, context.lang, wait);
      return database.transaction(async (transaction): Promise<Result<Reply<'checkResetCode'>, CallError>> => {
        const user = await findUser(transaction, nameKey(data.username));
        const userId = user?.id ?? 0;
        const target = await codes.redeem(transaction, {
          purpose: 'passwordReset',
          userId,
          code: data.code,
          now: context.now,
        });
        if (target === null) return wrongCode(context);
        return success({
          reset_token: await grantReset(transaction, userId, target, context.now),
          password_policy: await passwordPolicyOf(transaction, userId),
        });
      });
    },
    resetPassword: (data, context) => resetPassword(services, data, context),
  };
}

async function sendCode(services: AuthServices, codes: Codes, name: string, context: CallContext): Promise<void> {
  await services.database.transaction(async (transaction) => {
    const user = await findUser(transaction, name);
    // Only a proven address: whoever got into an open browser could have written theirs.
    if (user?.status !== 'active' || user.email_verified_at === null) return;
    const userId = user.id;
    const person = await readPerson(transaction, userId);
    const issued = await codes.issue(transaction, {
      purpose: 'passwordReset',
      userId,
      target: user.email,
      now: context.now,
    });
    if (!person || !('code' in issued)) return;
    await mailPerson(services, transaction, person, context, {
      kind: 'passwordReset',
      values: { code: issued.code, minutes: CODE.lifetime / 60 / SECOND },
    });
    const by = { userId: null, remote: context.remote, now: context.now };
    await recordPersonEvent(transaction, userId, by, { kind: 'passwordResetRequested', data: {} });
  });
}

/** A one-time right: its row's number and a secret that only its hash is kept of. */
async function grantReset(transaction: Transaction, userId: number, target: string, now: Instant): Promise<string> {
  const id = await transaction.nextId('one_time_code');
  const secret = randomBytes(RESET_TOKEN_BYTES).toString('base64url');
  await transaction.query("delete from one_time_code where user_id = $1 and purpose = 'passwordResetGrant'", [userId]);
  await transaction.query(
    "insert into one_time_code (id, purpose, user_id, target, hash, created_at, expires_at) values ($1, 'passwordResetGrant', $2, $3, $4, $5, $6)",
    [id, userId, target, sha256(secret), new Date(now), new Date(now + CODE.lifetime)],
  );
  return `${id}.${secret}`;
}

interface Grant {
  readonly id: number;
  readonly user: UserRow;
  /** Where the code went. */
  readonly target: string;
}

async function findGrant(transaction: Pick<Transaction, 'query'>, token: string, now: Instant): Promise<Grant | null> {
  const [, id, secret] = /^(\d{1,15})\.([\w-]{43})$/.exec(token) ?? [];
  if (!id || !secret) return null;
  const [row] = await transaction.query<UserRow & { hash: Buffer; target: string }>(
    `select ${USER_COLUMNS}, c.hash, c.target
     from one_time_code c join app_user on app_user.id = c.user_id
     where c.id = $1 and c.purpose = 'passwordResetGrant' and c.used_at is null and c.expires_at > $2`,
    [Number(id), new Date(now)],
  );
  return row && timingSafeEqual(row.hash, sha256(secret)) ? { id: Number(id), user: row, target: row.target } : null;
}

async function resetPassword(
  services: AuthServices,
  data: Request<'resetPassword'>,
  context: CallContext,
): Promise<Result<Reply<'resetPassword'>, CallError>> {
  const { database, hasher, problems, sessions } = services;
  const { lang, now, remote } = context;
  const grant = await findGrant(database, data.reset_token, now);
  if (!grant) return problems.refuse(lang, ERROR.wrongCode, { key: 'server.resetExpired' });
  const userId = grant.user.id;
  const checked = validateData(newPasswordSchema(await passwordPolicyOf(database, userId)), data, lang, problems);
  if (!checked.ok) return checked;
  if (data.password.toLowerCase() === nameKey(grant.user.username))
    return problems.refuseField(lang, 'password', 'validation.passwordUsername');
  const common = refuseCommonPassword(problems, lang, 'password', data.password);
  if (common) return common;
  const same = await inQueue(() => hasher.verify(grant.user.password_hash, data.password));
  if (same.ok && same.value) return problems.refuseField(lang, 'password', 'validation.passwordSame');
  const hash = same.ok ? await hashInQueue(hasher, data.password) : null;
  if (hash === null) return problems.refuse(lang, ERROR.unavailable, { retryAfter: 2 });
  const ended = await database.transaction(async (transaction) => {
    const [spent] = await transaction.query(
      'update one_time_code set used_at = $2 where id = $1 and used_at is null returning id',
      [grant.id, new Date(now)],
    );
    const person = await readPerson(transaction, userId);
    if (!spent || !person) return null;
    await transaction.query(
      'update app_user set password_hash = $2, email_verified_at = case when email = $4 then coalesce(email_verified_at, $3) else email_verified_at end where id = $1',
      [userId, hash, new Date(now), grant.target],
    );
    const by = { userId, remote, now };
    await recordPersonEvent(transaction, userId, by, { kind: 'passwordReset', data: {} });
    await mailPerson(services, transaction, person, context, { kind: 'passwordChanged' });
    return {
      keys: await endSecrets(transaction, userId, data, by),
      sessions: await endSessionsOf(transaction, { userId, reason: 'passwordReset', by }),
    };
  });
  if (!ended) return problems.refuse(lang, ERROR.wrongCode, { key: 'server.resetExpired' });
  sessions.forget(ended.sessions);
  ended.keys.forEach((id) => sessions.forgetApiKey(id));
  return success({});
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
