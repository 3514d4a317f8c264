import { assertEvent, assign, setup } from 'xstate';
import type { PasswordPolicy } from '../../domain/account/index.ts';
import { SECOND } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { actorOf, problemIn, unexpectedProblem, valueIn, type Answered, type WorkflowProblem } from '../shared/index.ts';

/** The pages of the way, in their order (specification, chapter 2: forgot-password I to III). */
export type PasswordResetStep = 'request' | 'code' | 'password' | 'done';

export interface CodeOnItsWay {
  /** Seconds until another code may be asked for. */
  readonly resendAfter: number;
  /** Where it went, shortened. */
  readonly sentTo: string;
}

export interface NewPassword {
  readonly password: string;
  readonly retype: string;
}

/** What the statechart asks of the rest of the client. A promise rejects for a bug only. */
export interface PasswordResetEffects {
  request(username: string, signal: AbortSignal): Promise<Answered<CodeOnItsWay>>;
  check(input: { username: string; code: string }, signal: AbortSignal): Promise<Answered<{ resetToken: string; policy: PasswordPolicy }>>;
  set(input: NewPassword & { resetToken: string }, signal: AbortSignal): Promise<Answered<unknown>>;
  /** Opens the page of a step. */
  show(step: PasswordResetStep, username: string): void;
  unexpectedText(): string;
}

export interface PasswordResetContext {
  readonly username: string;
  readonly sentTo: string;
  /** Seconds until another code may be asked for; 0 = now. */
  readonly resendIn: number;
  /** How many codes went out: what tells people that the second one did. */
  readonly sent: number;
  readonly resetToken: string;
  readonly policy: PasswordPolicy;
  readonly problem: WorkflowProblem | null;
}

export type PasswordResetEvent =
  | { type: 'reset.request'; username: string }
  | { type: 'reset.check'; code: string }
  | { type: 'reset.resend' }
  | { type: 'reset.set'; password: string; retype: string }
  /** The page of a step was opened by the address: forwards, backwards or by a link. */
  | { type: 'reset.opened'; step: PasswordResetStep };

export interface PasswordResetInput {
  /** The name in the address of a page that was opened again; empty at the beginning. */
  readonly username: string;
  readonly step: PasswordResetStep;
}

/** The server has forgotten the right to set a password: the way begins again. */
const STALE: ReadonlySet<string> = new Set([ERROR.notFound, ERROR.wrongCode]);

const opened = (step: PasswordResetStep) => ({ event }: { event: PasswordResetEvent }) => event.type === 'reset.opened' && event.step === step;

