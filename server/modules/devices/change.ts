import type { BulkReply, CallError, Request } from '../../../src/api/contract/index.ts';
import { success, type DeviceId, type Result } from '../../../src/domain/base/index.ts';
import {
  nextDeviceStatuses,
  type Device,
  type DeviceDetails,
  type DeviceSettings,
} from '../../../src/domain/device/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  accountForNew,
  accountOf,
  changesBetween,
  conflictAt,
  inBulk,
  notFound,
  refuseOverwriting,
  recordEvent,
  recordForHolders,
  type Refused,
} from '../shared/index.ts';
import { settleLabels } from '../shared/labels/index.ts';
import { refuseNumber } from './claim.ts';
import { readDevice } from './read.ts';
import type { DeviceServices } from './services.ts';

type Form = Omit<Request<'createDevice'>, 'device_password' | 'account_id'>;

/** Registers a device in the caller's account. Reports sent so far as an unknown tracker are answered from now on. */
export async function createDevice(
  transaction: Transaction,
  { device_password: password, account_id: asked, ...wanted }: Request<'createDevice'>,
  context: CallContext,
  services: DeviceServices,
): Promise<Result<Device, CallError>> {
  const accountId = accountForNew(accountOf(context), asked);
  if (accountId === null) return services.problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  const form = await inGroups(transaction, context, accountId, wanted);
  const refused =
    (await refuseNumber(transaction, form.unique_identifier, 0, context, services)) ??
    (await refuseSims(transaction, form, 0, context, services));
  if (refused) return refused;
  const id = await transaction.nextId('device');
  await transaction.query(
    `insert into device (id, account_id, status, created_at, password_secret, unique_identifier, name, device_model, manufacturer, version,
                         sim_number_1, sim_operator_1, sim_number_2, sim_operator_2, labels, clock_offset, protocol_lock, networks)
     values ($1, $2, 'ACTIVE', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    [id, accountId, new Date(context.now), password ? services.sealer.seal(password) : null, ...valuesOf(form)],
  );
  await transaction.query('delete from unclaimed_device where identifier = $1', [form.unique_identifier]);
  await recordEvent(transaction, context, {
    accountId,
    kind: 'deviceCreated',
    subjectId: id,
    data: { name: form.name, after: form },
  });
  return success(await readBack(transaction, context, id));
}

/** Changes a device of the caller's accounts; what is not there stays as it is. */
export async function updateDevice(
  transaction: Transaction,
  {
    device_id: id,
    device_password: password,
    clear_sensors_and_commands: clear,
    expected,
    ...changes
  }: Request<'updateDevice'>,
  context: CallContext,
  services: DeviceServices,
): Promise<Result<DeviceDetails, CallError>> {
  const before = await ownDevice(transaction, id, context);
  if (!before) return notFound(context, services.problems);
  const form = await inGroups(transaction, context, before.account_id, { ...fieldsOf(before), ...given(changes) });
  const modelChanged = form.device_model !== before.device_model;
  const refused =
    refuseOverwriting(fieldsOf(before), expected, changes, context, services.problems) ??
    (form.unique_identifier === before.unique_identifier
      ? null
      : await refuseNumber(transaction, form.unique_identifier, id, context, services)) ??
    (await refuseSims(transaction, form, id, context, services)) ??
    (modelChanged && !clear && before.sensors + before.commands > 0
      ? conflictAt('device_model', 'server.deviceModelClears', context, services.problems, {
          sensors: before.sensors,
          commands: before.commands,
        })
      : null);
  if (refused) return refused;
  await transaction.query(
    `update device set unique_identifier = $2, name = $3, device_model = $4, manufacturer = $5, version = $6, sim_number_1 = $7, sim_operator_1 = $8,
                       sim_number_2 = $9, sim_operator_2 = $10, labels = $11, clock_offset = $12, protocol_lock = $13, networks = $14 where id = $1`,
    [id, ...valuesOf(form)],
  );
  if (password !== undefined) {
    await transaction.query('update device set password_secret = $2 where id = $1', [
      id,
      password ? services.sealer.seal(password) : null,
    ]);
  }
  if (modelChanged) {
    await transaction.query('delete from sensor where device_id = $1', [id]);
    await transaction.query('delete from device_command where device_id = $1', [id]);
  }
  const difference = changesBetween(fieldsOf(before), form);
  if (difference || password !== undefined) {
    const cleared = modelChanged ? { cleared: { sensors: before.sensors, commands: before.commands } } : {};
    await recordForHolders(transaction, context, thingOf(before), {
      kind: 'deviceUpdated',
      data: {
        name: form.name,
        ...difference,
        ...cleared,
        ...(password === undefined ? {} : { password_changed: true }),
      },
    });
  }
  return success(await readBack(transaction, context, id));
}

/** The form with its labels as the groups of devices are called in the account. */
const inGroups = async (
  transaction: Transaction,
  context: CallContext,
  accountId: number,
  form: Form,
): Promise<Form> => ({
  ...form,
  labels: await settleLabels(transaction, context, { accountId, kind: 'devices' }, form.labels),
});

/** Gives each another status, where its present one may become it. */
export function updateDeviceStatus(
  transaction: Transaction,
  { device_ids: ids, status }: Request<'updateDeviceStatus'>,
  context: CallContext,
  { problems }: DeviceServices,
): Promise<Result<BulkReply, CallError>> {
  return inBulk(ids, async (id) => {
    const device = await ownDevice(transaction, id, context);
    if (!device) return notFound(context, problems);
    if (device.status === status) return null;
    if (!nextDeviceStatuses(device.status).includes(status)) {
      const word = (code: string) => problems.text(context.lang, `server.status.${code.toLowerCase()}`);
      return conflictAt('status', 'server.statusTransition', context, problems, {
        from: word(device.status),
        to: word(status),
      });
    }
    await transaction.query('update device set status = $2 where id = $1', [id, status]);
    await recordForHolders(transaction, context, thingOf(device), {
      kind: 'deviceStatusChanged',
      data: { name: device.name, before: { status: device.status }, after: { status } },
    });
    return null;
  });
}

/** Deletes devices that are in no unit; their log of acts stays. */
export function deleteDevices(
  transaction: Transaction,
  { device_ids: ids }: Request<'deleteDevices'>,
  context: CallContext,
  { problems }: DeviceServices,
): Promise<Result<BulkReply, CallError>> {
  return inBulk(ids, async (id) => {
    const device = await ownDevice(transaction, id, context);
    if (!device) return notFound(context, problems);
    // Whether the caller sees that unit or not.
    const [carried] = await transaction.query('select 1 as found from unit_device where device_id = $1', [id]);
    if (carried)
      return conflictAt('device_ids', 'server.deviceInUnit', context, problems, { unit: device.unit_name || '—' });
    // Before the rows go: who holds the device is notified too.
    await recordForHolders(
      transaction,
      context,
      thingOf(device),
      { kind: 'deviceDeleted', data: { name: device.name, before: fieldsOf(device) } },
      { kind: 'deviceDeleted', data: { name: device.name } },
    );
    for (const table of ['unread_message', 'unread_type'])
      await transaction.query(`delete from ${table} where device_id = $1`, [id]);
    await transaction.query('delete from device where id = $1', [id]);
    return null;
  });
}

/** Sets what is given; null puts the defaults back. */
export async function updateDeviceSettings(
  transaction: Transaction,
  { device_id: id, expected, ...changes }: Request<'updateDeviceSettings'>,
  context: CallContext,
  { problems }: DeviceServices,
): Promise<Result<DeviceSettings, CallError>> {
  const device = await ownDevice(transaction, id, context);
  if (!device) return notFound(context, problems);
  const refused = refuseOverwriting(device.settings, expected, changes, context, problems);
  if (refused) return refused;
  const settings: DeviceSettings = { ...device.settings, ...given(changes) };
  const difference = changesBetween(device.settings, settings);
  if (!difference) return success(settings);
  const stored = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await transaction.query('update device set trip_detector = $2, fuel = $3, filters = $4 where id = $1', [
    id,
    stored(settings.trip_detector),
    stored(settings.fuel),
    stored(settings.filters),
  ]);
  await recordForHolders(transaction, context, thingOf(device), {
    kind: 'deviceSettingsChanged',
    data: { name: device.name, ...difference },
  });
  return success(settings);
}

/**
 * A device that belongs to the caller's accounts, locked against changes by others; those allocated to them are not
 * theirs to change.
 */
export async function ownDevice(
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<DeviceDetails | null> {
  const { scope } = accountOf(context);
  await transaction.query('select id from device where id = $1 for update', [id]);
  const device = await readDevice(transaction, scope, id, context.now);
  return device && scope.includes(device.account_id) ? device : null;
}

const thingOf = ({ device_id: id, account_id: owner }: Device) => ({ type: 'device', id, owner }) as const;

async function readBack(transaction: Transaction, context: CallContext, id: number): Promise<DeviceDetails> {
  const device = await readDevice(transaction, accountOf(context).scope, id, context.now);
  if (!device) throw new Error(`Device ${id} was written and cannot be read.`);
  return device;
}

/** A card sits in one device only, and not twice in it. */
async function refuseSims(
  transaction: Transaction,
  form: Form,
  except: DeviceId | number,
  context: CallContext,
  { problems }: DeviceServices,
): Promise<Refused | null> {
  if (form.sim_number_1 && form.sim_number_1 === form.sim_number_2)
    return problems.refuseField(context.lang, 'sim_number_2', 'validation.simSame');
  // Two that are given one card at the same moment come one after the other.
  for (const number of [form.sim_number_1, form.sim_number_2].filter((each) => each !== '').toSorted()) {
    await transaction.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`sim ${number}`]);
  }
  for (const field of ['sim_number_1', 'sim_number_2'] as const) {
    if (!form[field]) continue;
    const [other] = await transaction.query<{ name: string }>(
      'select name from device where (sim_number_1 = $1 or sim_number_2 = $1) and id <> $2 and account_id = any($3::int8[]) limit 1',
      [form[field], except, accountOf(context).scope],
    );
    if (other) return conflictAt(field, 'server.simInDevice', context, problems, { device: other.name });
  }
  return null;
}

function fieldsOf(form: Form): Form {
  const {
    name,
    device_model,
    unique_identifier,
    version,
    manufacturer,
    sim_number_1,
    sim_operator_1,
    sim_number_2,
    sim_operator_2,
    labels,
    clock_offset,
    protocol_lock,
    networks,
  } = form;
  return {
    name,
    device_model,
    unique_identifier,
    version,
    manufacturer,
    sim_number_1,
    sim_operator_1,
    sim_number_2,
    sim_operator_2,
    labels,
    clock_offset,
    protocol_lock,
    networks,
  };
}

/** In the order of the statements above. */
function valuesOf(form: Form): unknown[] {
  return [
    form.unique_identifier,
    form.name,
    form.device_model,
    form.manufacturer,
    form.version,
    form.sim_number_1,
    form.sim_operator_1,
    form.sim_number_2,
    form.sim_operator_2,
    JSON.stringify(form.labels),
    form.clock_offset,
    form.protocol_lock,
    JSON.stringify(form.networks),
  ];
}

/** Without what was not given. */
function given<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Fields]?: Exclude<Fields[Name], undefined>;
  };
}
