import { assign, setup } from 'xstate';
import type { InvitePreview } from '../../domain/invitation/index.ts';
import type { RegisterForm } from '../../domain/user/index.ts';
import {
  actorOf,
  ASKING,
  behaviourIn,
  failedTo,
  formOf,
  problemActions,
  refusedTo,
  succeeded,
  valueIn,
  type Answered,
  type WorkflowProblem,
} from '../shared/index.ts';

/** What the statechart asks of the rest of the client for the invitation of one link. */
export interface InvitationAnswerEffects {
  preview(signal: AbortSignal): Promise<Answered<InvitePreview>>;
  /** Makes a login and signs it in. */
  register(form: RegisterForm, signal: AbortSignal): Promise<Answered<unknown>>;
  /** Joins with the login that is signed in. */
  join(signal: AbortSignal): Promise<Answered<unknown>>;
  decline(signal: AbortSignal): Promise<Answered<unknown>>;
  /** Keeps the link over the sign-in that follows. */
  remember(): void;
  /** The link is of no more use: answered, or dead. */
  drop(): void;
  openLogin(): void;
  unexpectedText(): string;
}

export interface InvitationAnswerContext {
  readonly preview: InvitePreview | null;
  readonly problem: WorkflowProblem | null;
}

export type InvitationAnswerEvent =
  | { type: 'invite.retry' }
  | { type: 'invite.register'; form: RegisterForm }
  | { type: 'invite.join' }
  /** Signing in first; the link is kept meanwhile. */
  | { type: 'invite.signIn' }
  | { type: 'invite.decline' }
  | { type: 'invite.confirm' }
  | { type: 'invite.cancel' };

const isDropped = ({ event }: { event: { output: Answered<unknown> } }) => behaviourIn(event.output) === 'dropInvite';

/** The receiver's side of an invitation: looked at, then taken or refused (specification, chapters 4 and 8). */
export function createInvitationAnswerMachine(effects: InvitationAnswerEffects) {
  return setup({
    types: {
      context: {} as InvitationAnswerContext,
      events: {} as InvitationAnswerEvent,
      tags: {} as 'busy' | 'offered' | 'declining' | 'over',
    },
    actors: {
      preview: actorOf<Answered<InvitePreview>>((_, signal) => effects.preview(signal)),
      register: actorOf<Answered<unknown>, RegisterForm>((form, signal) => effects.register(form, signal)),
      join: actorOf<Answered<unknown>>((_, signal) => effects.join(signal)),
      decline: actorOf<Answered<unknown>>((_, signal) => effects.decline(signal)),
    },
    actions: {
      ...problemActions<InvitationAnswerContext, InvitationAnswerEvent>(effects),
      remember: () => effects.remember(),
      drop: () => effects.drop(),
      openLogin: () => effects.openLogin(),
    },
  }).createMachine({
    id: 'invitationAnswer',
    context: { preview: null, problem: null },
    initial: 'opening',
    states: {
      opening: {
        ...ASKING,
        invoke: {
          src: 'preview',
          onDone: [
            { guard: succeeded, target: 'offered', actions: assign({ preview: ({ event }) => valueIn(event.output) }) },
            { guard: isDropped, ...refusedTo('dropped') },
            refusedTo('unreachable'),
          ],
          onError: failedTo('unreachable'),
        },
      },
      /** Could not be asked for; the link may still be good. */
      unreachable: { on: { 'invite.retry': 'opening' } },
      offered: {
        tags: 'offered',
        initial: 'deciding',
        states: {
          deciding: {
            on: {
              'invite.register': 'registering',
              'invite.join': 'joining',
              'invite.signIn': { actions: ['remember', 'openLogin'] },
              'invite.decline': { target: 'confirmingDecline', actions: 'forgetProblem' },
            },
          },
          registering: {
            ...ASKING,
            invoke: {
              src: 'register',
              input: ({ event }) => formOf(event, 'invite.register'),
              onDone: [
                { guard: succeeded, target: '#invitationAnswer.registered' },
                { guard: isDropped, ...refusedTo('#invitationAnswer.dropped') },
                refusedTo('deciding'),
              ],
              onError: failedTo('deciding'),
            },
          },
          joining: {
            ...ASKING,
            invoke: {
              src: 'join',
              onDone: [
                { guard: succeeded, target: '#invitationAnswer.joined' },
                { guard: isDropped, ...refusedTo('#invitationAnswer.dropped') },
                refusedTo('deciding'),
              ],
              onError: failedTo('deciding'),
            },
          },
          /** Declining cannot be taken back: only another invitation helps. */
          confirmingDecline: {
            tags: 'declining',
            on: { 'invite.confirm': 'declining', 'invite.cancel': { target: 'deciding', actions: 'forgetProblem' } },
          },
          declining: {
            ...ASKING,
            tags: ['busy', 'declining'],
            invoke: {
              src: 'decline',
              onDone: [
                { guard: succeeded, target: '#invitationAnswer.declined' },
                { guard: isDropped, ...refusedTo('#invitationAnswer.dropped') },
                refusedTo('confirmingDecline'),
              ],
              onError: failedTo('confirmingDecline'),
            },
          },
        },
      },
      registered: { tags: 'over', type: 'final', entry: 'drop' },
      joined: { tags: 'over', type: 'final', entry: 'drop' },
      declined: { tags: 'over', type: 'final', entry: 'drop' },
      /** Accepted, declined, run out, invalid, or someone else's: the problem says which. */
      dropped: { tags: 'over', type: 'final', entry: 'drop' },
    },
  });
}
