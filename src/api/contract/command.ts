import { number, object, string, type ObjectSchema } from 'yup';
import {
  deviceCommandSchema,
  executeCommandSchema,
  type CommandExecution,
  type DeviceCommand,
} from '../../domain/command/index.ts';
import { expectedField } from '../../domain/base/index.ts';
import { deviceIdField } from '../../domain/device/index.ts';
import { unitIdField } from '../../domain/unit/index.ts';
import type { Need } from '../../domain/access/index.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const device = methodOf('device-service');
const unit = methodOf('unit-service');
const update = { resource: 'devices', action: 'u' } as const;
const commandId = object({ command_id: number().integer().positive().required('validation.required') });
const executionId = object({ execution_id: number().integer().positive().required('validation.required') });
const confirmation = executionId.shape({ address: string().required('validation.required').max(60) });
const ofDevice = object({ device_id: deviceIdField });
const ofUnit = object({ unit_id: unitIdField });
const logOf = pageRequest.shape({ filters: object({ state: string().max(20) }).default({}) });

/** The device is named by the target. */
const sendingSchema = executeCommandSchema.omit(['device_id']);

const execute = <Fields extends object>(service: typeof device, access: Need, target: ObjectSchema<Fields>) =>
  service<CommandExecution>()({
    summary:
      'Sends a command, at once when the device is connected, else when it connects within the time it stays valid.',
    access,
    request: sendingSchema.concat(target),
    quiet: false,
  });

/** Commands of devices: their own library, sending, and the log. */
export const commandMethods = {
  getDeviceCommands: device<{ commands: DeviceCommand[] }>()({
    summary: 'Commands kept for a device; those of its model are known to the client.',
    access: { resource: 'devices', action: 'r' },
    unitAccess: { resource: 'units', action: 'u' },
    request: ofDevice,
  }),
  createDeviceCommand: device<DeviceCommand>()({
    summary: 'Keeps a command for a device.',
    access: update,
    request: deviceCommandSchema.concat(ofDevice),
    quiet: false,
  }),
  updateDeviceCommand: device<DeviceCommand>()({
    summary: 'Changes a command kept for a device.',
    access: update,
    request: deviceCommandSchema.concat(commandId).shape({ expected: expectedField }),
    quiet: false,
  }),
  deleteDeviceCommand: device<Record<string, never>>()({
    summary: 'Forgets a command kept for a device.',
    access: update,
    request: commandId,
    quiet: false,
  }),
  executeDeviceCommand: execute(device, { resource: 'devices', action: 'ec' }, ofDevice),
  getDeviceCommandLog: device<Page<CommandExecution>>()({
    summary: 'Commands sent to a device, newest first.',
    access: { resource: 'devices', action: 'ch' },
    request: logOf.concat(ofDevice),
  }),
  cancelDeviceCommand: device<CommandExecution>()({
    summary: 'Takes back a command that was not sent yet.',
    access: { resource: 'devices', action: 'ec' },
    request: executionId,
    quiet: false,
  }),
  confirmDeviceCommand: device<CommandExecution>()({
    summary:
      'Sends a dangerous command to a device that came less than a minute ago or from another address: the one that is named.',
    access: { resource: 'devices', action: 'ec' },
    request: confirmation,
    quiet: false,
  }),
  /** To the unit's first device that is active, or the one that is named. */
  executeUnitCommand: execute(
    unit,
    { resource: 'units', action: 'ec' },
    ofUnit.shape({ device_id: number().integer().positive() }),
  ),
  getUnitCommands: unit<{
    devices: { device_id: number; name: string; device_model: string; connected: boolean; commands: DeviceCommand[] }[];
  }>()({
    summary: 'Commands that the devices of a unit take.',
    access: { resource: 'units', action: 'ec' },
    request: ofUnit,
  }),
  getUnitCommandLog: unit<Page<CommandExecution>>()({
    summary: 'Commands sent to the devices of a unit, newest first.',
    access: { resource: 'units', action: 'ch' },
    request: logOf.concat(ofUnit),
  }),
  confirmUnitCommand: unit<CommandExecution>()({
    summary: 'The same of a command to a unit.',
    access: { resource: 'units', action: 'ec' },
    request: confirmation,
    quiet: false,
  }),
  cancelUnitCommand: unit<CommandExecution>()({
    summary: 'Takes back a command to a unit that was not sent yet.',
    access: { resource: 'units', action: 'ec' },
    request: executionId,
    quiet: false,
  }),
};
