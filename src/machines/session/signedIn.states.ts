import { assign, stateIn } from 'xstate';
import { samePermissions } from '../../domain/access/index.ts';
import { failedTo } from '../shared/index.ts';
import { isAway, looksOther } from './outcomes.ts';
import {
  accountInUse,
  choiceRefusedTo,
  chosenAccount,
  ENDS,
  ENTERING,
  SWITCHING,
  TAKES_OVER,
  type SessionSetup,
} from './session.setup.ts';

/**
 * An account is in use. The access token, the permissions, the user's accounts and the screen change
 * independently of each other, so each has a region: no region misses an event because another is busy.
 */
export const signedInState = (parts: SessionSetup) =>
  parts.createStateConfig({
    tags: 'signedIn',
    type: 'parallel',
    entry: 'forgetProblem',
    on: {
      'session.signOut': 'signingOut',
      'session.forcedOut': { target: 'leaving', actions: 'rememberEnd' },
      'session.endedElsewhere': { target: 'leaving', actions: 'rememberOtherTab' },
    },
    states: {
      token: tokenRegion(parts),
      permissions: permissionsRegion(parts),
      accounts: accountsRegion(parts),
      screen: screenRegion(parts),
    },
  });

/** Renews a refused access token without a word (specification, chapter 4). */
const tokenRegion = (parts: SessionSetup) =>
  parts.createStateConfig({
    initial: 'valid',
    states: {
      valid: { on: { 'session.tokenRefused': 'renewing' } },
      renewing: {
        invoke: {
          src: 'renew',
          onDone: [
            { guard: ({ event }) => event.output.ok, target: 'valid' },
            { guard: ({ event }) => isAway(event.output), target: 'waiting' },
            { target: '#session.leaving', actions: { type: 'endByServer', params: ({ event }) => event.output } },
          ],
          onError: failedTo('waiting'),
        },
      },
      waiting: { after: { reloginPoll: 'renewing' } },
    },
  });

/**
 * Keeps the permissions up to date: `session.permissionsChanged` marks them as outdated, wherever the session is, and
 * `current` asks for them again. Permissions that change during a request are asked for after it.
 */
const permissionsRegion = (parts: SessionSetup) =>
  parts.createStateConfig({
    initial: 'current',
    states: {
      current: { always: { guard: 'mayRefresh', target: 'refreshing' } },
      refreshing: {
        entry: 'markUpToDate',
        // Switching enters another account: the answer for this one must not arrive after it.
        always: { guard: stateIn(SWITCHING), target: 'current', actions: 'markOutdated' },
        invoke: {
          src: 'enterAccount',
          input: accountInUse,
          onDone: [
            {
              guard: ({ context, event }) =>
                event.output.ok && !samePermissions(context.permissions, event.output.value.permissions),
              target: 'reloading',
              actions: TAKES_OVER,
            },
            // New formats or another logo show immediately and need no reload.
            {
              guard: ({ context, event }) => event.output.ok && looksOther(context, event.output.value),
              target: 'current',
              actions: TAKES_OVER,
            },
            { guard: ({ event }) => event.output.ok, target: 'current' },
            ENDS,
            { target: 'waiting' },
          ],
          onError: failedTo('current'),
        },
      },
      waiting: { after: { reloginPoll: { target: 'current', actions: 'markOutdated' } } },
      /** The role changed while its holder works: says so, then starts the page again. */
      reloading: { entry: 'announceRoleUpdate', after: { roleUpdateReload: { target: 'current', actions: 'reload' } } },
    },
  });

/** The user's name and accounts, read again when they changed. */
const accountsRegion = (parts: SessionSetup) =>
  parts.createStateConfig({
    initial: 'current',
    // A change during the request makes its answer outdated.
    on: { 'session.userChanged': '.reading' },
    states: {
      current: {},
      reading: {
        invoke: {
          src: 'listAccounts',
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'current',
              actions: assign(({ event }) => (event.output.ok ? event.output.value : {})),
            },
            ENDS,
            { target: 'current' },
          ],
          onError: failedTo('current'),
        },
      },
    },
  });

/** What the user looks at: their work, or the choice of another account. */
const screenRegion = (parts: SessionSetup) =>
  parts.createStateConfig({
    initial: 'working',
    states: {
      working: {
        on: {
          'session.switchAccount': 'choosing',
          'session.selectAccount': { guard: 'isOtherAccount', target: 'switching', actions: 'rememberChoice' },
        },
      },
      choosing: {
        tags: 'choosing',
        // A refused choice is forgotten with the choosing, however it ends.
        exit: 'forgetProblem',
        on: {
          'session.cancelChoice': 'working',
          'session.selectAccount': [
            { guard: 'isOtherAccount', target: 'switching', actions: 'rememberChoice' },
            { guard: 'belongsToChosen', target: 'working' },
          ],
        },
      },
      /** Nothing of one account may stay on the screen of another: the page starts again. */
      switching: {
        ...ENTERING,
        invoke: {
          src: 'enterAccount',
          input: chosenAccount,
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'working',
              actions: [TAKES_OVER, 'openLanding', 'reload'],
            },
            ENDS,
            choiceRefusedTo('choosing'),
          ],
          onError: { target: 'choosing', actions: ['unexpected', 'dropChoice'] },
        },
      },
    },
  });
