import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { COMMAND, success, type CommandId, type DeviceId, type Result } from '../../../src/domain/base/index.ts';
import {
  hidesPassword,
  withoutCommandPassword,
  type DeviceCommand,
  type DeviceCommandForm,
} from '../../../src/domain/command/index.ts';
import type { EventContent } from '../../../src/domain/events/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import {
  accountOf,
  changesBetween,
  conflictAt,
  notFound,
  refuseOverwriting,
  recordForHolders,
} from '../shared/index.ts';
import type { CommandServices } from './services.ts';

interface CommandRow extends DeviceCommandForm {
  id: number;
  device_id: number;
}

interface OwnDevice {
  id: number;
  account_id: number;
  name: string;
}

/** Commands kept for each of the devices, by code. */
export async function readCommands(
  database: Queryable,
  deviceIds: readonly number[],
): Promise<Map<number, DeviceCommand[]>> {
  const rows = await database.query<CommandRow>(
    'select id, device_id, code, description, text from device_command where device_id = any($1::int8[]) order by lower(code), id',
    [deviceIds],
  );
  const found = new Map<number, DeviceCommand[]>();
  for (const row of rows) {
    const command = commandOf(row);
    found.set(command.device_id, [...(found.get(command.device_id) ?? []), command]);
  }
  return found;
}

export async function createCommand(
  transaction: Transaction,
  { device_id: deviceId, ...form }: Request<'createDeviceCommand'>,
  context: CallContext,
  { problems }: CommandServices,
): Promise<Result<DeviceCommand, CallError>> {
  const device = await lockDevice(transaction, deviceId, context);
  if (!device) return notFound(context, problems);
  if (hidesPassword(form.text)) return problems.refuseField(context.lang, 'text', 'server.commandHidden');
  const [existing] = await transaction.query<{ count: number }>(
    'select count(*) as count from device_command where device_id = $1',
    [deviceId],
  );
  if (existing.count >= COMMAND.perDevice)
    return conflictAt('code', 'server.tooManyCommands', context, problems, { max: COMMAND.perDevice });
  const id = await transaction.nextId('device_command');
  await transaction.query(
    'insert into device_command (id, device_id, code, description, text, created_at) values ($1, $2, $3, $4, $5, $6)',
    [id, deviceId, form.code, form.description, form.text, new Date(context.now)],
  );
  await record(transaction, context, device, {
    kind: 'deviceCommandCreated',
    data: { name: device.name, command: form.code, after: loggedOf(form) },
  });
  return success(commandOf({ ...form, id, device_id: deviceId }));
}

export async function updateCommand(
  transaction: Transaction,
  { command_id: id, expected, ...asked }: Request<'updateDeviceCommand'>,
  context: CallContext,
  { problems }: CommandServices,
): Promise<Result<DeviceCommand, CallError>> {
  const found = await lockCommand(transaction, id, context);
  if (!found) return notFound(context, problems);
  const { row, device } = found;
  const before = { code: row.code, description: row.description, text: row.text };
  const shown = loggedOf(row);
  const refused = refuseOverwriting(shown, expected, asked, context, problems);
  if (refused) return refused;
  // The form has the text as lists show it: what was not changed keeps its password.
  const form = { ...asked, text: asked.text === shown.text ? row.text : asked.text };
  if (hidesPassword(form.text)) return problems.refuseField(context.lang, 'text', 'server.commandHidden');
  const difference = changesBetween(before, form);
  if (difference) {
    await transaction.query('update device_command set code = $2, description = $3, text = $4 where id = $1', [
      id,
      form.code,
      form.description,
      form.text,
    ]);
    const logged = changesBetween(loggedOf(row), loggedOf(form)) ?? ({ password_changed: true } as const);
    await record(transaction, context, device, {
      kind: 'deviceCommandUpdated',
      data: { name: device.name, command: form.code, ...logged },
    });
  }
  return success(commandOf({ ...row, ...form }));
}

export async function deleteCommand(
  transaction: Transaction,
  id: number,
  context: CallContext,
  { problems }: CommandServices,
): Promise<Result<Record<string, never>, CallError>> {
  const found = await lockCommand(transaction, id, context);
  if (!found) return notFound(context, problems);
  await transaction.query('delete from device_command where id = $1', [id]);
  await record(transaction, context, found.device, {
    kind: 'deviceCommandDeleted',
    data: { name: found.device.name, command: found.row.code, before: loggedOf(found.row) },
  });
  return success({});
}

async function lockDevice(transaction: Transaction, deviceId: number, context: CallContext): Promise<OwnDevice | null> {
  const [device] = await transaction.query<OwnDevice>(
    'select id, account_id, name from device where id = $1 and account_id = any($2::int8[]) for update',
    [deviceId, accountOf(context).scope],
  );
  return device ?? null;
}

async function lockCommand(
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<{ row: CommandRow; device: OwnDevice } | null> {
  const [row] = await transaction.query<CommandRow>(
    'select id, device_id, code, description, text from device_command where id = $1',
    [id],
  );
  const device = row ? await lockDevice(transaction, row.device_id, context) : null;
  return device ? { row, device } : null;
}

function commandOf({ id, device_id, code, description, text }: CommandRow): DeviceCommand {
  return { command_id: id as CommandId, device_id: device_id as DeviceId, ...loggedOf({ code, description, text }) };
}

/**
 * The text to send: a command of the device's own comes as lists show it, and its password is put in here. Null where
 * there is no such command any more.
 */
export async function withOwnPassword(database: Queryable, deviceId: number, text: string): Promise<string | null> {
  if (!hidesPassword(text)) return text;
  const rows = await database.query<{ text: string }>(
    'select text from device_command where device_id = $1 order by id',
    [deviceId],
  );
  return rows.find((row) => withoutCommandPassword(row.text) === text)?.text ?? null;
}

/** Lists and logs are read by more people than may know the password. */
function loggedOf({ code, description, text }: DeviceCommandForm): DeviceCommandForm {
  return { code, description, text: withoutCommandPassword(text) };
}

function record(
  transaction: Transaction,
  context: CallContext,
  device: OwnDevice,
  event: EventContent<'deviceCommandCreated' | 'deviceCommandUpdated' | 'deviceCommandDeleted'>,
): Promise<void> {
  const thing = { type: 'device', id: device.id, owner: device.account_id } as const;
  return recordForHolders(transaction, context, thing, event);
}
