import { assign } from 'xstate';
import { samePermissions } from '../../domain/access/index.ts';
import { failedTo } from '../shared/index.ts';
import { isAway, looksOther } from './outcomes.ts';
import { choiceRefusedTo, chosenAccount, ENDS, ENTERING, TAKES_OVER, type SessionSetup } from './session.setup.ts';

/** An account is in use. Tokens are renewed, and what changed is fetched, while work goes on. */
export const signedInState = (parts: SessionSetup) =>
  parts.createStateConfig({
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
            { target: '#session.leaving', actions: { type: 'endByServer', params: ({ event }) => event.output } },
          ],
          onError: failedTo('waitingToRenew'),
        },
      },
      waitingToRenew: { after: { reloginPoll: 'renewing' } },
      /** Learns the user's name and accounts anew; work goes on meanwhile. */
      recounting: {
        invoke: {
          src: 'listAccounts',
          onDone: [
            {
              guard: ({ event }) => event.output.ok,
              target: 'working',
              actions: assign(({ event }) => (event.output.ok ? event.output.value : {})),
            },
            ENDS,
            { target: 'working' },
          ],
          onError: failedTo('working'),
        },
        on: { 'session.permissionsChanged': 'refreshing' },
      },
      /** The role changed while its holder works: fetch it, say so, start the page anew. */
      refreshing: {
        invoke: {
          src: 'enterAccount',
          input: chosenAccount,
          onDone: [
            {
              guard: ({ context, event }) =>
                event.output.ok && !samePermissions(context.permissions, event.output.value.permissions),
              target: 'reloading',
              actions: TAKES_OVER,
            },
            // New formats or another logo show at once and need no reload.
            {
              guard: ({ context, event }) => event.output.ok && looksOther(context, event.output.value),
              target: 'working',
              actions: TAKES_OVER,
            },
            { guard: ({ event }) => event.output.ok, target: 'working' },
            ENDS,
            { target: 'waitingToRefresh' },
          ],
          onError: failedTo('working'),
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
