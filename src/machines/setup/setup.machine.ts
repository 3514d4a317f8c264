import { assertEvent, assign, setup } from 'xstate';
import type { MailTest } from '../../api/contract/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { SetupForm } from '../../domain/setup/index.ts';
import type { Position, ProtocolName } from '../../domain/telemetry/index.ts';
import type { UnitKind } from '../../domain/unit/index.ts';
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

/** Where the set-up begins: with the code, with the steps after it, or nowhere, as the server is set up. */
export type SetupStart = 'code' | 'steps' | 'over';

/** A tracker that reported and is registered nowhere. */
export interface NewTracker {
  readonly identifier: string;
  readonly protocol: ProtocolName;
  /** Code of the model that it most likely is; empty where nothing speaks for one. */
  readonly model: string;
}

export interface ClaimForm {
  readonly name: string;
  readonly kind: UnitKind;
  readonly device_model: string;
  readonly manufacturer: string;
}

export interface ClaimedUnit {
  readonly unit_id: number;
  readonly name: string;
}

/** What the statechart asks of the rest of the client. A promise rejects for a bug only. */
export interface SetupEffects {
  begin(signal: AbortSignal): Promise<Answered<SetupStart>>;
  check(code: string, signal: AbortSignal): Promise<Answered<unknown>>;
  /** Makes the owner account with its administrator, and signs them in. */
  create(input: SetupForm & { code: string }, signal: AbortSignal): Promise<Answered<unknown>>;
  testMail(signal: AbortSignal): Promise<Answered<MailTest>>;
  /** Registers the tracker and makes a unit of it. */
  claim(input: NewTracker & ClaimForm, signal: AbortSignal): Promise<Answered<ClaimedUnit>>;
  /** The unit's latest position; null as long as it has none. */
  lastPosition(unitId: number, signal: AbortSignal): Promise<Answered<Position | null>>;
  unexpectedText(): string;
}

export interface SetupContext {
  readonly code: string;
  readonly mail: MailTest | null;
  readonly tracker: NewTracker | null;
  readonly unit: ClaimedUnit | null;
  readonly position: Position | null;
  readonly problem: WorkflowProblem | null;
}

export type SetupEvent =
  | { type: 'setup.retry' }
  | { type: 'setup.check'; code: string }
  | { type: 'setup.create'; form: SetupForm }
  | { type: 'setup.testMail' }
  | { type: 'setup.choose'; tracker: NewTracker }
  | { type: 'setup.claim'; form: ClaimForm }
  | { type: 'setup.next' }
  | { type: 'setup.back' };

/** Milliseconds between two looks at the claimed unit's position. */
const POLL = 1_500;

const isOver = ({ event }: { event: { output: Answered<unknown> } }) =>
  !event.output.ok && event.output.error.code === ERROR.conflict;
/** The server was started again since: its code is another one. */
const isStaleCode = ({ event }: { event: { output: Answered<unknown> } }) =>
  !event.output.ok && event.output.error.fields?.some(({ field }) => field === 'code') === true;
const startsWith =
  (start: SetupStart) =>
  ({ event }: { event: { output: Answered<SetupStart> } }) =>
    event.output.ok && event.output.value === start;

