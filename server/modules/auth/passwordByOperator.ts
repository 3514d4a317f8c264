import { randomInt } from 'node:crypto';
import { failure, LENGTH, success, type Instant, type Result } from '../../../src/domain/base/index.ts';
import type { Database } from '../../store/database.types.ts';
import { endSessionsOf, nameKey, recordPersonEvent } from '../shared/index.ts';
import { findUser } from './findUser.ts';
import type { PasswordHasher } from './password.ts';

/** Without signs that are mistaken for one another when they are read aloud or copied by hand. */
const ALPHABETS = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '-+=#!?'] as const;

export interface OperatorReset {
  /** User name or email. */
  readonly name: string;
  /** Turns two-step verification off and removes the recovery codes, for who lost the phone as well. */
  readonly withoutTwoFactor: boolean;
  /** Lets an inactive or blocked login sign in again. */
  readonly activate: boolean;
  readonly now: Instant;
}

export interface ResetLogin {
  readonly username: string;
  /** Shown once; only its hash is stored. */
  readonly password: string;
  readonly status: string;
  /** The sign-in still asks for a code of the person's phone. */
  readonly twoFactor: boolean;
  readonly endedSessions: number;
}

/**
 * Gives a login a new random password and ends its sessions: for whoever holds the machine, when nobody
 * can sign in any more. Recorded in the audit as done by nobody of the product. Fails with `unknown`.
 */
export async function resetPasswordByOperator(
  database: Database,
  hasher: Pick<PasswordHasher, 'hash'>,
  reset: OperatorReset,
): Promise<Result<ResetLogin, 'unknown'>> {
  const { now, withoutTwoFactor } = reset;
  const user = await findUser(database, nameKey(reset.name));
  if (!user) return failure('unknown');
  const userId = user.id;
  const password = newPassword();
  const hash = await hasher.hash(password);
  const ended = await database.transaction(async (transaction) => {
    await transaction.query('update app_user set password_hash = $2 where id = $1', [userId, hash]);
    await transaction.query(
      "delete from one_time_code where user_id = $1 and purpose in ('passwordReset', 'passwordResetGrant')",
      [userId],
    );
    const by = { userId: null, now };
    await recordPersonEvent(transaction, userId, by, { kind: 'passwordReset', data: { by: 'operator' } });
    if (withoutTwoFactor && user.totp_enabled_at !== null) {
      await transaction.query(
        'update app_user set totp_secret = null, totp_enabled_at = null, totp_last_step = 0 where id = $1',
        [userId],
      );
      await transaction.query('delete from recovery_code where user_id = $1', [userId]);
      await recordPersonEvent(transaction, userId, by, { kind: 'twoFactorDisabled', data: { by: 'operator' } });
    }
    if (reset.activate && user.status !== 'active') {
      await transaction.query("update app_user set status = 'active' where id = $1", [userId]);
      await recordPersonEvent(transaction, userId, by, {
        kind: 'loginActivated',
        data: { before: user.status, by: 'operator' },
      });
    }
    return endSessionsOf(transaction, { userId, reason: 'passwordReset', by });
  });
  const twoFactor = user.totp_enabled_at !== null && !withoutTwoFactor;
  return success({
    username: user.username,
    password,
    status: reset.activate ? 'active' : user.status,
    twoFactor,
    endedSessions: ended.length,
  });
}

/** The longest that the stricter policy takes, with a sign of each class at a random place. */
function newPassword(): string {
  const pick = (signs: string) => signs[randomInt(signs.length)] ?? '';
  const signs = [
    ...ALPHABETS.map(pick),
    ...Array.from({ length: LENGTH.classedPassword.max - ALPHABETS.length }, () => pick(ALPHABETS.join(''))),
  ];
  for (let last = signs.length - 1; last > 0; last--) {
    const other = randomInt(last + 1);
    [signs[last], signs[other]] = [signs[other] ?? '', signs[last] ?? ''];
  }
  return signs.join('');
}
