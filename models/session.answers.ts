import type { SignedIn } from '../src/api/contract/index.ts';
import type { Account, Membership } from '../src/domain/account/index.ts';
import { failure, success, type AccountId, type Result, type UserId } from '../src/domain/base/index.ts';
import { ERROR, behaviourOf, type ErrorCode } from '../src/domain/errors/index.ts';
import { DEFAULT_SETTINGS } from '../src/domain/account/index.ts';
import type { EnteredAccount, SessionEffects, SessionProblem } from '../src/machines/session/index.ts';

export const id = (value: number) => value as AccountId;
export const user = {
  user_id: 1 as UserId,
  username: 'consumer',
  email: 'c@example.test',
  first_name: 'C',
  last_name: 'D',
  time_zone: '',
  picture: '',
};
export const membership = (account: number): Membership => ({
  account_id: id(account),
  name: `Account ${account}`,
  type: 'CONSUMER',
  role: 'Dispatcher',
  status: 'active',
});
const account = (accountId: AccountId): Account => ({
  account_id: accountId,
  parent_id: null,
  name: `Account ${accountId}`,
  type: 'CONSUMER',
  status: 'active',
  restrict_sub_accounts: false,
});

export function problem(code: ErrorCode): SessionProblem {
  return {
    code,
    message: `${code} Correlation ID: 1`,
    text: code,
    correlationId: '1',
    fields: [],
    behaviour: behaviourOf(code, true),
  };
}

export const entered = (
  accountId: AccountId,
  permissions = { units: ['r'] } as EnteredAccount['permissions'],
  settings = DEFAULT_SETTINGS,
): Result<EnteredAccount, SessionProblem> =>
  success({
    account: account(accountId),
    permissions,
    settings,
    permissionsChanged: false,
    branding: {
      account_id: accountId,
      name: `Account ${accountId}`,
      logos: {},
      default_theme: '',
      default_language: '',
    },
  });

/** The answer to a sign-in that happened outside of the statechart. */
export const adopted = (accounts: readonly number[]): SignedIn => ({
  access_token: 'a',
  bearer_token: 'b',
  user,
  accounts: accounts.map(membership),
});

/** The effects that a test answers. */
export type StubbedAnswers = Pick<
  SessionEffects,
  'restore' | 'signIn' | 'signInWithPasskey' | 'listAccounts' | 'solveCaptcha' | 'enterAccount' | 'renew' | 'signOut'
>;

/** Answers that a test sets before it acts; what was done is written down. */
export function stubEffects() {
  const done: string[] = [];
  const answers: StubbedAnswers = {
    restore: async () => success(null),
    signIn: async () => failure(problem(ERROR.wrongCredentials)),
    signInWithPasskey: async () => success(null),
    listAccounts: async () => success({ user, accounts: [membership(1), membership(2)] }),
    solveCaptcha: async () => success('solution'),
    enterAccount: async (accountId) => entered(accountId),
    renew: async () => success('token'),
    signOut: async () => undefined,
  };
  /** An effect that is written down and answered as the test has set by then. */
  const noted =
    <Given extends unknown[], Answer>(name: string, answer: () => (...given: Given) => Answer) =>
    (...given: Given): Answer => {
      const [first] = given;
      done.push(first instanceof AbortSignal ? name : `${name} ${JSON.stringify(first)}`);
      return answer()(...given);
    };
  const effects: SessionEffects = {
    restore: noted('restore', () => answers.restore),
    signIn: noted('signIn', () => answers.signIn),
    signInWithPasskey: noted('signInWithPasskey', () => answers.signInWithPasskey),
    listAccounts: noted('listAccounts', () => answers.listAccounts),
    adopt({ user: who, accounts }) {
      done.push('adopt');
      return { user: who, accounts };
    },
    solveCaptcha: noted('solveCaptcha', () => answers.solveCaptcha),
    enterAccount: noted('enterAccount', () => answers.enterAccount),
    renew: noted('renew', () => answers.renew),
    signOut: noted('signOut', () => answers.signOut),
    oweSignOut: () => void done.push('oweSignOut'),
    clear: () => void done.push('clear'),
    keepTarget: (target) => void done.push(`keepTarget ${target}`),
    openTarget: (target) => void done.push(`openTarget ${target}`),
    openLogin: () => void done.push('openLogin'),
    unexpectedText: () => 'Something unexpected happened',
    announceRoleUpdate: () => void done.push('announceRoleUpdate'),
    reload: () => void done.push('reload'),
  };
  return { effects, answers, done };
}
