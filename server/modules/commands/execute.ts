import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { COMMAND, success, type Result } from '../../../src/domain/base/index.ts';
import {
  isDangerousCommand,
  withoutCommandPassword,
  type CommandExecution,
} from '../../../src/domain/command/index.ts';
import { protocolOfModel } from '../../../src/domain/device/index.ts';
import type { Place } from '../../../src/domain/unitEvent/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { LatestStates } from '../../store/types.ts';
import { accountOf, atomically, conflictAt, notFound, sessionOf, recordEvent } from '../shared/index.ts';
import { withOwnPassword } from './library.ts';
import type { Commandable } from './reach.ts';
import { readExecution, type OpenExecution } from './rows.ts';
import type { CommandServices } from './services.ts';

export type Sending = Omit<Request<'executeDeviceCommand'>, 'device_id'>;

/** Where the unit is shown; null of one that never said where it is. */
function placeNow(
  latest: CommandServices['positions']['latest'],
  shown: Pick<LatestStates, 'position'>,
  unitId: number,
): Place | null {
  const index = latest.indexOf(unitId);
  return index >= 0 && latest.times[index] > 0 ? shown.position(unitId) : null;
}

/** Queues the command, then sends it immediately if the device is connected; the answer comes with the log. */
export async function execute(
  services: CommandServices,
  device: Commandable | null,
  sending: Sending,
  context: CallContext,
): Promise<Result<CommandExecution, CallError>> {
  const { database, problems, commands } = services;
  if (!device) return notFound(context, problems);
  const text = await withOwnPassword(database, device.deviceId, sending.text);
  if (text === null) return problems.refuseField(context.lang, 'text', 'server.commandHidden');
  const dangerous = isDangerousCommand(text, protocolOfModel(device.model));
  if (device.status !== 'ACTIVE' || device.unitStatus !== 'active')
    return conflictAt('text', 'server.commandInactive', context, problems, { device: device.name });
  if (dangerous && !sending.confirmed)
    return problems.refuseField(context.lang, 'confirmed', 'server.commandDangerous');
  const queued = await atomically(database, (transaction) =>
    queueExecution(transaction, services, device, { ...sending, text, dangerous }, context),
  );
  if (!queued.ok) return queued;
  await commands.take(queued.value);
  const execution = await readExecution(database, queued.value.id);
  return execution ? success(execution) : notFound(context, problems);
}

/** Writes the execution and its event, unless the device is gone or has too many open ones. */
async function queueExecution(
  transaction: Transaction,
  { problems, sealer, positions, shown = positions.latest }: CommandServices,
  device: Commandable,
  { code, text, dangerous }: Sending & { dangerous: boolean },
  context: CallContext,
): Promise<Result<OpenExecution, CallError>> {
  const { deviceId, unitId, identifier } = device;
  const { accountId } = accountOf(context);
  // Locked: it may be deleted at this moment, and two callers count one after the other.
  const [locked] = await transaction.query('select 1 as found from device where id = $1 for update', [deviceId]);
  if (!locked) return notFound(context, problems);
  const [open] = await transaction.query<{ count: number }>(
    "select count(*) as count from command_execution where device_id = $1 and state in ('queued', 'sent')",
    [deviceId],
  );
  if (open.count >= COMMAND.perDevice)
    return conflictAt('text', 'server.tooManyCommands', context, problems, { max: COMMAND.perDevice });
  const masked = withoutCommandPassword(text);
  const place = unitId === null ? null : placeNow(positions.latest, shown, unitId);
  const id = await transaction.nextId('command_execution');
  await transaction.query(
    `insert into command_execution (id, device_id, unit_id, account_id, user_id, code, text, sealed_text, state, created_at, expires_at, latitude, longitude)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'queued', $9, $10, $11, $12)`,
    [
      id,
      deviceId,
      unitId,
      accountId,
      sessionOf(context).userId,
      code,
      masked,
      masked === text ? null : sealer.seal(text),
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
    data: { name: code || masked, device: device.name, device_id: deviceId, unit_id: unitId, text: masked },
  });
  return success({
    id,
    deviceId,
    identifier,
    accountId,
    unitId,
    code,
    text,
    dangerous,
    state: 'queued',
    attempts: 0,
    queuedAt: context.now,
    sentAt: null,
    awaitsAddress: null,
    confirmedAddress: null,
    sentTo: null,
  });
}
