import { assertEvent, assign, fromPromise, setup } from 'xstate';
import { samePermissions } from '../../domain/access/index.ts';
import { SESSION, type AccountId, type Result } from '../../domain/base/index.ts';
import { actorOf } from '../shared/index.ts';
import { asksForCaptcha, asksForCode, endedByServer, ends, inAccount, isAway, looksOther, problemOf, refusesCode, unexpected, worded } from './outcomes.ts';
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

const NOBODY = { user: null, accounts: [], accountId: null, account: null, permissions: {}, settings: null, branding: null, credentials: null, isSecondStep: false, captcha: null, captchaProgress: 0 } as const;
const INITIAL: SessionContext = { ...NOBODY, problem: null, ended: null, endedBy: null, target: null, isAuthorised: true, hasServerError: false };

/** Pause before a server that was away is asked again. */
const UNREACHABLE_RETRY = 5_000;

/**
 * A user's session from the first look at the browser's storage to signing out (specification,
 * chapters 2, 4 and 8). One chart for the product; screens ask its tags.
 */
export function createSessionMachine(effects: SessionEffects) {
  return setup({
    types: {
      context: {} as SessionContext,
      events: {} as SessionEvent,
      tags: {} as 'busy' | 'signedOut' | 'signedIn' | 'entering' | 'choosing' | 'captcha' | 'code' | 'leaving' | 'unreachable',
    },
    actors: {
      restore: actorOf<Result<RestoredSession | null, SessionProblem>>((_, signal) => effects.restore(signal)),
      signIn: actorOf<Result<SignedInUser, SessionProblem>, Credentials>((input, signal) => effects.signIn(input, signal)),
      signInWithPasskey: actorOf<Result<SignedInUser | null, SessionProblem>>((_, signal) => effects.signInWithPasskey(signal)),
      listAccounts: actorOf<Result<SignedInUser, SessionProblem>>((_, signal) => effects.listAccounts(signal)),
      solveCaptcha: fromPromise<Result<string, SessionProblem>, { onProgress: (part: number) => void }>(({ input, signal }) =>
        effects.solveCaptcha(signal, input.onProgress),
      ),
      enterAccount: actorOf<Result<EnteredAccount, SessionProblem>, AccountId>((input, signal) => effects.enterAccount(input, signal)),
      renew: actorOf<Result<unknown, SessionProblem>>((_, signal) => effects.renew(signal)),
      signOut: actorOf<unknown>((_, signal) => effects.signOut(signal)),
    },
    actions: {
      forgetProblem: assign({ problem: null }),
      forgetUser: assign(NOBODY),
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
      openLogin: () => effects.openLogin(),
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
        return event.accountId !== context.account?.account_id && context.accounts.some(({ account_id: id }) => id === event.accountId);
      },
      hasNoAccount: ({ context }) => context.accounts.length === 0,
    },
    delays: { unreachableRetry: UNREACHABLE_RETRY, reloginPoll: SESSION.reloginPoll, roleUpdateReload: SESSION.roleUpdateReload, logoutRedirect: SESSION.logoutRedirectDelay },
  }).createMachine({
    id: 'session',
    context: INITIAL,
    initial: 'restoring',
    on: {
      'session.serverError': { actions: assign({ hasServerError: ({ event }) => event.isAway }) },
      'session.accessRefused': { actions: assign({ isAuthorised: false }) },
      'session.accessAcknowledged': { actions: assign({ isAuthorised: true }) },
      'session.targetBlocked': { actions: ['keepTarget', 'storeTarget'] },
    },
    states: {
      /** Looks for a session that the browser kept. */
      restoring: {
        tags: 'busy',
        // What made the last attempt fail goes with the success of this one.
        exit: 'forgetProblem',
        invoke: {
          src: 'restore',
          onDone: [
            { guard: ({ event }) => event.output.ok && event.output.value === null, target: 'signedOut' },
            {
              guard: ({ event }) => event.output.ok,
              target: 'locating',
              actions: assign(({ event }) => (event.output.ok && event.output.value ? event.output.value : {})),
            },
            { guard: ({ event }) => ends(event.output), target: 'leaving', actions: assign(({ event }) => endedByServer(event.output)) },
            { target: 'unreachable', actions: assign({ problem: ({ event }) => problemOf(event.output) }) },
          ],
          onError: { target: 'unreachable', actions: 'unexpected' },
        },
        on: {
          'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' },
        },
      },
      /** A session is kept, but the server could not be asked: it is not thrown away. */
      unreachable: {
        tags: 'unreachable',
        after: { unreachableRetry: 'restoring' },
        on: { 'session.checkAccounts': 'restoring', 'session.signOut': { target: 'leaving', actions: assign({ endedBy: 'user' }) }, 'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' } },
      },
      signedOut: {
        tags: 'signedOut',
        initial: 'form',
        on: {
          'session.dismissNotice': { actions: assign({ ended: null, endedBy: null }) },
          'session.signInWithPasskey': 'signingInWithPasskey',
          'session.adopted': {
            target: 'locating',
            actions: assign(({ event }) => ({ ...effects.adopt(event.signedIn), accountId: null, problem: null, ended: null, endedBy: null })),
          },
        },
        states: {
          form: { on: { 'session.signIn': '#session.signingIn' } },
          /** The server wants proof before it looks at another password. */
          captchaRequired: {
            tags: 'captcha',
            on: { 'session.solveCaptcha': 'solvingCaptcha', 'session.signIn': '#session.signingIn' },
          },
          solvingCaptcha: {
            tags: ['captcha', 'busy'],
            entry: assign({ problem: null, captcha: null, captchaProgress: 0 }),
            invoke: {
              src: 'solveCaptcha',
              input: ({ self }) => ({ onProgress: (part: number) => self.send({ type: 'session.captchaProgressed', part }) }),
              onDone: [
                {
                  guard: ({ event }) => event.output.ok,
                  target: 'captchaSolved',
                  actions: assign({ captchaProgress: 1, captcha: ({ event }) => (event.output.ok ? event.output.value : null) }),
                },
                // A challenge without a solution has no words of its own: the captcha's state says it.
                { target: 'captchaFailed', actions: assign({ problem: ({ event }) => worded(problemOf(event.output)) }) },
              ],
              onError: { target: 'captchaFailed', actions: 'unexpected' },
            },
            on: { 'session.captchaProgressed': { actions: assign({ captchaProgress: ({ event }) => event.part }) } },
          },
          captchaFailed: { tags: 'captcha', on: { 'session.solveCaptcha': 'solvingCaptcha' } },
          captchaSolved: { tags: 'captcha', on: { 'session.signIn': '#session.signingIn' } },
          /** The password was right; now the authenticator's code. */
          codeRequired: {
            tags: 'code',
            on: {
              'session.sendCode': '#session.signingIn',
              'session.cancelCode': { target: 'form', actions: assign({ credentials: null, problem: null }) },
            },
          },
        },
      },
      signingIn: {
        tags: ['signedOut', 'busy'],
        entry: assign(({ context, event }) => ({
          problem: null,
          ended: null,
          endedBy: null,
          isSecondStep: event.type === 'session.sendCode',
          credentials: event.type === 'session.signIn' ? { username: event.username, password: event.password } : context.credentials,
        })),
        // A solution is good for one attempt.
        exit: assign({ captcha: null, captchaProgress: 0 }),
        invoke: {
          src: 'signIn',
          input: ({ context, event }) => {
            assertEvent(event, ['session.signIn', 'session.sendCode']);
            if (event.type === 'session.signIn') return { username: event.username, password: event.password, captcha: context.captcha, code: null };
            return { ...credentialsOf(context), captcha: context.captcha, code: event.code };
          },
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'locating',
              actions: assign(({ event }) => (event.output.ok ? { ...event.output.value, accountId: null, credentials: null } : {})),
            },
            {
              guard: ({ event }) => asksForCaptcha(event.output),
              target: 'signedOut.captchaRequired',
              actions: assign({ problem: ({ event }) => problemOf(event.output), credentials: null }),
            },
            // Being asked for the code is the next step, not a failure.
            { guard: ({ event }) => asksForCode(event.output), target: 'signedOut.codeRequired' },
            // A wrong code, or nobody there to look at it: the password was right and is not asked for again.
            {
              guard: ({ context, event }) => refusesCode(event.output) || (context.isSecondStep && isAway(event.output)),
              target: 'signedOut.codeRequired',
              actions: assign({ problem: ({ event }) => problemOf(event.output) }),
            },
            { target: 'signedOut', actions: assign({ problem: ({ event }) => problemOf(event.output), credentials: null }) },
          ],
          onError: { target: 'signedOut', actions: ['unexpected', assign({ credentials: null })] },
        },
      },
      signingInWithPasskey: {
        tags: ['signedOut', 'busy'],
        entry: assign({ problem: null, ended: null, endedBy: null, credentials: null }),
        exit: assign({ captcha: null, captchaProgress: 0 }),
        invoke: {
          src: 'signInWithPasskey',
          onDone: [
            { guard: ({ event }) => event.output.ok && event.output.value === null, target: 'signedOut' },
            {
              guard: ({ event }) => event.output.ok,
              target: 'locating',
              actions: assign(({ event }) => (event.output.ok && event.output.value ? { ...event.output.value, accountId: null } : {})),
            },
            { target: 'signedOut', actions: assign({ problem: ({ event }) => problemOf(event.output) }) },
          ],
          onError: { target: 'signedOut', actions: 'unexpected' },
        },
      },
      /** Which account: the one in use before, the only one, or the user's choice. */
      locating: {
        always: [
          { guard: 'hasNoAccount', target: 'noAccounts' },
          {
            guard: ({ context }) => context.accounts.some(({ account_id: id }) => id === context.accountId),
            target: 'entering',
          },
          {
            guard: ({ context }) => context.accounts.length === 1,
            target: 'entering',
            actions: assign({ accountId: ({ context }) => context.accounts[0]?.account_id ?? null }),
          },
          { target: 'choosingAccount', actions: assign({ accountId: null }) },
        ],
      },
      noAccounts: {
        on: {
          'session.checkAccounts': 'restoring',
          'session.signOut': 'signingOut',
          'session.forcedOut': { target: 'leaving', actions: 'rememberEnd' },
          'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' },
        },
      },
      choosingAccount: {
        tags: 'choosing',
        on: {
          'session.selectAccount': { guard: 'belongsToChosen', target: 'entering', actions: 'rememberChoice' },
          'session.signOut': 'signingOut',
          'session.forcedOut': { target: 'leaving', actions: 'rememberEnd' },
          'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' },
        },
      },
      /** Fetches the permissions in the account. */
      entering: {
        tags: ['busy', 'entering'],
        entry: 'forgetProblem',
        invoke: {
          src: 'enterAccount',
          input: ({ context }) => required(context.accountId),
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'signedIn',
              actions: [
                assign(({ event }) => (event.output.ok ? inAccount(event.output.value) : {})),
                'openTarget',
                'forgetTarget',
                'storeTarget',
                ({ event }) => {
                  // The permissions are applied already: nothing was shown with the old ones.
                  if (event.output.ok && event.output.value.permissionsChanged) effects.announceRoleUpdate();
                },
              ],
            },
            { guard: ({ event }) => ends(event.output), target: 'leaving', actions: assign(({ event }) => endedByServer(event.output)) },
            {
              guard: ({ event }) => isAway(event.output),
              target: 'unreachable',
              actions: assign({ problem: ({ event }) => problemOf(event.output) }),
            },
            { target: 'choosingAccount', actions: assign({ accountId: null, problem: ({ event }) => problemOf(event.output) }) },
          ],
          onError: { target: 'unreachable', actions: 'unexpected' },
        },
        on: { 'session.signOut': 'signingOut', 'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' } },
      },
      signedIn: {
        tags: 'signedIn',
        initial: 'working',
        entry: 'forgetProblem',
        on: {
          'session.signOut': 'signingOut',
          'session.forcedOut': { target: 'leaving', actions: 'rememberEnd' },
          'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' },
        },
        states: {
          working: {
            on: {
              'session.tokenRefused': 'renewing',
              'session.permissionsChanged': 'refreshing',
              'session.userChanged': 'recounting',
              'session.switchAccount': 'choosing',
              'session.selectAccount': { guard: 'isOtherAccount', target: 'switching', actions: 'rememberChoice' },
            },
          },
          /** Gets a new access token without a word (specification, chapter 4). */
          renewing: {
            invoke: {
              src: 'renew',
              onDone: [
                { guard: ({ event }) => event.output.ok, target: 'working' },
                { guard: ({ event }) => isAway(event.output), target: 'waitingToRenew' },
                { target: '#session.leaving', actions: assign(({ event }) => endedByServer(event.output)) },
              ],
              onError: { target: 'waitingToRenew', actions: 'unexpected' },
            },
          },
          waitingToRenew: { after: { reloginPoll: 'renewing' } },
          /** Learns the user's name and accounts anew; work goes on meanwhile. */
          recounting: {
            invoke: {
              src: 'listAccounts',
              onDone: [
                { guard: ({ event }) => event.output.ok, target: 'working', actions: assign(({ event }) => (event.output.ok ? event.output.value : {})) },
                { guard: ({ event }) => ends(event.output), target: '#session.leaving', actions: assign(({ event }) => endedByServer(event.output)) },
                { target: 'working' },
              ],
              onError: { target: 'working', actions: 'unexpected' },
            },
            on: { 'session.permissionsChanged': 'refreshing' },
          },
          /** The role changed while its holder works: fetch it, say so, start the page anew. */
          refreshing: {
            invoke: {
              src: 'enterAccount',
              input: ({ context }) => required(context.accountId),
              onDone: [
                {
                  guard: ({ context, event }) => event.output.ok && !samePermissions(context.permissions, event.output.value.permissions),
                  target: 'reloading',
                  actions: assign(({ event }) => (event.output.ok ? inAccount(event.output.value) : {})),
                },
                // New formats or another logo show at once and need no reload.
                {
                  guard: ({ context, event }) => event.output.ok && looksOther(context, event.output.value),
                  target: 'working',
                  actions: assign(({ event }) => (event.output.ok ? inAccount(event.output.value) : {})),
                },
                { guard: ({ event }) => event.output.ok, target: 'working' },
                { guard: ({ event }) => ends(event.output), target: '#session.leaving', actions: assign(({ event }) => endedByServer(event.output)) },
                { target: 'waitingToRefresh' },
              ],
              onError: { target: 'working', actions: 'unexpected' },
            },
          },
          waitingToRefresh: { after: { reloginPoll: 'refreshing' } },
          reloading: { entry: 'announceRoleUpdate', after: { roleUpdateReload: { actions: 'reload', target: 'working' } } },
          choosing: {
            tags: 'choosing',
            // A refused choice is forgotten with the choosing, however it ends.
            exit: 'forgetProblem',
            on: {
              'session.cancelChoice': 'working',
              'session.tokenRefused': 'renewing',
              'session.permissionsChanged': 'refreshing',
              'session.selectAccount': [
                { guard: 'isOtherAccount', target: 'switching', actions: 'rememberChoice' },
                { guard: 'belongsToChosen', target: 'working' },
              ],
            },
          },
          /** Nothing of one account may stay on the screen of another: the page starts anew. */
          switching: {
            tags: ['busy', 'entering'],
            entry: 'forgetProblem',
            invoke: {
              src: 'enterAccount',
              input: ({ context }) => required(context.accountId),
              onDone: [
                {
                  guard: ({ event }) => event.output.ok,
                  target: 'working',
                  actions: [
                    assign(({ event }) => (event.output.ok ? inAccount(event.output.value) : {})),
                    () => effects.openTarget(null),
                    'reload',
                  ],
                },
                { guard: ({ event }) => ends(event.output), target: '#session.leaving', actions: assign(({ event }) => endedByServer(event.output)) },
                {
                  target: 'choosing',
                  actions: assign({
                    accountId: ({ context }) => context.account?.account_id ?? null,
                    problem: ({ event }) => problemOf(event.output),
                  }),
                },
              ],
              onError: {
                target: 'choosing',
                actions: ['unexpected', assign({ accountId: ({ context }) => context.account?.account_id ?? null })],
              },
            },
          },
        },
      },
      /** Tells the server once; whatever it answers, the session ends here. */
      signingOut: {
        tags: ['leaving', 'busy'],
        entry: assign({ ended: null, endedBy: 'user' }),
        invoke: { src: 'signOut', onDone: 'leaving', onError: 'leaving' },
        on: { 'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' } },
      },
      /** The end is shown for a moment before the login (specification, chapter 9). */
      leaving: {
        tags: ['leaving', 'busy'],
        entry: ['clearStorage', 'forgetUser', 'forgetProblem'],
        after: { logoutRedirect: { target: 'signedOut', actions: 'openLogin' } },
      },
    },
  });
}

/** The second step is reached only from the first. */
function credentialsOf({ credentials }: SessionContext): Pick<Credentials, 'username' | 'password'> {
  if (credentials === null) throw new Error('A code without a user name and password.');
  return credentials;
}

/** States that enter an account are reached only with one. */
function required(accountId: AccountId | null): AccountId {
  if (accountId === null) throw new Error('No account was chosen.');
  return accountId;
}

export type SessionMachine = ReturnType<typeof createSessionMachine>;
