import type {
  CallData,
  CaptchaChallenge,
  MethodName,
  PasskeyOptions,
  Reply,
  SignedIn,
} from '../../api/contract/index.ts';
import { samePermissions } from '../../domain/access/index.ts';
import type { Membership } from '../../domain/account/index.ts';
import { failure, success, type Result } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { SessionKeeper } from './keeper.ts';
import type { EnteredAccount, RestoredSession, SessionEffects, SessionProblem, SignedInUser } from './types.ts';

/** The calls that a session makes; the product's client fits. */
export interface SessionCalls {
  call<M extends MethodName>(
    method: M,
    data: CallData<M>,
    options?: { signal?: AbortSignal },
  ): Promise<Result<Reply<M>, SessionProblem>>;
  renew(refused: string | null): Promise<Result<string, SessionProblem>>;
}

/** What happens on the screen; `app` provides it. */
export type SessionScreens = Pick<
  SessionEffects,
  'keepTarget' | 'openTarget' | 'openLogin' | 'unexpectedText' | 'announceRoleUpdate' | 'reload'
>;

/** A sign-out that has not reached the server: its cookie would open the session again. */
interface OwedSignOuts {
  owe(isOwed: boolean): void;
}

export interface SessionServices {
  readonly calls: SessionCalls;
  readonly keeper: SessionKeeper;
  readonly screens: SessionScreens;
  readonly signOuts: OwedSignOuts;
  /** Lets the user's device answer for a passkey; null when the user thought better of it. */
  passkey(options: PasskeyOptions['options'], signal: AbortSignal): Promise<object | null>;
  /** Solves a challenge; null when no solution was found. */
  solve(
    challenge: CaptchaChallenge,
    options: { signal: AbortSignal; onProgress: (part: number) => void },
  ): Promise<string | null>;
}

/** The statechart's effects over the product's calls and the browser's storage. */
export function createSessionEffects({
  calls,
  keeper,
  screens,
  signOuts,
  solve,
  passkey,
}: SessionServices): SessionEffects {
  let memberships: readonly Membership[] = [];
  const enterAccount: SessionEffects['enterAccount'] = async (accountId, signal) => {
    const kept = keeper.stored();
    const answer = await calls.call('selectAccount', { account_id: accountId }, { signal });
    if (!answer.ok) return answer;
    const { account, permissions, settings, branding } = answer.value;
    const isSameAccount =
      kept !== null && kept.accountId === accountId && kept.accountId === keeper.current().accountId;
    const role = memberships.find(({ account_id: id }) => id === accountId)?.role ?? null;
    keeper.enter({ accountId, accountType: account.type, role, permissions });
    const entered: EnteredAccount = {
      account,
      permissions,
      settings,
      branding,
      permissionsChanged: isSameAccount && !samePermissions(kept.permissions, permissions),
    };
    return success(entered);
  };
  const adopt = ({ user, accounts, access_token: accessToken }: SignedIn): SignedInUser => {
    keeper.open(user.user_id, accessToken);
    signOuts.owe(false);
    memberships = accounts;
    return { user, accounts };
  };
  return {
    ...screens,
    enterAccount,
    adopt,
    async restore(signal) {
      const stored = keeper.stored();
      if (!stored) return success(null);
      keeper.adopt(stored);
      const answer = await calls.call('getUserAccounts', {}, { signal });
      if (!answer.ok) return answer;
      memberships = answer.value.accounts;
      const restored: RestoredSession = { ...answer.value, accountId: stored.accountId };
      return success(restored);
    },
    async signIn({ username, password, captcha, code }, signal) {
      const answer = await calls.call(
        'signin',
        { username, password, ...(captcha === null ? {} : { captcha }), ...(code === null ? {} : { code }) },
        { signal },
      );
      return answer.ok ? success(adopt(answer.value)) : answer;
    },
    async signInWithPasskey(signal) {
      const started = await calls.call('startPasskeySignIn', {}, { signal });
      if (!started.ok) return started;
      const response = await passkey(started.value.options, signal);
      if (response === null) return success(null);
      const answer = await calls.call('signInWithPasskey', { ceremony: started.value.ceremony, response }, { signal });
      return answer.ok ? success(adopt(answer.value)) : answer;
    },
    async listAccounts(signal) {
      const answer = await calls.call('getUserAccounts', {}, { signal });
      if (!answer.ok) return answer;
      memberships = answer.value.accounts;
      return success(answer.value);
    },
    async solveCaptcha(signal, onProgress) {
      const challenge = await calls.call('getCaptcha', {}, { signal });
      if (!challenge.ok) return challenge;
      const solution = await solve(challenge.value, { signal, onProgress });
      return solution === null ? failure(UNSOLVED) : success(solution);
    },
    renew: () => calls.renew(keeper.current().accessToken),
    async signOut(signal) {
      const answer = await calls.call('signout', {}, { signal });
      if (answer.ok) return;
      // The window may have slept until its access token ran out: its cookie would still open the session.
      const isAway = answer.error.behaviour === 'unavailable';
      const ended = isAway ? answer : await calls.call('endSession', {}, { signal });
      if (!ended.ok) signOuts.owe(true);
    },
    oweSignOut: () => signOuts.owe(true),
    clear: () => keeper.clear(),
  };
}

/** A challenge without a solution is a fault of ours; the user may try another. */
const UNSOLVED: SessionProblem = {
  code: ERROR.captchaRequired,
  message: '',
  text: '',
  correlationId: null,
  fields: [],
  behaviour: 'show',
};
