import { assertEvent, assign, setup } from 'xstate';
import { SECOND } from '../../domain/base/index.ts';
import { actorOf, problemIn, unexpectedProblem, valueIn, type Answered, type WorkflowProblem } from '../shared/index.ts';

export interface CodeSentTo {
  /** Seconds until another code may be asked for. */
  readonly resendAfter: number;
  /** Where it went, shortened. */
  readonly sentTo: string;
}

/** What the statechart asks of the rest of the client, for an e-mail address or a mobile number. */
export interface VerificationEffects {
  send(address: string, signal: AbortSignal): Promise<Answered<CodeSentTo>>;
  check(code: string, signal: AbortSignal): Promise<Answered<unknown>>;
  unexpectedText(): string;
}

export interface VerificationContext {
  readonly address: string;
  readonly sentTo: string;
  /** Seconds until another code may be asked for; 0 = now. */
  readonly resendIn: number;
  readonly sent: number;
  readonly problem: WorkflowProblem | null;
}

export type VerificationEvent =
  | { type: 'verification.send'; address: string }
  | { type: 'verification.check'; code: string }
  | { type: 'verification.resend' }
  /** Another address: the code that is on its way is of no more use. */
  | { type: 'verification.back' };

/** Proves that an address is one's own: a code goes there and comes back (specification, chapter 2). */
export function createVerificationMachine(effects: VerificationEffects) {
  return setup({
    types: { context: {} as VerificationContext, events: {} as VerificationEvent, tags: {} as 'address' | 'code' | 'done' | 'busy' | 'sending' | 'ready' },
    actors: {
      send: actorOf<Answered<CodeSentTo>, string>((address, signal) => effects.send(address, signal)),
      check: actorOf<Answered<unknown>, string>((code, signal) => effects.check(code, signal)),
    },
    actions: {
      forgetProblem: assign({ problem: null }),
      unexpected: assign({ problem: () => unexpectedProblem(effects.unexpectedText()) }),
      tick: assign({ resendIn: ({ context }) => context.resendIn - 1 }),
    },
    delays: { second: SECOND },
  }).createMachine({
    id: 'verification',
    context: { address: '', sentTo: '', resendIn: 0, sent: 0, problem: null },
    initial: 'address',
    states: {
      address: {
        tags: 'address',
        initial: 'typing',
        states: {
          typing: { on: { 'verification.send': { target: 'sending', actions: assign({ address: ({ event }) => event.address }) } } },
          sending: {
            tags: 'busy',
            entry: 'forgetProblem',
            invoke: {
              src: 'send',
              input: ({ context }) => context.address,
              onDone: [
                {
                  guard: ({ event }) => event.output.ok,
                  target: '#verification.code',
                  actions: assign(({ event, context }) => ({ sentTo: valueIn(event.output).sentTo, resendIn: valueIn(event.output).resendAfter, sent: context.sent + 1 })),
                },
                { target: 'typing', actions: assign({ problem: ({ event }) => problemIn(event.output) }) },
              ],
              onError: { target: 'typing', actions: 'unexpected' },
            },
          },
        },
      },
      /** Entering the code and waiting for the next one go on side by side. */
      code: {
        tags: 'code',
        type: 'parallel',
        on: { 'verification.back': { target: 'address', actions: 'forgetProblem' } },
        states: {
          entry: {
            initial: 'typing',
            states: {
              typing: { on: { 'verification.check': 'checking' } },
              checking: {
                tags: 'busy',
                entry: 'forgetProblem',
                invoke: {
                  src: 'check',
                  input: ({ event }) => {
                    assertEvent(event, 'verification.check');
                    return event.code;
                  },
                  onDone: [
                    { guard: ({ event }) => event.output.ok, target: '#verification.done' },
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
                    { guard: ({ context }) => context.resendIn > 1, target: 'waiting', reenter: true, actions: 'tick' },
                    { target: 'ready', actions: 'tick' },
                  ],
                },
              },
              ready: { tags: 'ready', on: { 'verification.resend': 'sending' } },
              sending: {
                tags: 'sending',
                entry: 'forgetProblem',
                invoke: {
                  src: 'send',
                  input: ({ context }) => context.address,
                  onDone: [
                    {
                      guard: ({ event }) => event.output.ok,
                      target: 'deciding',
                      actions: assign(({ event, context }) => ({ sentTo: valueIn(event.output).sentTo, resendIn: valueIn(event.output).resendAfter, sent: context.sent + 1 })),
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
      done: { tags: 'done', type: 'final' },
    },
  });
}

export type VerificationMachine = ReturnType<typeof createVerificationMachine>;
