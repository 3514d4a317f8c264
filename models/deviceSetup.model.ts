import { setup } from 'xstate';

export type DeviceSetupModelEvent =
  /** An address of the wizard: of a new device, or of one that was left half way, at its step. */
  | 'open.new'
  | 'open.details'
  | 'open.sensors'
  | 'open.commands'
  | 'open.away'
  | 'retry.found'
  | 'retry.away'
  | 'save.next'
  | 'save.done'
  | 'save.refused'
  | 'save.serverAway'
  /** Another model, while the device has something that belongs to the old one. */
  | 'model.changed'
  | 'model.confirmed'
  | 'model.confirmedRefused'
  | 'model.kept'
  | 'sensor.plain'
  | 'sensor.gps'
  | 'sensor.fuel'
  | 'prompt.accepted'
  | 'prompt.later'
  | 'settings.saved'
  | 'settings.later'
  /** The page of the wizard is loaded again. */
  | 'reloaded'
  | 'next'
  | 'back'
  | 'finished'
  | 'left';

const prompt = { 'prompt.later': 'fitted' } as const;
const settings = { 'settings.saved': 'fitted', 'settings.later': 'fitted' } as const;

/**
 * Setting a device up, as its owner and the server act it out. `fitted` has a sensor, that another model would take
 * away. Settings that a sensor asks for are asked until they are answered, over a reload too, and never again after.
 */
export const deviceSetupModel = setup({ types: { events: {} as { type: DeviceSetupModelEvent } } }).createMachine({
  id: 'deviceSetupModel',
  initial: 'outside',
  states: {
    outside: {
      on: {
        'open.new': 'new',
        'open.details': 'details',
        'open.sensors': 'sensors',
        'open.commands': 'commands',
        'open.away': 'unreachable',
      },
    },
    unreachable: { on: { 'retry.found': 'details', 'retry.away': 'unreachable' } },
    new: {
      on: {
        'save.next': 'sensors',
        'save.done': 'done',
        'save.refused': 'newRefused',
        'save.serverAway': 'newRefused',
        left: 'list',
      },
    },
    newRefused: { on: { 'save.next': 'sensors' } },
    details: { on: { 'save.next': 'sensors', 'save.done': 'done', next: 'sensors', left: 'done' } },
    sensors: {
      on: {
        'sensor.plain': 'fitted',
        'sensor.gps': 'promptTrips',
        'sensor.fuel': 'promptFuel',
        next: 'commands',
        back: 'details',
        finished: 'done',
      },
    },
    promptTrips: { on: { ...prompt, 'prompt.accepted': 'settingTrips', reloaded: 'promptTrips' } },
    promptFuel: { on: { ...prompt, 'prompt.accepted': 'settingFuel', reloaded: 'promptFuel' } },
    settingTrips: { on: { ...settings, reloaded: 'settingTrips' } },
    settingFuel: { on: { ...settings, reloaded: 'settingFuel' } },
    fitted: { on: { back: 'fittedDetails', reloaded: 'fitted' } },
    fittedDetails: { on: { 'model.changed': 'confirming', 'save.next': 'fitted' } },
    confirming: {
      on: { 'model.confirmed': 'sensors', 'model.confirmedRefused': 'fittedRefused', 'model.kept': 'fittedDetails' },
    },
    fittedRefused: {},
    commands: { on: { back: 'sensors', finished: 'done' } },
    /** On the device's page, and on the list. */
    done: {},
    list: {},
  },
});
