import { assertEvent, assign, setup } from 'xstate';
import type { Allocation } from '../../domain/allocation/index.ts';
import type { CreateDevice, Device } from '../../domain/device/index.ts';
import type { CreateUnit, UnitDetails } from '../../domain/unit/index.ts';
import {
  actorOf,
  ASKING,
  failedTo,
  formOf,
  problemActions,
  problemIn,
  refusedTo,
  succeeded,
  valueIn,
  type Answered,
  type WorkflowProblem,
} from '../shared/index.ts';

/** A unit as its form holds it; its devices were chosen before. */
export type UnitForm = Omit<CreateUnit, 'device_ids'>;

/** A span for an account, for the unit with all its devices. */
export interface AllocateForm {
  readonly account_id: number;
  readonly start_date: string;
  readonly end_date: string;
}

/** What the statechart asks of the rest of the client. */
export interface UnitCreationEffects {
  /** Reads the unit that was created before a reload. */
  open(unitId: number, signal: AbortSignal): Promise<Answered<UnitDetails>>;
  /** Registers a tracker that is not yet known, to be chosen at once. */
  claim(form: CreateDevice, signal: AbortSignal): Promise<Answered<Device>>;
  create(form: CreateUnit, signal: AbortSignal): Promise<Answered<UnitDetails>>;
  allocate(unit: UnitDetails, form: AllocateForm, signal: AbortSignal): Promise<Answered<Allocation>>;
  /** Keeps what was chosen, so that a reload goes on there. */
  remember(state: UnitCreationInput): void;
  /** Opens the set-up of a device; the wizard ends. */
  openDevice(deviceId: number): void;
  /** The wizard is over; `unitId` null: nothing was created. */
  leave(unitId: number | null): void;
  unexpectedText(): string;
}

/** Steps before the unit exists. */
type UnitCreationStep = 'devices' | 'details';

/** The step of the wizard, as a reload finds it again. */
export interface UnitCreationInput {
  readonly deviceIds: readonly number[];
  readonly step: UnitCreationStep;
  readonly unitId: number | null;
}

export interface UnitCreationContext extends UnitCreationInput {
  readonly unit: UnitDetails | null;
  /** The next step was asked for without a device. */
  readonly missing: boolean;
  /** What it was given away by, last. */
  readonly allocated: Allocation | null;
  readonly problem: WorkflowProblem | null;
}

export type UnitCreationEvent =
  | { type: 'devices.choose'; deviceIds: readonly number[] }
  | { type: 'devices.claim'; form: CreateDevice }
  | { type: 'step.next' }
  | { type: 'step.back' }
  | { type: 'unit.save'; form: UnitForm }
  | { type: 'setup.allocate' }
  | { type: 'allocation.save'; form: AllocateForm }
  | { type: 'allocation.close' }
  | { type: 'setup.device'; deviceId: number }
  /** "Skip", "Set up later" and "Finish": the unit exists, the rest can wait. */
  | { type: 'setup.skip' }
  | { type: 'creation.retry' }
  | { type: 'creation.leave' };

/**
 * Creating a unit: choose its devices, save it, then what may be skipped or set up later: giving it to an
 * account, setting its devices up (specification, chapter 4).
 */
