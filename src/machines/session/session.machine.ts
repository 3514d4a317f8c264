import { assign } from 'xstate';
import { failedTo, refusedTo } from '../shared/index.ts';
import { isAway } from './outcomes.ts';
import {
  choiceRefusedTo,
  chosenAccount,
  createSessionSetup,
  ENDS,
  ENTERING,
  SIGNED_OUT,
  TAKES_OVER,
} from './session.setup.ts';
import { signedInState } from './signedIn.states.ts';
import { signedOutState, signingInState, signingInWithPasskeyState } from './signingIn.states.ts';
import type { SessionContext, SessionEffects } from './types.ts';

const INITIAL: SessionContext = {
  ...SIGNED_OUT,
  problem: null,
  ended: null,
  endedBy: null,
  target: null,
  isAuthorised: true,
  hasServerError: false,
};

/** The account is entered: take over what was answered, and go where one wanted to. */
const ENTERED = [TAKES_OVER, 'openTarget', 'forgetTarget', 'storeTarget'] as const;

/**
 * A user's session from the first look at the browser's storage to signing out (specification,
 * chapters 2, 4 and 8). One chart for the product; screens ask its tags.
 */
export function createSessionMachine(effects: SessionEffects) {
  const parts = createSessionSetup(effects);
  return parts.createMachine({
    id: 'session',
    context: INITIAL,
    initial: 'restoring',
    on: {
      'session.serverError': { actions: assign({ hasServerError: ({ event }) => event.isAway }) },
      'session.accessRefused': { actions: assign({ isAuthorised: false }) },
      'session.accessAcknowledged': { actions: assign({ isAuthorised: true }) },
      // Never dropped: whoever is signed in, or signs in, is asked about again (see the region of permissions).
      'session.permissionsChanged': { actions: 'markOutdated' },
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
            ENDS,
            refusedTo('unreachable'),
          ],
          onError: failedTo('unreachable'),
        },
        on: { 'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' } },
      },
      /** A session is kept, but the server could not be asked: it is not thrown away. */
      unreachable: {
        tags: 'unreachable',
        after: { unreachableRetry: 'restoring' },
        on: {
          'session.checkAccounts': 'restoring',
          'session.signOut': { target: 'leaving', actions: ['oweSignOut', assign({ endedBy: 'user' })] },
          'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' },
        },
      },
      signedOut: signedOutState(parts),
      signingIn: signingInState(parts),
      signingInWithPasskey: signingInWithPasskeyState(parts),
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
        ...ENTERING,
        entry: [ENTERING.entry, 'markUpToDate'],
        invoke: {
          src: 'enterAccount',
          input: chosenAccount,
          onDone: [
            // The role changed since the last visit: the page says so and starts again, as it does during one.
            {
              guard: ({ event }) => event.output.ok && event.output.value.permissionsChanged,
              target: 'signedIn.permissions.reloading',
              actions: ENTERED,
            },
            { guard: ({ event }) => event.output.ok, target: 'signedIn', actions: ENTERED },
            ENDS,
            { guard: ({ event }) => isAway(event.output), ...refusedTo('unreachable') },
            choiceRefusedTo('choosingAccount'),
          ],
          onError: failedTo('unreachable'),
        },
        on: {
          'session.signOut': 'signingOut',
          'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' },
        },
      },
      signedIn: signedInState(parts),
      /** Notifies the server once; whatever it answers, the session ends here. */
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

export type SessionMachine = ReturnType<typeof createSessionMachine>;
