import { assertEvent, assign, setup } from 'xstate';
import type { Invited } from '../../api/contract/index.ts';
import type { InviteForm } from '../../domain/invitation/index.ts';
import {
  actorOf,
  ASKING,
  failedTo,
  formOf,
  problemActions,
  refusedTo,
  succeeded,
  valueIn,
  type Answered,
  type WorkflowProblem,
} from '../shared/index.ts';

/** What the statechart asks of the rest of the client for the invitations of an account. */
export interface InvitationSendingEffects {
  invite(form: InviteForm, signal: AbortSignal): Promise<Answered<Invited>>;
  resend(invitationId: number, signal: AbortSignal): Promise<Answered<unknown>>;
  withdraw(invitationId: number, signal: AbortSignal): Promise<Answered<unknown>>;
  /** Says that it was done. */
  announce(act: 'resent' | 'withdrawn'): void;
  unexpectedText(): string;
}

export interface InvitationSendingContext {
  /** What was sent last, and who could not be invited; null before. */
  readonly invited: Invited | null;
  /** The invitation that is sent again or taken back. */
  readonly invitationId: number | null;
  readonly problem: WorkflowProblem | null;
}

export type InvitationSendingEvent =
  | { type: 'invitations.compose' }
  | { type: 'invitations.close' }
  | { type: 'invitations.send'; form: InviteForm }
  | { type: 'invitations.resend'; invitationId: number }
  | { type: 'invitations.withdraw'; invitationId: number }
  | { type: 'invitations.confirm' };

/** The sender's side of invitations: one or many at once, sent again, taken back (specification, chapters 4 and 5). */
export function createInvitationSendingMachine(effects: InvitationSendingEffects) {
  return setup({
    types: {
      context: {} as InvitationSendingContext,
      events: {} as InvitationSendingEvent,
      tags: {} as 'busy' | 'composing' | 'withdrawing',
    },
    actors: {
      invite: actorOf<Answered<Invited>, InviteForm>((form, signal) => effects.invite(form, signal)),
      resend: actorOf<Answered<unknown>, number>((id, signal) => effects.resend(id, signal)),
      withdraw: actorOf<Answered<unknown>, number>((id, signal) => effects.withdraw(id, signal)),
    },
    actions: {
      ...problemActions<InvitationSendingContext, InvitationSendingEvent>(effects),
      announce: (_, { act }: { act: 'resent' | 'withdrawn' }) => effects.announce(act),
      choose: assign({
        invitationId: ({ event }) => {
          assertEvent(event, ['invitations.resend', 'invitations.withdraw']);
          return event.invitationId;
        },
      }),
    },
  }).createMachine({
    id: 'invitationSending',
    context: { invited: null, invitationId: null, problem: null },
    initial: 'idle',
    states: {
      idle: {
        on: {
          'invitations.compose': { target: 'composing', actions: assign({ invited: null, problem: null }) },
          'invitations.resend': { target: 'resending', actions: 'choose' },
          'invitations.withdraw': { target: 'confirmingWithdrawal', actions: 'choose' },
        },
      },
      composing: {
        tags: 'composing',
        initial: 'writing',
        on: { 'invitations.close': { target: 'idle', actions: 'forgetProblem' } },
        states: {
          writing: { on: { 'invitations.send': 'sending' } },
          sending: {
            ...ASKING,
            // Closing now would leave open who was invited.
            on: { 'invitations.close': {} },
            invoke: {
              src: 'invite',
              input: ({ event }) => formOf(event, 'invitations.send'),
              onDone: [
                {
                  guard: succeeded,
                  target: 'reported',
                  actions: assign({ invited: ({ event }) => valueIn(event.output) }),
                },
                refusedTo('writing'),
              ],
              onError: failedTo('writing'),
            },
          },
          /** Who was invited and who was not. */
          reported: { on: { 'invitations.compose': { target: 'writing', actions: assign({ invited: null }) } } },
        },
      },
      resending: {
        ...ASKING,
        invoke: {
          src: 'resend',
          input: ({ context }) => context.invitationId ?? 0,
          onDone: [
            { guard: succeeded, target: 'idle', actions: { type: 'announce', params: { act: 'resent' } } },
            refusedTo('idle'),
          ],
          onError: failedTo('idle'),
        },
      },
      confirmingWithdrawal: {
        tags: 'withdrawing',
        entry: 'forgetProblem',
        on: { 'invitations.confirm': 'withdrawing', 'invitations.close': 'idle' },
      },
      withdrawing: {
        tags: ['busy', 'withdrawing'],
        invoke: {
          src: 'withdraw',
          input: ({ context }) => context.invitationId ?? 0,
          onDone: [
            { guard: succeeded, target: 'idle', actions: { type: 'announce', params: { act: 'withdrawn' } } },
            refusedTo('idle'),
          ],
          onError: failedTo('idle'),
        },
      },
    },
  });
}
