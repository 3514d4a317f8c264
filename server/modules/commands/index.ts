import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import type { CommandExecution } from '../../../src/domain/command/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import {
  accountOf,
  atomically,
  unknownSortColumn,
  conflictAt,
  isUniqueViolation,
  notFound,
  refuseForeignDevice,
  sessionOf,
} from '../shared/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { execute } from './execute.ts';
import { createCommand, deleteCommand, readCommands, updateCommand } from './library.ts';
import { commandableDevice, commandablesOf, type Commandable } from './reach.ts';
import { findExecution, listExecutions, readExecution } from './rows.ts';
import type { CommandServices } from './services.ts';

export type { CommandServices } from './services.ts';
export { sendCommandByAlarm } from './byAlarm.ts';
export { recordTakeovers } from './takeovers.ts';
export { openCommandDispatcher, type CommandDispatcher } from './dispatcher.ts';

type LibraryMethod = 'getDeviceCommands' | 'createDeviceCommand' | 'updateDeviceCommand' | 'deleteDeviceCommand';
type DeviceMethod = 'executeDeviceCommand' | 'getDeviceCommandLog' | 'cancelDeviceCommand' | 'confirmDeviceCommand';
type UnitMethod =
  | 'executeUnitCommand'
  | 'getUnitCommands'
  | 'getUnitCommandLog'
  | 'cancelUnitCommand'
  | 'confirmUnitCommand';
type CommandMethod = LibraryMethod | DeviceMethod | UnitMethod;

/** Commands of devices: what is kept for them, sending, and the log. */
export function createCommandHandlers(services: CommandServices): Pick<Handlers, CommandMethod> {
  const log = logOf(services);
  return { ...libraryHandlers(services), ...deviceHandlers(services, log), ...unitHandlers(services, log) };
}

/** What is kept for a device to be sent later. */
function libraryHandlers(services: CommandServices): Pick<Handlers, LibraryMethod> {
  const { database, problems } = services;
  const guarded = async <Value>(context: CallContext, work: () => Promise<Result<Value, CallError>>) => {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return conflictAt('code', 'server.commandTaken', context, problems);
    }
  };
  return {
    async getDeviceCommands({ device_id: id }, context) {
      const refused = await refuseForeignDevice(database, id, context, problems);
      if (refused) return refused;
      if (!(await commandableDevice(database, id, context))) return notFound(context, problems);
      return success({ commands: (await readCommands(database, [id])).get(id) ?? [] });
    },
    createDeviceCommand: (data, context) =>
      guarded(context, () =>
        atomically(database, (transaction) => createCommand(transaction, data, context, services)),
      ),
    updateDeviceCommand: (data, context) =>
      guarded(context, () =>
        atomically(database, (transaction) => updateCommand(transaction, data, context, services)),
      ),
    deleteDeviceCommand: ({ command_id: id }, context) =>
      atomically(database, (transaction) => deleteCommand(transaction, id, context, services)),
  };
}

/** Sending to a device, for those who manage it. */
function deviceHandlers(
  services: CommandServices,
  { log, cancel, confirm }: ExecutionLog,
): Pick<Handlers, DeviceMethod> {
  const { database } = services;
  return {
    async executeDeviceCommand({ device_id: id, ...sending }, context) {
      return execute(services, await commandableDevice(database, id, context), sending, context);
    },
    async getDeviceCommandLog({ device_id: id, ...data }, context) {
      const device = await commandableDevice(database, id, context);
      return log(device && [device], data, context);
    },
    cancelDeviceCommand: ({ execution_id: id }, context) =>
      cancel(id, context, (deviceId) => commandableDevice(database, deviceId, context)),
    confirmDeviceCommand: ({ execution_id: id, address }, context) =>
      confirm(id, address, context, (deviceId) => commandableDevice(database, deviceId, context)),
  };
}

/** Sending in the name of a unit, for those who work with it. */
function unitHandlers(services: CommandServices, { log, cancel, confirm }: ExecutionLog): Pick<Handlers, UnitMethod> {
  const { database, problems, commands } = services;
  return {
    async executeUnitCommand({ unit_id: unitId, device_id: deviceId, ...sending }, context) {
      const devices = await commandablesOf(database, unitId, context);
      if (!devices) return notFound(context, problems);
      const device = deviceId === undefined ? devices.at(0) : devices.find((each) => each.deviceId === deviceId);
      if (!device) return problems.refuseField(context.lang, 'device_id', 'server.noDeviceForCommand');
      return execute(services, device, sending, context);
    },
    async getUnitCommands({ unit_id: unitId }, context) {
      const devices = await commandablesOf(database, unitId, context);
      if (!devices) return notFound(context, problems);
      const kept = await readCommands(
        database,
        devices.map(({ deviceId }) => deviceId),
      );
      return success({
        devices: devices.map(({ deviceId, name, model, identifier }) => ({
          device_id: deviceId,
          name,
          device_model: model,
          connected: commands.connected(identifier),
          commands: kept.get(deviceId) ?? [],
        })),
      });
    },
    async getUnitCommandLog({ unit_id: unitId, ...data }, context) {
      return log(await commandablesOf(database, unitId, context), data, context);
    },
    cancelUnitCommand: ({ execution_id: id }, context) =>
      cancel(id, context, (deviceId) => commandableInUnit(database, deviceId, context)),
    confirmUnitCommand: ({ execution_id: id, address }, context) =>
      confirm(id, address, context, (deviceId) => commandableInUnit(database, deviceId, context)),
  };
}

type ExecutionLog = ReturnType<typeof logOf>;

/** The log of what was sent, and cancelling what has not been. */
function logOf({ database, problems, commands }: CommandServices) {
  const log = async (
    devices: readonly Commandable[] | null,
    data: Omit<Request<'getDeviceCommandLog'>, 'device_id'>,
    context: CallContext,
  ) => {
    if (!devices) return notFound(context, problems);
    const page = await listExecutions(database, devices, accountOf(context).scope, data);
    return page ? success(page) : unknownSortColumn(context, problems);
  };
  const seen = async (id: number, context: CallContext, reach: Reach): Promise<CommandExecution | null> => {
    const found = await findExecution(database, id);
    const device = found && (await reach(found.deviceId));
    if (!found || !device || !(device.own || accountOf(context).scope.includes(found.accountId))) return null;
    return readExecution(database, id);
  };
  const cancel = async (id: number, context: CallContext, reach: Reach) => {
    const execution = await seen(id, context, reach);
    if (!execution) return notFound(context, problems);
    if (!(await commands.cancel(id))) return conflictAt('execution_id', 'server.commandGone', context, problems);
    return success({ ...execution, state: 'cancelled' as const });
  };
  const confirm = async (id: number, address: string, context: CallContext, reach: Reach) => {
    if (!(await seen(id, context, reach))) return notFound(context, problems);
    if (!(await commands.confirm(id, address, sessionOf(context).userId)))
      return conflictAt('execution_id', 'server.commandNotWaiting', context, problems);
    const execution = await readExecution(database, id);
    return execution ? success(execution) : notFound(context, problems);
  };
  return { log, cancel, confirm };
}

type Reach = (deviceId: number) => Promise<Commandable | null>;

/** The device as the caller may command it through the unit that carries it. */
async function commandableInUnit(
  database: Queryable,
  deviceId: number,
  context: CallContext,
): Promise<Commandable | null> {
  const [row] = await database.query<{ unit_id: number }>('select unit_id from unit_device where device_id = $1', [
    deviceId,
  ]);
  const devices = row ? await commandablesOf(database, row.unit_id, context) : null;
  return devices?.find((device) => device.deviceId === deviceId) ?? null;
}
