import { assertEvent, assign, setup } from 'xstate';
import type { CreateDevice, DeviceDetails } from '../../domain/device/index.ts';
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

/** Steps of setting a device up (specification, chapter 4: "Save and Next to sensors and commands"). */
export type DeviceSetupStep = 'details' | 'sensors' | 'commands';

/** What adding a sensor asks to be set: a GPS sensor the trip detector, a fuel sensor theft and refill. */
export type SettingsPrompt = 'tripDetector' | 'fuel';

/** Settings that were asked for by added sensors, and neither made nor put off yet. */
export interface DueSettings {
  /** The first is asked about. */
  readonly prompts: readonly SettingsPrompt[];
  /** The person agreed to make the first one now, and has not finished. */
  readonly accepted: boolean;
}

/** Nothing is asked for. */
export const NOTHING_DUE: DueSettings = { prompts: [], accepted: false };

/** What the statechart asks of the rest of the client. */
export interface DeviceSetupEffects {
  open(deviceId: number, signal: AbortSignal): Promise<Answered<DeviceDetails>>;
  create(form: CreateDevice, signal: AbortSignal): Promise<Answered<DeviceDetails>>;
  /** `clear`: another model takes the sensors and commands away, as was agreed. */
  update(deviceId: number, form: CreateDevice, clear: boolean, signal: AbortSignal): Promise<Answered<DeviceDetails>>;
  /** Puts device and step into the address, so that a reload goes on there. */
  show(deviceId: number, step: DeviceSetupStep): void;
  /** Keeps what is still to be asked, so that a reload asks it. */
  remember(due: DueSettings): void;
  /** The wizard is done, or was left; `deviceId` null: nothing was created. */
  leave(deviceId: number | null): void;
  unexpectedText(): string;
}

export interface DeviceSetupInput extends DueSettings {
  /** Of a device that was created before; null starts over. */
  readonly deviceId: number | null;
  readonly step: DeviceSetupStep;
}

export interface DeviceSetupContext extends DeviceSetupInput {
  readonly device: DeviceDetails | null;
  /** What is being saved. */
  readonly form: CreateDevice | null;
  /** The person has agreed that another model takes the sensors and commands away. */
  readonly clear: boolean;
  /** Go on to the next step when it is saved. */
  readonly goesOn: boolean;
  readonly problem: WorkflowProblem | null;
}

export type DeviceSetupEvent =
  | { type: 'setup.retry' }
  | { type: 'details.save'; form: CreateDevice; goesOn: boolean }
  | { type: 'details.confirm' }
  | { type: 'details.keep' }
  /** Several sensors were added; what they ask to be set, one after another. Counts of the device are read again. */
  | { type: 'sensor.added'; prompts: readonly SettingsPrompt[] }
  | { type: 'items.changed'; sensors: number; commands: number }
  | { type: 'prompt.accept' }
  | { type: 'prompt.later' }
  | { type: 'settings.done' }
  | { type: 'step.next' }
  | { type: 'step.back' }
  | { type: 'setup.finish' }
  | { type: 'setup.leave' };

/**
 * Setting a device up: its details, then sensors, then commands. Adding a GPS sensor offers the trip detector, adding a
 * fuel sensor the fuel settings. Another model clears what was set for the old one, after a question. Each step is
 * saved by itself, so that a wizard that is left half way can be gone on with from the device's page, and what its
 * sensors ask for is asked until it is answered; editing sensors and commands is `itemEditing`, within these steps.
 */
