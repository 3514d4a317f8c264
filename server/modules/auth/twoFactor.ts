import type { CallError } from '../../../src/api/contract/index.ts';
import { failure, success, type Instant, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { AttemptLimiter, NAME_RULE, actorOf, recordPersonEvent, sessionOf } from '../shared/index.ts';
import { mailPerson, readPerson } from './notices.ts';
import { refuseWait, type PasswordCheck } from './passwordCheck.ts';
import { answerProfile } from './profile.ts';
import type { AuthServices } from './services.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpStep, totpUri } from './totp.ts';

type TwoFactorMethod = 'startTwoFactor' | 'confirmTwoFactor' | 'disableTwoFactor' | 'renewRecoveryCodes';

interface SecretRow {
  username: string;
  totp_secret: string | null;
  totp_enabled_at: Date | null;
  totp_last_step: number;
}

/** The second step of signing in: an authenticator, and recovery codes for the day it is lost. */
export function createTwoFactorHandlers(
  services: AuthServices,
  checkPassword: PasswordCheck,
): Pick<Handlers, TwoFactorMethod> {
  const { database, problems, sealer } = services;
  const attempts = new AttemptLimiter(NAME_RULE);
  const conflict = (key: string, { lang }: CallContext) => failure(problems.error(lang, ERROR.conflict, { key }));
  return {
    async startTwoFactor(_, context) {
      const { userId } = sessionOf(context);
      const secret = newTotpSecret();
      const [row] = await database.query<{ username: string }>(
        'update app_user set totp_secret = $2, totp_last_step = 0 where id = $1 and totp_enabled_at is null returning username',
        [userId, sealer.seal(secret)],
      );
      return row ? success({ secret, uri: totpUri(secret, row.username) }) : conflict('server.twoFactorOn', context);
    },
    async confirmTwoFactor(data, context) {
      const { userId } = sessionOf(context);
      const wait = attempts.attempt(String(userId), context.now);
      if (wait > 0) return refuseWait(problems, context.lang, wait);
      return database.transaction(async (transaction): Promise<Result<{ recovery_codes: string[] }, CallError>> => {
        const row = await readSecret(transaction, userId);
        if (row?.totp_enabled_at) return conflict('server.twoFactorOn', context);
        const secret = row?.totp_secret ? sealer.open(row.totp_secret) : null;
        if (secret === null) return conflict('server.twoFactorNotStarted', context);
        const step = totpStep(secret, data.code, context.now, 0);
        if (step === null) return problems.refuse(context.lang, ERROR.wrongCode);
        await transaction.query('update app_user set totp_enabled_at = $2, totp_last_step = $3 where id = $1', [
          userId,
          new Date(context.now),
          step,
        ]);
        await note(services, transaction, 'twoFactorEnabled', 'twoFactorOn', context);
        return success({ recovery_codes: await replaceRecoveryCodes(services, transaction, userId) });
      });
    },
    async disableTwoFactor(data, context) {
      const { userId } = sessionOf(context);
      const known = await checkPassword(data.password, 'password', context);
      if (!known.ok) return known;
      await database.transaction(async (transaction) => {
        const [off] = await transaction.query(
          'update app_user set totp_secret = null, totp_enabled_at = null, totp_last_step = 0 where id = $1 and totp_enabled_at is not null returning id',
          [userId],
        );
        await transaction.query('delete from recovery_code where user_id = $1', [userId]);
        if (off) await note(services, transaction, 'twoFactorDisabled', 'twoFactorOff', context);
      });
      return answerProfile(services, context);
    },
    async renewRecoveryCodes(data, context) {
      const { userId } = sessionOf(context);
      const known = await checkPassword(data.password, 'password', context);
      if (!known.ok) return known;
      return database.transaction(async (transaction): Promise<Result<{ recovery_codes: string[] }, CallError>> => {
        const row = await readSecret(transaction, userId);
        if (!row?.totp_enabled_at) return conflict('server.twoFactorOffAlready', context);
        const by = actorOf(context, context.now);
        await recordPersonEvent(transaction, userId, by, { kind: 'recoveryCodesRenewed', data: {} });
        return success({ recovery_codes: await replaceRecoveryCodes(services, transaction, userId) });
      });
    },
  };
}

/** True once for the authenticator's code of a step, or once for a recovery code. */
export async function redeemSecondFactor(
  services: Pick<AuthServices, 'sealer' | 'codeSecret'>,
  transaction: Transaction,
  userId: number,
  code: string,
  now: Instant,
): Promise<boolean> {
  const row = await readSecret(transaction, userId);
  const secret = row?.totp_secret ? services.sealer.open(row.totp_secret) : null;
  if (!row) return false;
  const step = secret === null ? null : totpStep(secret, code, now, row.totp_last_step);
  if (step !== null) {
    await transaction.query('update app_user set totp_last_step = $2 where id = $1', [userId, step]);
    return true;
  }
  const [spent] = await transaction.query(
    'update recovery_code set used_at = $3 where user_id = $1 and hash = $2 and used_at is null returning user_id',
    [userId, hashRecoveryCode(services.codeSecret, userId, code), new Date(now)],
  );
  return spent !== undefined;
}

/** Locked, so that a code that comes twice at once counts once. */
async function readSecret(transaction: Transaction, userId: number): Promise<SecretRow | undefined> {
  const [row] = await transaction.query<SecretRow>(
    'select username, totp_secret, totp_enabled_at, totp_last_step from app_user where id = $1 for update',
    [userId],
  );
  return row;
}

async function replaceRecoveryCodes(
  { codeSecret }: AuthServices,
  transaction: Transaction,
  userId: number,
): Promise<string[]> {
  const codes = newRecoveryCodes();
  await transaction.query('delete from recovery_code where user_id = $1', [userId]);
  for (const code of codes)
    await transaction.query('insert into recovery_code (user_id, hash) values ($1, $2)', [
      userId,
      hashRecoveryCode(codeSecret, userId, code),
    ]);
  return codes;
}

async function note(
  services: AuthServices,
  transaction: Transaction,
  kind: 'twoFactorEnabled' | 'twoFactorDisabled',
  mail: 'twoFactorOn' | 'twoFactorOff',
  context: CallContext,
): Promise<void> {
  const { userId } = sessionOf(context);
  await recordPersonEvent(transaction, userId, actorOf(context, context.now), { kind, data: {} });
  const person = await readPerson(transaction, userId);
  if (person) await mailPerson(services, transaction, person, context, { kind: mail });
}
