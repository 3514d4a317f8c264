import { failure, success } from '../../../src/domain/base/index.ts';
import { createPasswordHasher, resetPasswordByOperator, type ResetLogin } from '../../modules/auth/index.ts';
import type { AdminCommand } from '../command.ts';

const WITHOUT_TWO_FACTOR = 'disable-two-factor';
const ACTIVATE = 'activate';

/** A new password for who cannot sign in and gets no mail either. */
export const resetPasswordCommand: AdminCommand = {
  name: 'reset-password',
  summary: 'Sets a new random password for a user and prints it',
  parameters: [{ name: 'user', takes: 'a user name or an email address' }],
  options: {
    [WITHOUT_TWO_FACTOR]: 'turns two-step verification off as well, for who lost the phone',
    [ACTIVATE]: 'lets a login that is inactive or blocked sign in again',
  },
  details: [
    'The user is signed out everywhere: a running server notices within half a minute. The reset is in the audit.',
    'The user should change the password after signing in (Settings, Security).',
  ],
  async run({ parameters: [name = ''], options, openDatabase, now }) {
    const database = await openDatabase('current');
    if (!database.ok) return database;
    const reset = await resetPasswordByOperator(database.value, createPasswordHasher(), {
      name,
      withoutTwoFactor: options.has(WITHOUT_TWO_FACTOR),
      activate: options.has(ACTIVATE),
      now: now(),
    });
    return reset.ok
      ? success(answerOf(reset.value))
      : failure(`There is no user "${name}". Give the user name or the email address that they sign in with.`);
  },
};

function answerOf({ username, password, status, twoFactor, endedSessions }: ResetLogin): string {
  return [
    `New password of ${username}: ${password}`,
    ...(endedSessions > 0 ? [`Signed out of ${endedSessions} ${endedSessions === 1 ? 'session' : 'sessions'}.`] : []),
    ...(twoFactor
      ? [`The sign-in still asks for a code of the authenticator app; --${WITHOUT_TWO_FACTOR} turns that off.`]
      : []),
    ...(status === 'active' ? [] : [`The login is ${status} and cannot sign in; --${ACTIVATE} changes that.`]),
  ].join('\n');
}