export function createDeviceSetupMachine(effects: DeviceSetupEffects) {
  return setup({
    types: {
      context: {} as DeviceSetupContext,
      events: {} as DeviceSetupEvent,
      input: {} as DeviceSetupInput,
      tags: {} as 'busy' | 'details' | 'sensors' | 'commands',
    },
    actors: {
      open: actorOf<Answered<DeviceDetails>, number>((deviceId, signal) => effects.open(deviceId, signal)),
      save: actorOf<Answered<DeviceDetails>, { deviceId: number | null; form: CreateDevice; clear: boolean }>(
        ({ deviceId, form, clear }, signal) =>
          deviceId === null ? effects.create(form, signal) : effects.update(deviceId, form, clear, signal),
      ),
    },
    actions: {
      ...problemActions<DeviceSetupContext, DeviceSetupEvent>(effects),
      keepForm: assign(({ event }) => {
        assertEvent(event, 'details.save');
        return { form: event.form, goesOn: event.goesOn, clear: false };
      }),
      show: ({ context }, { step }: { step: DeviceSetupStep }) => {
        if (context.deviceId !== null) effects.show(context.deviceId, step);
      },
      remember: ({ context: { prompts, accepted } }) => effects.remember({ prompts, accepted }),
      dropPrompt: assign(({ context }) => ({ prompts: context.prompts.slice(1), accepted: false })),
      dropPrompts: assign(NOTHING_DUE),
      leave: ({ context }) => effects.leave(context.deviceId),
    },
    guards: {
      exists: ({ context }) => context.deviceId !== null,
      isAt: ({ context }, { step }: { step: DeviceSetupStep }) => context.step === step,
      /** Another model than the saved one, while there is something to lose. */
      clears: ({ context, event }) => {
        assertEvent(event, 'details.save');
        const { device } = context;
        return (
          device !== null && event.form.device_model !== device.device_model && device.sensors + device.commands > 0
        );
      },
      asks: ({ context }) => context.prompts.length > 0,
      sets: ({ context }) => context.prompts.length > 0 && context.accepted,
    },
  }).createMachine({
    id: 'deviceSetup',
    context: ({ input }) => ({ ...input, device: null, form: null, clear: false, goesOn: false, problem: null }),
    initial: 'starting',
    on: {
      'setup.leave': '.left',
      'items.changed': {
        actions: assign({
          device: ({ context, event }) =>
            context.device && { ...context.device, sensors: event.sensors, commands: event.commands },
        }),
      },
    },
    states: {
      starting: { always: [{ guard: 'exists', target: 'opening' }, { target: 'details' }] },
      opening: {
        ...ASKING,
        invoke: {
          src: 'open',
          input: ({ context }) => context.deviceId ?? 0,
          onDone: [
            { guard: succeeded, target: 'opened', actions: assign({ device: ({ event }) => valueIn(event.output) }) },
            refusedTo('unreachable'),
          ],
          onError: failedTo('unreachable'),
        },
      },
      unreachable: { on: { 'setup.retry': 'opening' } },
      opened: {
        always: [
          { guard: { type: 'isAt', params: { step: 'sensors' } }, target: 'sensors' },
          { guard: { type: 'isAt', params: { step: 'commands' } }, target: 'commands' },
          { target: 'details' },
        ],
      },
      details: {
        tags: 'details',
        initial: 'writing',
        entry: { type: 'show', params: { step: 'details' } },
        states: {
          writing: {
            on: {
              'details.save': [
                { guard: 'clears', target: 'confirmingModel', actions: 'keepForm' },
                { target: 'saving', actions: 'keepForm' },
              ],
              'step.next': { guard: 'exists', target: '#deviceSetup.sensors' },
            },
          },
          confirmingModel: {
            on: {
              'details.confirm': { target: 'saving', actions: assign({ clear: true }) },
              'details.keep': 'writing',
            },
          },
          saving: {
            ...ASKING,
            invoke: {
              src: 'save',
              input: ({ context: { deviceId, form, clear } }) => {
                if (!form) throw new Error('There is nothing to save.');
                return { deviceId, form, clear };
              },
              onDone: [
                {
                  guard: ({ context, event }) => event.output.ok && context.goesOn,
                  target: '#deviceSetup.sensors',
                  actions: [assign(({ context, event }) => saved(context, event.output)), 'remember'],
                },
                {
                  guard: succeeded,
                  target: '#deviceSetup.done',
                  actions: assign(({ context, event }) => saved(context, event.output)),
                },
                refusedTo('writing'),
              ],
              onError: failedTo('writing'),
            },
          },
        },
      },
      sensors: {
        tags: 'sensors',
        initial: 'asking',
        entry: { type: 'show', params: { step: 'sensors' } },
        on: { 'step.back': 'details', 'step.next': 'commands', 'setup.finish': 'done' },
        states: {
          listing: {
            on: {
              'sensor.added': {
                target: 'asking',
                actions: [assign(({ event }) => ({ prompts: event.prompts, accepted: false })), 'remember'],
              },
            },
          },
          asking: {
            always: [
              { guard: 'sets', target: 'setting' },
              { guard: 'asks', target: 'prompting' },
              { target: 'listing' },
            ],
          },
          prompting: {
            on: {
              'prompt.accept': { target: 'asking', actions: [assign({ accepted: true }), 'remember'] },
              'prompt.later': { target: 'asking', actions: ['dropPrompt', 'remember'] },
            },
          },
          setting: {
            on: {
              'settings.done': { target: 'asking', actions: ['dropPrompt', 'remember'] },
              'prompt.later': { target: 'asking', actions: ['dropPrompt', 'remember'] },
            },
          },
        },
      },
      commands: {
        tags: 'commands',
        entry: { type: 'show', params: { step: 'commands' } },
        on: { 'step.back': 'sensors', 'setup.finish': 'done' },
      },
      done: { type: 'final', entry: ['dropPrompts', 'remember', 'leave'] },
      left: { type: 'final', entry: ['dropPrompts', 'remember', 'leave'] },
    },
  });
}

/** The device as it was saved. What sensors asked for that another model took away is asked no more. */
function saved(
  { clear, prompts, accepted }: DeviceSetupContext,
  answer: Answered<DeviceDetails>,
): Pick<DeviceSetupContext, 'device' | 'deviceId' | keyof DueSettings> {
  const device = valueIn(answer);
  return { device, deviceId: device.device_id, ...(clear ? NOTHING_DUE : { prompts, accepted }) };
}