export function createUnitCreationMachine(effects: UnitCreationEffects) {
  return setup({
    types: {
      context: {} as UnitCreationContext,
      events: {} as UnitCreationEvent,
      input: {} as UnitCreationInput,
      tags: {} as 'busy' | 'devices' | 'details' | 'setup' | 'allocating',
    },
    actors: {
      open: actorOf<Answered<UnitDetails>, number>((unitId, signal) => effects.open(unitId, signal)),
      claim: actorOf<Answered<Device>, CreateDevice>((form, signal) => effects.claim(form, signal)),
      create: actorOf<Answered<UnitDetails>, CreateUnit>((form, signal) => effects.create(form, signal)),
      allocate: actorOf<Answered<Allocation>, { unit: UnitDetails; form: AllocateForm }>(({ unit, form }, signal) =>
        effects.allocate(unit, form, signal),
      ),
    },
    actions: {
      ...problemActions<UnitCreationContext, UnitCreationEvent>(effects),
      remember: ({ context: { deviceIds, step, unitId } }) => effects.remember({ deviceIds, step, unitId }),
      leave: ({ context }) => effects.leave(context.unitId),
    },
    guards: {
      exists: ({ context }) => context.unitId !== null,
      hasDevices: ({ context }) => context.deviceIds.length > 0,
      wasWriting: ({ context }) => context.step === 'details' && context.deviceIds.length > 0,
    },
  }).createMachine({
    id: 'unitCreation',
    context: ({ input }) => ({ ...input, unit: null, missing: false, allocated: null, problem: null }),
    initial: 'starting',
    on: { 'creation.leave': '.left' },
    states: {
      starting: {
        always: [
          { guard: 'exists', target: 'opening' },
          { guard: 'wasWriting', target: 'details' },
          { target: 'devices' },
        ],
      },
      opening: {
        ...ASKING,
        invoke: {
          src: 'open',
          input: ({ context }) => context.unitId ?? 0,
          onDone: [
            { guard: succeeded, target: 'setup', actions: assign({ unit: ({ event }) => valueIn(event.output) }) },
            refusedTo('unreachable'),
          ],
          onError: failedTo('unreachable'),
        },
      },
      unreachable: { on: { 'creation.retry': 'opening' } },
      devices: {
        tags: 'devices',
        initial: 'choosing',
        entry: [assign({ step: 'devices' }), 'remember'],
        states: {
          choosing: {
            on: {
              'devices.choose': {
                actions: [
                  assign(({ event }) => ({ deviceIds: event.deviceIds, missing: false, problem: null })),
                  'remember',
                ],
              },
              'devices.claim': 'claiming',
              'step.next': [
                { guard: 'hasDevices', target: '#unitCreation.details', actions: 'forgetProblem' },
                { actions: assign({ missing: true }) },
              ],
            },
          },
          claiming: {
            ...ASKING,
            invoke: {
              src: 'claim',
              input: ({ event }) => formOf(event, 'devices.claim'),
              onDone: [
                {
                  guard: succeeded,
                  target: 'choosing',
                  actions: [
                    assign(({ context, event }) => ({
                      deviceIds: [...context.deviceIds, valueIn(event.output).device_id],
                      missing: false,
                    })),
                    'remember',
                  ],
                },
                refusedTo('choosing'),
              ],
              onError: failedTo('choosing'),
            },
          },
        },
      },
      details: {
        tags: 'details',
        initial: 'writing',
        entry: [assign({ step: 'details' }), 'remember'],
        states: {
          writing: { on: { 'step.back': '#unitCreation.devices', 'unit.save': 'saving' } },
          saving: {
            ...ASKING,
            invoke: {
              src: 'create',
              input: ({ context, event }) => ({ ...formOf(event, 'unit.save'), device_ids: [...context.deviceIds] }),
              onDone: [
                {
                  guard: succeeded,
                  target: '#unitCreation.setup',
                  actions: [
                    assign(({ event }) => ({ unit: valueIn(event.output), unitId: valueIn(event.output).unit_id })),
                    'remember',
                  ],
                },
                {
                  // Somebody else took a device meanwhile: it is for the step before to choose another.
                  guard: ({ event }) =>
                    problemIn(event.output)?.fields?.some(({ field }) => field.startsWith('device_ids')) ?? false,
                  ...refusedTo('#unitCreation.devices'),
                },
                refusedTo('writing'),
              ],
              onError: failedTo('writing'),
            },
          },
        },
      },
      setup: {
        tags: 'setup',
        initial: 'offered',
        states: {
          offered: {
            on: {
              'setup.allocate': { target: 'allocating', actions: 'forgetProblem' },
              'setup.device': {
                target: '#unitCreation.handedOver',
                actions: ({ event }) => effects.openDevice(event.deviceId),
              },
              'setup.skip': '#unitCreation.done',
            },
          },
          allocating: {
            tags: 'allocating',
            on: { 'allocation.save': 'saving', 'allocation.close': { target: 'offered', actions: 'forgetProblem' } },
          },
          saving: {
            ...ASKING,
            tags: ['busy', 'allocating'],
            invoke: {
              src: 'allocate',
              input: ({ context, event }) => {
                assertEvent(event, 'allocation.save');
                if (!context.unit) throw new Error('There is no unit to allocate.');
                return { unit: context.unit, form: event.form };
              },
              onDone: [
                {
                  guard: succeeded,
                  target: 'offered',
                  actions: assign({ allocated: ({ event }) => (event.output.ok ? event.output.value : null) }),
                },
                refusedTo('allocating'),
              ],
              onError: failedTo('allocating'),
            },
          },
        },
      },
      /** Gone on with elsewhere: the set-up of a device. */
      handedOver: { type: 'final' },
      done: { type: 'final', entry: 'leave' },
      left: { type: 'final', entry: 'leave' },
    },
  });
}

export type UnitCreationMachine = ReturnType<typeof createUnitCreationMachine>;
