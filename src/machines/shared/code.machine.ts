import { assertEvent, assign, setup } from 'xstate';
import { SECOND } from '../../domain/base/index.ts';
import { actorOf, valueIn, type Answered, type WorkflowProblem } from './effects.ts';
import { ASKING, failedTo, problemActions, refusedTo, succeeded } from './step.ts';

export interface CodeSent {
  /** Seconds until another code may be asked for. */
  readonly resendAfter: number;
  /** Where it went, shortened. */
  readonly sentTo: string;
}

/** Asking for a code, or entering the one that is on its way. */
export type CodeStep = 'request' | 'code';

/** What the statechart asks of the rest of the client. A promise rejects for a bug only. */
export interface CodeEffects<Proof> {
  send(recipient: string, signal: AbortSignal): Promise<Answered<CodeSent>>;
  /** What the right code earns is the workflow's outcome. */
  check(input: { recipient: string; code: string }, signal: AbortSignal): Promise<Answered<Proof>>;
  /** Opens the page of a step, where each has one. */
  show?(step: CodeStep, recipient: string): void;
  unexpectedText(): string;
}

interface CodeInput {
  /** Whom to send it to, as far as that is known. */
  readonly recipient: string;
  /** What was opened; a code nobody is known to wait for is asked for again. */
  readonly step: CodeStep;
  /** Why another code is needed. */
  readonly problem: WorkflowProblem | null;
}

export interface CodeContext<Proof> {
  /** Whom the code is sent to: an address, or a login name whose address the server knows. */
  readonly recipient: string;
  readonly sentTo: string;
  /** Seconds until another code may be asked for; 0 = now. */
  readonly resendIn: number;
  /** How many codes went out: what shows people that the second one did. */
  readonly sent: number;
  readonly proof: Answered<Proof> | null;
  /** What was opened at first. */
  readonly step: CodeStep;
  readonly problem: WorkflowProblem | null;
}

export type CodeEvent =
  | { type: 'code.request'; recipient: string }
  | { type: 'code.check'; code: string }
  | { type: 'code.resend' }
  /** Another recipient: the code that is on its way is of no more use. */
  | { type: 'code.back' }
  /** Forwards again, to the code that is on its way. */
  | { type: 'code.forth' };

export interface CodeOutcome<Proof> {
  readonly recipient: string;
  readonly proof: Proof;
}

function outcomeOf<Proof>({ recipient, proof }: CodeContext<Proof>): CodeOutcome<Proof> {
  if (proof === null) throw new Error('A code was proved by nothing.');
  return { recipient, proof: valueIn(proof) };
}

/**
 * A code goes out and comes back: proves that whoever enters it reads what reaches an address (specification, chapters
 * 2 and 4).
 */
export function createCodeMachine<Proof>(effects: CodeEffects<Proof>) {
  return setup({
    types: {
      context: {} as CodeContext<Proof>,
      events: {} as CodeEvent,
      input: {} as CodeInput,
      output: {} as CodeOutcome<Proof>,
      tags: {} as CodeStep | 'done' | 'busy' | 'sending' | 'ready',
    },
    actors: {
      send: actorOf<Answered<CodeSent>, string>((recipient, signal) => effects.send(recipient, signal)),
      check: actorOf<Answered<Proof>, { recipient: string; code: string }>((input, signal) =>
        effects.check(input, signal),
      ),
    },
    actions: {
      ...problemActions<CodeContext<Proof>, CodeEvent>(effects),
      wentOut: assign(({ context }, outcome: Answered<CodeSent>) => {
        const { sentTo, resendAfter } = valueIn(outcome);
        return { sentTo, resendIn: resendAfter, sent: context.sent + 1 };
      }),
      show: ({ context }, { step }: { step: CodeStep }) => effects.show?.(step, context.recipient),
      tick: assign({ resendIn: ({ context }) => context.resendIn - 1 }),
    },
    delays: { second: SECOND },
  }).createMachine({
    id: 'code',
    context: ({ input }) => ({ ...input, sentTo: '', resendIn: 0, sent: 0, proof: null }),
    initial: 'start',
    output: ({ context }) => outcomeOf(context),
    states: {
      /** A page that is opened again goes on where its address says, as far as that is known. */
      start: {
        always: [
          { guard: ({ context }) => context.step === 'code' && context.recipient !== '', target: 'code' },
          { target: 'request' },
        ],
      },
      request: {
        tags: 'request',
        entry: { type: 'show', params: { step: 'request' } },
        initial: 'asking',
        on: { 'code.forth': { guard: ({ context }) => context.sent > 0, target: 'code' } },
        states: {
          asking: {
            on: {
              'code.request': {
                target: 'sending',
                actions: assign({ recipient: ({ event }) => event.recipient.trim() }),
              },
            },
          },
          sending: {
            ...ASKING,
            invoke: {
              src: 'send',
              input: ({ context }) => context.recipient,
              onDone: [
                {
                  guard: succeeded,
                  target: '#code.code',
                  actions: { type: 'wentOut', params: ({ event }) => event.output },
                },
                refusedTo('asking'),
              ],
              onError: failedTo('asking'),
            },
          },
        },
      },
      /** Entering the code and waiting for the next one go on side by side. */
      code: {
        tags: 'code',
        type: 'parallel',
        entry: { type: 'show', params: { step: 'code' } },
        on: { 'code.back': { target: 'request', actions: 'forgetProblem' } },
        states: {
          entry: {
            initial: 'typing',
            states: {
              typing: { on: { 'code.check': 'checking' } },
              checking: {
                ...ASKING,
                invoke: {
                  src: 'check',
                  input: ({ context, event }) => {
                    assertEvent(event, 'code.check');
                    return { recipient: context.recipient, code: event.code };
                  },
                  onDone: [
                    { guard: succeeded, target: '#code.done', actions: assign({ proof: ({ event }) => event.output }) },
                    refusedTo('typing'),
                  ],
                  onError: failedTo('typing'),
                },
              },
            },
          },
          resend: {
            initial: 'deciding',
            states: {
              deciding: {
                always: [{ guard: ({ context }) => context.resendIn > 0, target: 'waiting' }, { target: 'ready' }],
              },
              waiting: {
                after: {
                  second: [
                    { guard: ({ context }) => context.resendIn > 1, target: 'waiting', reenter: true, actions: 'tick' },
                    { target: 'ready', actions: 'tick' },
                  ],
                },
              },
              ready: { tags: 'ready', on: { 'code.resend': 'sending' } },
              sending: {
                tags: 'sending',
                entry: 'forgetProblem',
                invoke: {
                  src: 'send',
                  input: ({ context }) => context.recipient,
                  onDone: [
                    {
                      guard: succeeded,
                      target: 'deciding',
                      actions: { type: 'wentOut', params: ({ event }) => event.output },
                    },
                    refusedTo('ready'),
                  ],
                  onError: failedTo('ready'),
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

/** A code machine for some proof. */
export type CodeMachine<Proof> = ReturnType<typeof createCodeMachine<Proof>>;
