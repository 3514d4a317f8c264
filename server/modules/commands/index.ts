import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { COMMAND, success, type Result } from '../../../src/domain/base/index.ts';
import {
  isDangerousCommand,
  withoutCommandPassword,
  type CommandExecution,
} from '../../../src/domain/command/index.ts';
import { protocolOfModel } from '../../../src/domain/device/index.ts';
import type { Place } from '../../../src/domain/unitEvent/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { LatestStates } from '../../store/types.ts';
import {
  accountOf,
  atomically,
  badSort,
  conflictAt,
  isUniqueViolation,
  notFound,
  refuseForeignDevice,
  sessionOf,
  recordEvent,
} from '../shared/index.ts';
import { createCommand, deleteCommand, readCommands, updateCommand } from './library.ts';
import { commandableDevice, commandablesOf, type Commandable } from './reach.ts';
import { findExecution, listExecutions, readExecution, type OpenExecution } from './rows.ts';
import type { CommandServices } from './services.ts';

export type { CommandServices } from './services.ts';
export { openCommandDesk, type CommandDesk } from './desk.ts';

type CommandMethod =
  | 'getDeviceCommands'
  | 'createDeviceCommand'
  | 'updateDeviceCommand'
  | 'deleteDeviceCommand'
  | 'executeDeviceCommand'
  | 'getDeviceCommandLog'
  | 'cancelDeviceCommand'
  | 'executeUnitCommand'
  | 'getUnitCommands'
  | 'getUnitCommandLog'
  | 'cancelUnitCommand';

type Sending = Omit<Request<'executeDeviceCommand'>, 'device_id'>;

/** Commands of devices: what is kept for them, sending, and the log. */
export function createCommandHandlers(services: CommandServices): Pick<Handlers, CommandMethod> {
  const { database, problems, commands } = services;
  const guarded = async <Value>(context: CallContext, work: () => Promise<Result<Value, CallError>>) => {
    try {
      return await work();
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      return conflictAt('code', 'server.commandTaken', context, problems);
    }
  };
  const log = async (
    devices: readonly Commandable[] | null,
    data: Omit<Request<'getDeviceCommandLog'>, 'device_id'>,
    context: CallContext,
  ) => {
    if (!devices) return notFound(context, problems);
    const page = await listExecutions(database, devices, accountOf(context).scope, data);
    return page ? success(page) : badSort(context, problems);
  };
  const cancel = async (id: number, context: CallContext, reach: (deviceId: number) => Promise<Commandable | null>) => {
    const found = await findExecution(database, id);
    const device = found && (await reach(found.deviceId));
    if (!found || !device || !(device.own || accountOf(context).scope.includes(found.accountId)))
      return notFound(context, problems);
    const execution = await readExecution(database, id);
    if (!execution || !(await commands.cancel(id)))
      return conflictAt('execution_id', 'server.commandGone', context, problems);
    return success({ ...execution, state: 'cancelled' as const });
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
    async executeDeviceCommand({ device_id: id, ...sending }, context) {
      return execute(services, await commandableDevice(database, id, context), sending, context);
    },
    async getDeviceCommandLog({ device_id: id, ...data }, context) {
      const device = await commandableDevice(database, id, context);
      return log(device && [device], data, context);
    },
    cancelDeviceCommand: ({ execution_id: id }, context) =>
      cancel(id, context, (deviceId) => commandableDevice(database, deviceId, context)),
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
    async cancelUnitCommand({ execution_id: id }, context) {
      return cancel(id, context, async (deviceId) => {
        const [row] = await database.query<{ unit_id: number }>(
          'select unit_id from unit_device where device_id = $1',
          [deviceId],
        );
        const devices = row ? await commandablesOf(database, row.unit_id, context) : null;
        return devices?.find((device) => device.deviceId === deviceId) ?? null;
      });
    },
  };
}

/** Where the unit is shown; null of one that never said where it is. */
function placeNow(
  latest: CommandServices['positions']['latest'],
  shown: Pick<LatestStates, 'position'>,
  unitId: number,
): Place | null {
  const index = latest.indexOf(unitId);
  return index >= 0 && latest.times[index] > 0 ? shown.position(unitId) : null;
}

/** Queues the command, then sends it at once if the device is there; the answer comes with the log. */
async function execute(
  { database, problems, commands, sealer, positions, shown = positions.latest }: CommandServices,
  device: Commandable | null,
  { code, text, confirmed }: Sending,
  context: CallContext,
): Promise<Result<CommandExecution, CallError>> {
  if (!device) return notFound(context, problems);
  const dangerous = isDangerousCommand(text, protocolOfModel(device.model));
  if (device.status !== 'ACTIVE' || device.unitStatus !== 'active')
    return conflictAt('text', 'server.commandInactive', context, problems, { device: device.name });
  if (dangerous && !confirmed) return problems.refuseField(context.lang, 'confirmed', 'server.commandDangerous');
  const { accountId } = accountOf(context);
  const told = withoutCommandPassword(text);
  const place = device.unitId === null ? null : placeNow(positions.latest, shown, device.unitId);
  const queued = await atomically<OpenExecution>(database, async (transaction) => {
    // Held: it may be deleted at this moment, and two callers count one after the other.
    const [standing] = await transaction.query('select 1 as found from device where id = $1 for update', [
      device.deviceId,
    ]);
    if (!standing) return notFound(context, problems);
    const [open] = await transaction.query<{ count: number }>(
      "select count(*) as count from command_execution where device_id = $1 and state in ('queued', 'sent')",
      [device.deviceId],
    );
    if (open.count >= COMMAND.perDevice)
      return conflictAt('text', 'server.tooManyCommands', context, problems, { max: COMMAND.perDevice });
    const id = await transaction.nextId('command_execution');
    await transaction.query(
      `insert into command_execution (id, device_id, unit_id, account_id, user_id, code, text, sealed_text, state, created_at, expires_at, latitude, longitude)
       values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10, $11, $12)`,
      [
        id,
        device.deviceId,
        device.unitId,
        accountId,
        sessionOf(context).userId,
        code,
        told,
        told === text ? null : sealer.seal(text),
        new Date(context.now),
        new Date(context.now + COMMAND.lifetime),
        place?.latitude ?? null,
        place?.longitude ?? null,
      ],
    );
    await recordEvent(transaction, context, {
      accountId,
      kind: 'commandQueued',
      subjectId: id,
      data: { name: code || told, device: device.name, device_id: device.deviceId, unit_id: device.unitId, text: told },
    });
    return success({
      id,
      deviceId: device.deviceId,
      identifier: device.identifier,
      accountId,
      unitId: device.unitId,
      code,
      text,
      dangerous,
      state: 'queued',
      attempts: 0,
      queuedAt: context.now,
      sentAt: null,
    });
  });
  if (!queued.ok) return queued;
  await commands.take(queued.value);
  const execution = await readExecution(database, queued.value.id);
  return execution ? success(execution) : notFound(context, problems);
}