/** The first start of a server: code, owner account, mail, people, first tracker on the map. */
export function createSetupMachine(effects: SetupEffects) {
  return setup({
    types: {
      context: {} as SetupContext,
      events: {} as SetupEvent,
      tags: {} as 'busy' | 'code' | 'owner' | 'mail' | 'people' | 'tracker' | 'claiming' | 'reporting',
    },
    actors: {
      begin: actorOf<Answered<SetupStart>>((_, signal) => effects.begin(signal)),
      check: actorOf<Answered<unknown>, string>((code, signal) => effects.check(code, signal)),
      create: actorOf<Answered<unknown>, SetupForm & { code: string }>((input, signal) =>
        effects.create(input, signal),
      ),
      testMail: actorOf<Answered<MailTest>>((_, signal) => effects.testMail(signal)),
      claim: actorOf<Answered<ClaimedUnit>, NewTracker & ClaimForm>((input, signal) => effects.claim(input, signal)),
      lastPosition: actorOf<Answered<Position | null>, number>((unitId, signal) =>
        effects.lastPosition(unitId, signal),
      ),
    },
    actions: problemActions<SetupContext, SetupEvent>(effects),
    delays: { poll: POLL },
  }).createMachine({
    id: 'setup',
    context: { code: '', mail: null, tracker: null, unit: null, position: null, problem: null },
    initial: 'opening',
    states: {
      opening: {
        ...ASKING,
        invoke: {
          src: 'begin',
          onDone: [
            { guard: startsWith('code'), target: 'code' },
            { guard: startsWith('steps'), target: 'mail' },
            { guard: startsWith('over'), target: 'over' },
            refusedTo('unreachable'),
          ],
          onError: failedTo('unreachable'),
        },
      },
      unreachable: { on: { 'setup.retry': 'opening' } },
      code: {
        tags: 'code',
        initial: 'typing',
        states: {
          typing: {
            on: { 'setup.check': { target: 'checking', actions: assign({ code: ({ event }) => event.code.trim() }) } },
          },
          checking: {
            ...ASKING,
            invoke: {
              src: 'check',
              input: ({ context }) => context.code,
              onDone: [
                { guard: succeeded, target: '#setup.owner' },
                { guard: isOver, target: '#setup.over' },
                refusedTo('typing'),
              ],
              onError: failedTo('typing'),
            },
          },
        },
      },
      owner: {
        tags: 'owner',
        initial: 'editing',
        states: {
          editing: {
            on: { 'setup.create': 'creating', 'setup.back': { target: '#setup.code', actions: 'forgetProblem' } },
          },
          creating: {
            ...ASKING,
            invoke: {
              src: 'create',
              input: ({ context, event }) => ({ ...formOf(event, 'setup.create'), code: context.code }),
              onDone: [
                { guard: succeeded, target: '#setup.mail' },
                { guard: isOver, target: '#setup.over' },
                { guard: isStaleCode, ...refusedTo('#setup.code') },
                refusedTo('editing'),
              ],
              onError: failedTo('editing'),
            },
          },
        },
      },
      mail: {
        tags: 'mail',
        initial: 'ready',
        on: { 'setup.next': { target: 'people', actions: 'forgetProblem' } },
        states: {
          ready: { on: { 'setup.testMail': 'sending' } },
          sending: {
            tags: 'busy',
            entry: ['forgetProblem', assign({ mail: null })],
            invoke: {
              src: 'testMail',
              onDone: [
                { guard: succeeded, target: 'ready', actions: assign({ mail: ({ event }) => valueIn(event.output) }) },
                refusedTo('ready'),
              ],
              onError: failedTo('ready'),
            },
          },
        },
      },
      /** Inviting has a workflow of its own. */
      people: { tags: 'people', on: { 'setup.next': 'tracker', 'setup.back': 'mail' } },
      tracker: {
        tags: 'tracker',
        initial: 'waiting',
        states: {
          /** Trackers that report are shown by the list of unclaimed ones. */
          waiting: {
            on: {
              'setup.choose': { target: 'claiming', actions: assign({ tracker: ({ event }) => event.tracker }) },
              'setup.back': '#setup.people',
            },
          },
          claiming: {
            tags: 'claiming',
            on: { 'setup.claim': 'registering', 'setup.back': { target: 'waiting', actions: 'forgetProblem' } },
          },
          registering: {
            ...ASKING,
            tags: ['busy', 'claiming'],
            invoke: {
              src: 'claim',
              input: ({ context, event }) => {
                assertEvent(event, 'setup.claim');
                if (context.tracker === null) throw new Error('A tracker is claimed that nobody chose.');
                return { ...context.tracker, ...event.form };
              },
              onDone: [
                { guard: succeeded, target: 'asking', actions: assign({ unit: ({ event }) => valueIn(event.output) }) },
                refusedTo('claiming'),
              ],
              onError: failedTo('claiming'),
            },
          },
          /** Its next report is on the map. A look that fails is one look less. */
          asking: {
            tags: 'reporting',
            invoke: {
              src: 'lastPosition',
              input: ({ context }) => context.unit?.unit_id ?? 0,
              onDone: [
                {
                  guard: ({ event }) => event.output.ok && event.output.value !== null,
                  target: '#setup.placed',
                  actions: assign({ position: ({ event }) => valueIn(event.output) }),
                },
                { target: 'resting' },
              ],
              onError: 'resting',
            },
          },
          resting: { tags: 'reporting', after: { poll: 'asking' } },
        },
      },
      placed: { type: 'final' },
      /** A login exists, whoever made it. */
      over: { type: 'final' },
    },
  });
}

export type SetupMachine = ReturnType<typeof createSetupMachine>;
