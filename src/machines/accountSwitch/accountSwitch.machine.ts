import { assertEvent, assign, setup } from 'xstate';
import type { Membership } from '../../domain/account/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import {
  actorOf,
  ASKING,
  failedTo,
  problemActions,
  refusedTo,
  succeeded,
  valueIn,
  type Answered,
  type WorkflowProblem,
} from '../shared/index.ts';

/** What the statechart asks of the rest of the client. */
export interface AccountSwitchEffects {
  /** The accounts that the user may enter, as they stand now: one may have been blocked meanwhile. */
  accounts(signal: AbortSignal): Promise<Answered<readonly Membership[]>>;
  /** Asks whether the account lets the user in, without leaving the present one. */
  ask(accountId: AccountId, signal: AbortSignal): Promise<Answered<unknown>>;
  /** Leaves: the session enters the account, and the page starts over with its permissions. */
  leaveFor(accountId: AccountId): void;
  unexpectedText(): string;
}

export interface AccountSwitchContext {
  /** Null until they are known. */
  readonly accounts: readonly Membership[] | null;
  /** The account that was chosen last. */
  readonly chosen: AccountId | null;
  /** Why the list or the choice failed. */
  readonly problem: WorkflowProblem | null;
}

export type AccountSwitchEvent =
  | { type: 'accountSwitch.open' }
  | { type: 'accountSwitch.close' }
  | { type: 'accountSwitch.retry' }
  | { type: 'accountSwitch.choose'; accountId: AccountId };

/**
 * Choosing another account from within one (specification, chapter 4). The session is asked only
 * when the account is known to let the user in, so that a refused choice costs nothing: one stays
 * where one is and reads why.
 */
export function createAccountSwitchMachine(effects: AccountSwitchEffects, current: AccountId) {
  return setup({
    types: { context: {} as AccountSwitchContext, events: {} as AccountSwitchEvent, tags: {} as 'open' | 'busy' },
    actors: {
      accounts: actorOf<Answered<readonly Membership[]>>((_, signal) => effects.accounts(signal)),
      ask: actorOf<Answered<unknown>, AccountId>((accountId, signal) => effects.ask(accountId, signal)),
    },
    actions: { ...problemActions<AccountSwitchContext, AccountSwitchEvent>(effects) },
    guards: {
      isCurrent: ({ event }) => {
        assertEvent(event, 'accountSwitch.choose');
        return event.accountId === current;
      },
      isOpenTo: ({ context, event }) => {
        assertEvent(event, 'accountSwitch.choose');
        return (
          context.accounts?.some(({ account_id: id, status }) => id === event.accountId && status === 'active') ?? false
        );
      },
    },
  }).createMachine({
    id: 'accountSwitch',
    context: { accounts: null, chosen: null, problem: null },
    initial: 'closed',
    states: {
      closed: { on: { 'accountSwitch.open': 'open' } },
      open: {
        tags: 'open',
        initial: 'loading',
        entry: assign({ chosen: null, problem: null }),
        on: { 'accountSwitch.close': 'closed' },
        states: {
          loading: {
            ...ASKING,
            invoke: {
              src: 'accounts',
              onDone: [
                {
                  guard: succeeded,
                  target: 'choosing',
                  actions: assign({ accounts: ({ event }) => valueIn(event.output) }),
                },
                refusedTo('failed'),
              ],
              onError: failedTo('failed'),
            },
          },
          failed: { on: { 'accountSwitch.retry': 'loading' } },
          choosing: {
            on: {
              'accountSwitch.choose': [
                { guard: 'isCurrent', target: '#accountSwitch.closed' },
                { guard: 'isOpenTo', target: 'asking', actions: assign({ chosen: ({ event }) => event.accountId }) },
              ],
            },
          },
          /** An answer that comes after closing is of no interest. */
          asking: {
            ...ASKING,
            invoke: {
              src: 'ask',
              input: ({ event }) => {
                assertEvent(event, 'accountSwitch.choose');
                return event.accountId;
              },
              onDone: [{ guard: succeeded, target: '#accountSwitch.leaving' }, refusedTo('choosing')],
              onError: failedTo('choosing'),
            },
          },
        },
      },
      /** The session goes on from here and reloads the page. */
      leaving: {
        tags: ['open', 'busy'],
        entry: ({ context }) => {
          if (context.chosen !== null) effects.leaveFor(context.chosen);
        },
        // Where something typed held the page back, one may choose again.
        on: { 'accountSwitch.close': 'closed', 'accountSwitch.open': 'open' },
      },
    },
  });
}
