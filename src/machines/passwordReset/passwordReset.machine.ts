import { assertEvent, assign, sendTo, setup, type ActorRefFrom } from 'xstate';
import { CODE } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { PasswordPolicy } from '../../domain/user/index.ts';
import {
  actorOf,
  ASKING,
  createCodeMachine,
  failedTo,
  problemActions,
  problemIn,
  refusedTo,
  succeeded,
  type Answered,
  type CodeEffects,
  type CodeMachine,
  type CodeOutcome,
  type WorkflowProblem,
} from '../shared/index.ts';

/** The pages of the workflow, in their order (specification, chapter 2: forgot-password I to III). */
export type PasswordResetStep = 'request' | 'code' | 'password' | 'done';

/** What the right code earned: the right to set a password once, for as long as the server remembers it. */
export interface ResetGrant {
  readonly username: string;
  readonly resetToken: string;
  readonly policy: PasswordPolicy;
}

export interface ChosenPassword {
  readonly password: string;
  readonly retype: string;
  /** What ends along with the old one. */
  readonly endKeys?: boolean;
  readonly endPasskeys?: boolean;
}

/** What the statechart asks of the rest of the client. A promise rejects for a bug only. */
export interface PasswordResetEffects extends CodeEffects<Omit<ResetGrant, 'username'>> {
  set(input: ChosenPassword & { resetToken: string }, signal: AbortSignal): Promise<Answered<unknown>>;
  /** Opens the page of a step. */
  show(step: PasswordResetStep, username: string): void;
  /** Keeps the grant over a reload of the page, for {@link CODE}'s lifetime at most; null forgets it. */
  keep(grant: ResetGrant | null): void;
}

export interface PasswordResetContext {
  readonly grant: ResetGrant | null;
  readonly username: string;
  readonly step: 'request' | 'code';
  readonly problem: WorkflowProblem | null;
}

export type PasswordResetEvent =
  | ({ type: 'reset.set' } & ChosenPassword)
  /** The page of a step was opened by the address: forwards, backwards or by a link. */
  | { type: 'reset.opened'; step: PasswordResetStep };

export interface PasswordResetInput {
  /** The name in the address of a page that was opened again; empty at the beginning. */
  readonly username: string;
  readonly step: PasswordResetStep;
  /** What was kept when the page was left. */
  readonly grant: ResetGrant | null;
}

/** The server has forgotten the right to set a password: the workflow begins again. */
const STALE: ReadonlySet<string> = new Set([ERROR.notFound, ERROR.wrongCode]);

function startOf({ username, step, grant }: PasswordResetInput): PasswordResetContext {
  if (step === 'password' && grant !== null) return { grant, username: grant.username, step: 'request', problem: null };
  return {
    grant: null,
    username: step === 'code' ? username : '',
    step: step === 'code' ? 'code' : 'request',
    problem: null,
  };
}

/** A forgotten password: a code to the address of the login, then a new password (specification, chapter 4). */
export function createPasswordResetMachine(effects: PasswordResetEffects) {
  return setup({
    types: {
      context: {} as PasswordResetContext,
      events: {} as PasswordResetEvent,
      input: {} as PasswordResetInput,
      tags: {} as 'proof' | 'password' | 'done' | 'busy',
      children: {} as { proof: 'proof' },
    },
    actors: {
      proof: createCodeMachine(effects),
      set: actorOf<Answered<unknown>, ChosenPassword & { resetToken: string }>((input, signal) =>
        effects.set(input, signal),
      ),
    },
    actions: {
      ...problemActions<PasswordResetContext, PasswordResetEvent>(effects),
      show: ({ context }, { step }: { step: PasswordResetStep }) => effects.show(step, context.username),
      earn: assign((_, { recipient, proof }: CodeOutcome<Omit<ResetGrant, 'username'>>) => ({
        username: recipient,
        grant: { ...proof, username: recipient },
        problem: null,
      })),
      keep: ({ context }) => effects.keep(context.grant),
      spend: assign({ grant: null, step: 'request' as const }),
    },
    delays: { lifetime: CODE.lifetime },
  }).createMachine({
    id: 'passwordReset',
    context: ({ input }) => startOf(input),
    initial: 'start',
    states: {
      start: { always: [{ guard: ({ context }) => context.grant !== null, target: 'password' }, { target: 'proof' }] },
      proof: {
        tags: 'proof',
        entry: 'keep',
        invoke: {
          id: 'proof',
          src: 'proof',
          input: ({ context: { username, step, problem } }) => ({ recipient: username, step, problem }),
          onDone: { target: 'password', actions: { type: 'earn', params: ({ event }) => event.output } },
        },
        on: {
          'reset.opened': [
            { guard: ({ event }) => event.step === 'request', actions: sendTo('proof', { type: 'code.back' }) },
            { guard: ({ event }) => event.step === 'code', actions: sendTo('proof', { type: 'code.forth' }) },
          ],
        },
      },
      password: {
        tags: 'password',
        entry: ['keep', { type: 'show', params: { step: 'password' } }],
        exit: ['spend'],
        initial: 'typing',
        on: {
          // The code is spent: on the way back one asks for another.
          'reset.opened': {
            guard: ({ event }) => event.step === 'code' || event.step === 'request',
            target: 'proof',
            actions: 'forgetProblem',
          },
        },
        // The page stays as it is: what the server says to the attempt is said to whoever comes back to it.
        after: { lifetime: { actions: () => effects.keep(null) } },
        states: {
          typing: { on: { 'reset.set': 'setting' } },
          setting: {
            ...ASKING,
            invoke: {
              src: 'set',
              input: ({ context, event }) => {
                assertEvent(event, 'reset.set');
                const { type: _, ...chosen } = event;
                return { ...chosen, resetToken: context.grant?.resetToken ?? '' };
              },
              onDone: [
                { guard: succeeded, target: '#passwordReset.done' },
                {
                  guard: ({ event }) => STALE.has(problemIn(event.output)?.code ?? ''),
                  ...refusedTo('#passwordReset.proof'),
                },
                refusedTo('typing'),
              ],
              onError: failedTo('typing'),
            },
          },
        },
      },
      done: { tags: 'done', type: 'final', entry: ['keep', { type: 'show', params: { step: 'done' } }] },
    },
  });
}

/** The first steps of the workflow, as an actor of their own. */
export type ResetProof = ActorRefFrom<CodeMachine<Omit<ResetGrant, 'username'>>>;
