import { and, assertEvent, assign, fromPromise, not, setup, stateIn, type DoneActorEvent } from 'xstate';
import { SESSION, type AccountId, type Result } from '../../domain/base/index.ts';
import { actorOf } from '../shared/index.ts';
import { endedByServer, ends, inAccount, problemOf, unexpected, type Outcome } from './outcomes.ts';
import type {
  Credentials,
  EnteredAccount,
  RestoredSession,
  SessionContext,
  SessionEffects,
  SessionEvent,
  SessionProblem,
  SignedInUser,
} from './types.ts';

/** What is known while nobody is signed in. */
export const SIGNED_OUT = {
  user: null,
  accounts: [],
  accountId: null,
  account: null,
  permissions: {},
  arePermissionsOutdated: false,
  settings: null,
  branding: null,
  credentials: null,
  isSecondStep: false,
  captcha: null,
  captchaProgress: 0,
} as const;

/** Another account is being entered from within the session. */
export const SWITCHING = '#session.signedIn.screen.switching';

/** Pause before a server that was away is asked again. */
const UNREACHABLE_RETRY = 5_000;

/** The actors, actions and guards of the session, for its states to name. */
export function createSessionSetup(effects: SessionEffects) {
  return setup({
    types: {
      context: {} as SessionContext,
      events: {} as SessionEvent,
      tags: {} as
        | 'busy'
        | 'signedOut'
        | 'signedIn'
        | 'entering'
        | 'choosing'
        | 'captcha'
        | 'code'
        | 'leaving'
        | 'unreachable',
    },
    actors: {
      restore: actorOf<Result<RestoredSession | null, SessionProblem>>((_, signal) => effects.restore(signal)),
      signIn: actorOf<Result<SignedInUser, SessionProblem>, Credentials>((input, signal) =>
        effects.signIn(input, signal),
      ),
      signInWithPasskey: actorOf<Result<SignedInUser | null, SessionProblem>>((_, signal) =>
        effects.signInWithPasskey(signal),
      ),
      listAccounts: actorOf<Result<SignedInUser, SessionProblem>>((_, signal) => effects.listAccounts(signal)),
      solveCaptcha: fromPromise<Result<string, SessionProblem>, { onProgress: (part: number) => void }>(
        ({ input, signal }) => effects.solveCaptcha(signal, input.onProgress),
      ),
      enterAccount: actorOf<Result<EnteredAccount, SessionProblem>, AccountId>((input, signal) =>
        effects.enterAccount(input, signal),
      ),
      renew: actorOf<Result<unknown, SessionProblem>>((_, signal) => effects.renew(signal)),
      signOut: actorOf<unknown>((_, signal) => effects.signOut(signal)),
    },
    actions: {
      forgetProblem: assign({ problem: null }),
      /** The step's refusal, to be shown where one may try again. */
      refuse: assign({ problem: (_, outcome: Outcome) => problemOf(outcome) }),
      endByServer: assign((_, outcome: Outcome) => endedByServer(outcome)),
      /** Takes over what entering the account made known of it. */
      enter: assign((_, outcome: Result<EnteredAccount, SessionProblem>) =>
        outcome.ok ? inAccount(outcome.value) : {},
      ),
      /** Forgets a choice that was refused: the account stays the one in use, if any. */
      dropChoice: assign({ accountId: ({ context }) => context.account?.account_id ?? null }),
      forgetCredentials: assign({ credentials: null }),
      forgetCaptcha: assign({ captcha: null, captchaProgress: 0 }),
      adopt: assign(({ event }) => {
        assertEvent(event, 'session.adopted');
        return { ...effects.adopt(event.signedIn), accountId: null, problem: null, ended: null, endedBy: null };
      }),
      openLanding: () => effects.openTarget(null),
      forgetUser: assign(SIGNED_OUT),
      keepTarget: assign(({ event }) => {
        assertEvent(event, 'session.targetBlocked');
        return { target: event.target };
      }),
      storeTarget: ({ context }) => effects.keepTarget(context.target),
      openTarget: ({ context }) => effects.openTarget(context.target),
      forgetTarget: assign({ target: null }),
      rememberChoice: assign(({ event }) => {
        assertEvent(event, 'session.selectAccount');
        return { accountId: event.accountId };
      }),
      rememberEnd: assign(({ event }) => {
        assertEvent(event, 'session.forcedOut');
        return { ended: event.problem, endedBy: 'server' as const };
      }),
      rememberOtherTab: assign({ ended: null, endedBy: 'elsewhere' }),
      clearStorage: () => effects.clear(),
      oweSignOut: () => effects.oweSignOut(),
      openLogin: () => effects.openLogin(),
      markOutdated: assign({ arePermissionsOutdated: true }),
      markUpToDate: assign({ arePermissionsOutdated: false }),
      announceRoleUpdate: () => effects.announceRoleUpdate(),
      reload: () => effects.reload(),
      unexpected: assign({ problem: () => unexpected(effects.unexpectedText()) }),
    },
    guards: {
      belongsToChosen: ({ context, event }) => {
        assertEvent(event, 'session.selectAccount');
        return context.accounts.some((membership) => membership.account_id === event.accountId);
      },
      isOtherAccount: ({ context, event }) => {
        assertEvent(event, 'session.selectAccount');
        return (
          event.accountId !== context.account?.account_id &&
          context.accounts.some(({ account_id: id }) => id === event.accountId)
        );
      },
      hasNoAccount: ({ context }) => context.accounts.length === 0,
      arePermissionsOutdated: ({ context }) => context.arePermissionsOutdated,
      /** Switching ends with the permissions of one account or the other; until then there is none to ask for. */
      mayRefresh: and(['arePermissionsOutdated', not(stateIn(SWITCHING))]),
    },
    delays: {
      unreachableRetry: UNREACHABLE_RETRY,
      reloginPoll: SESSION.reloginPoll,
      roleUpdateReload: SESSION.roleUpdateReload,
      logoutRedirect: SESSION.logoutRedirectDelay,
    },
  });
}

export type SessionSetup = ReturnType<typeof createSessionSetup>;

type Answer = { readonly event: DoneActorEvent<Outcome> };

/** The transition of an answer that ends the session. One of a step's `onDone`. */
export const ENDS = {
  guard: ({ event }: Answer) => ends(event.output),
  target: '#session.leaving',
  actions: { type: 'endByServer', params: ({ event }: Answer) => event.output },
} as const;

/** The account that was chosen; states that enter one are reached only with one. */
export function chosenAccount({ context: { accountId } }: { readonly context: SessionContext }): AccountId {
  if (accountId === null) throw new Error('No account was chosen.');
  return accountId;
}

/** The account that the user works in, for a request about it. */
export function accountInUse({ context: { account } }: { readonly context: SessionContext }): AccountId {
  if (account === null) throw new Error('No account is in use.');
  return account.account_id;
}

/** What a step says of itself that enters an account, so that nothing of it is shown before. */
export const ENTERING = { tags: ['busy', 'entering'], entry: 'forgetProblem' } as const;

type EnteredAnswer = { readonly event: DoneActorEvent<Result<EnteredAccount, SessionProblem>> };

/** Takes the entered account over; an action of a step that asked for it. */
export const TAKES_OVER = { type: 'enter', params: ({ event }: EnteredAnswer) => event.output } as const;

/** The transition of a choice that the server refused: back to choosing, with the reason. */
export function choiceRefusedTo<Target extends string>(target: Target) {
  return {
    target,
    actions: ['dropChoice', { type: 'refuse', params: ({ event }: EnteredAnswer) => event.output }],
  } as const;
}