/** A forgotten password: a code to the address of the login, then a new password (specification, chapter 4). */
export function createPasswordResetMachine(effects: PasswordResetEffects) {
  return setup({
    types: {
      context: {} as PasswordResetContext,
      events: {} as PasswordResetEvent,
      input: {} as PasswordResetInput,
      tags: {} as 'request' | 'code' | 'password' | 'done' | 'busy' | 'sending' | 'ready',
    },
    actors: {
      request: actorOf<Answered<CodeOnItsWay>, string>((username, signal) => effects.request(username, signal)),
      check: actorOf<Answered<{ resetToken: string; policy: PasswordPolicy }>, { username: string; code: string }>((input, signal) => effects.check(input, signal)),
      set: actorOf<Answered<unknown>, NewPassword & { resetToken: string }>((input, signal) => effects.set(input, signal)),
    },
    actions: {
      forgetProblem: assign({ problem: null }),
      unexpected: assign({ problem: () => unexpectedProblem(effects.unexpectedText()) }),
      show: ({ context }, { step }: { step: PasswordResetStep }) => effects.show(step, context.username),
      tick: assign({ resendIn: ({ context }) => context.resendIn - 1 }),
    },
    guards: {
      isWaiting: ({ context }) => context.resendIn > 1,
    },
    delays: { second: SECOND },
  }).createMachine({
    id: 'passwordReset',
    context: ({ input }) => ({ username: input.step === 'request' ? '' : input.username, sentTo: '', resendIn: 0, sent: 0, resetToken: '', policy: 'length', problem: null }),
    initial: 'start',
    states: {
      /** A page that is opened again goes on where its address says, as far as that is known. */
      start: {
        always: [{ guard: ({ context }) => context.username !== '', target: 'code' }, { target: 'request' }],
      },
      request: {
        tags: 'request',
        entry: { type: 'show', params: { step: 'request' } },
        initial: 'asking',
        on: { 'reset.opened': { guard: (args) => opened('code')(args) && args.context.username !== '' && args.context.sent > 0, target: 'code' } },
        states: {
          asking: { on: { 'reset.request': { target: 'sending', actions: assign({ username: ({ event }) => event.username.trim() }) } } },
          sending: {
            tags: 'busy',
            entry: 'forgetProblem',
            invoke: {
              src: 'request',
              input: ({ context }) => context.username,
              onDone: [
                {
                  guard: ({ event }) => event.output.ok,
                  target: '#passwordReset.code',
                  actions: assign(({ event, context }) => ({ ...valueIn(event.output), resendIn: valueIn(event.output).resendAfter, sent: context.sent + 1 })),
                },
                { target: 'asking', actions: assign({ problem: ({ event }) => problemIn(event.output) }) },
              ],
              onError: { target: 'asking', actions: 'unexpected' },
            },
          },
        },
      },
      /** Entering the code and waiting for the next one go on side by side. */
      code: {
        tags: 'code',
        type: 'parallel',
        entry: [{ type: 'show', params: { step: 'code' } }],
        on: { 'reset.opened': { guard: opened('request'), target: 'request', actions: 'forgetProblem' } },
        states: {
          entry: {
            initial: 'typing',
            states: {
              typing: { on: { 'reset.check': 'checking' } },
              checking: {
                tags: 'busy',
                entry: 'forgetProblem',
                invoke: {
                  src: 'check',
                  input: ({ context, event }) => {
                    assertEvent(event, 'reset.check');
                    return { username: context.username, code: event.code };
                  },
                  onDone: [
                    { guard: ({ event }) => event.output.ok, target: '#passwordReset.password', actions: assign(({ event }) => valueIn(event.output)) },
                    { target: 'typing', actions: assign({ problem: ({ event }) => problemIn(event.output) }) },
                  ],
                  onError: { target: 'typing', actions: 'unexpected' },
                },
              },
            },
          },
          resend: {
            initial: 'deciding',
            states: {
              deciding: { always: [{ guard: ({ context }) => context.resendIn > 0, target: 'waiting' }, { target: 'ready' }] },
              waiting: {
                after: {
                  second: [
                    { guard: 'isWaiting', target: 'waiting', reenter: true, actions: 'tick' },
                    { target: 'ready', actions: 'tick' },
                  ],
                },
              },
              ready: { tags: 'ready', on: { 'reset.resend': 'sending' } },
              sending: {
                tags: 'sending',
                entry: 'forgetProblem',
                invoke: {
                  src: 'request',
                  input: ({ context }) => context.username,
                  onDone: [
                    {
                      guard: ({ event }) => event.output.ok,
                      target: 'deciding',
                      actions: assign(({ event, context }) => ({ ...valueIn(event.output), resendIn: valueIn(event.output).resendAfter, sent: context.sent + 1 })),
                    },
                    { target: 'ready', actions: assign({ problem: ({ event }) => problemIn(event.output) }) },
                  ],
                  onError: { target: 'ready', actions: 'unexpected' },
                },
              },
            },
          },
        },
      },
      password: {
        tags: 'password',
        entry: [{ type: 'show', params: { step: 'password' } }],
        initial: 'typing',
        on: {
          // The code is spent: on the way back one asks for another.
          'reset.opened': { guard: (args) => opened('code')(args) || opened('request')(args), target: 'request', actions: 'forgetProblem' },
        },
        states: {
          typing: { on: { 'reset.set': 'setting' } },
          setting: {
            tags: 'busy',
            entry: 'forgetProblem',
            invoke: {
              src: 'set',
              input: ({ context, event }) => {
                assertEvent(event, 'reset.set');
                return { password: event.password, retype: event.retype, resetToken: context.resetToken };
              },
              onDone: [
                { guard: ({ event }) => event.output.ok, target: '#passwordReset.done' },
                {
                  guard: ({ event }) => STALE.has(problemIn(event.output)?.code ?? ''),
                  target: '#passwordReset.request',
                  actions: assign({ problem: ({ event }) => problemIn(event.output) }),
                },
                { target: 'typing', actions: assign({ problem: ({ event }) => problemIn(event.output) }) },
              ],
              onError: { target: 'typing', actions: 'unexpected' },
            },
          },
        },
      },
      done: { tags: 'done', type: 'final', entry: [assign({ resetToken: '' }), { type: 'show', params: { step: 'done' } }] },
    },
  });
}

export type PasswordResetMachine = ReturnType<typeof createPasswordResetMachine>;
