import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { failure, success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { sensorSetProblems, type Sensor, type SensorForm } from '../../../src/domain/sensor/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { EventContent } from '../../../src/domain/events/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { readSensors, sensorOf } from '../../store/index.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import {
  accountOf,
  atomically,
  changesBetween,
  notFound,
  refuseForeignDevice,
  refuseOverwriting,
  recordForHolders,
  type Refused,
} from '../shared/index.ts';

export interface SensorServices {
  readonly database: Database;
  readonly problems: Problems;
}

interface DeviceOf {
  id: number;
  account_id: number;
  name: string;
}

/** device-service: the sensors of a device. After each change all of them still fit together. */
export function createSensorHandlers({
  database,
  problems,
}: SensorServices): Pick<Handlers, 'getSensors' | 'createSensor' | 'updateSensor' | 'deleteSensor'> {
  return {
    async getSensors(data, context) {
      const refused = await refuseForeignDevice(database, data.device_id, context, problems);
      if (refused) return refused;
      const [device] = await database.query<DeviceOf>(
        `select d.id from device d where d.id = $1 and (d.account_id = any($2::int8[]) or exists (
           select 1 from device_allocation l where l.device_id = d.id and l.account_id = any($2::int8[]) and l.start_at <= $3 and (l.end_at is null or l.end_at > $3)))`,
        [data.device_id, accountOf(context).scope, new Date(context.now)],
      );
      if (!device) return notFound(context, problems);
      return success({ sensors: (await readSensors(database, [data.device_id])).get(data.device_id) ?? [] });
    },
    createSensor: (data, context) =>
      atomically(database, (transaction) => createSensor(transaction, data, context, problems)),
    updateSensor: (data, context) =>
      atomically(database, (transaction) => updateSensor(transaction, data, context, problems)),
    deleteSensor: (data, context) =>
      atomically(database, (transaction) => deleteSensor(transaction, data.sensor_id, context, problems)),
  };
}

async function createSensor(
  transaction: Transaction,
  { device_id: deviceId, ...form }: Request<'createSensor'>,
  context: CallContext,
  problems: Problems,
): Promise<Result<Sensor, CallError>> {
  const device = await lockDevice(transaction, deviceId, context);
  if (!device) return notFound(context, problems);
  const existing = (await readSensors(transaction, [deviceId])).get(deviceId) ?? [];
  const id = await transaction.nextId('sensor');
  const sensor = sensorOf(id, deviceId, form);
  const refused = refuseSet([...existing, sensor], sensor, context, problems);
  if (refused) return refused;
  await transaction.query(
    'insert into sensor (id, device_id, position, field, name, type, definition, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)',
    [id, deviceId, existing.length, form.field, form.name, form.type, JSON.stringify(form), new Date(context.now)],
  );
  const { name } = device;
  await record(transaction, context, device, { kind: 'sensorCreated', data: { name, sensor: form.name, after: form } });
  return success(sensor);
}

async function updateSensor(
  transaction: Transaction,
  { sensor_id: id, expected, ...form }: Request<'updateSensor'>,
  context: CallContext,
  problems: Problems,
): Promise<Result<Sensor, CallError>> {
  const found = await findSensor(transaction, id, context);
  if (!found) return notFound(context, problems);
  const { device, existing, before } = found;
  const sensor = sensorOf(id, before.device_id, form);
  const refused =
    refuseOverwriting(definitionOf(before), expected, form, context, problems) ??
    refuseSet(
      existing.map((each) => (each.sensor_id === id ? sensor : each)),
      sensor,
      context,
      problems,
    );
  if (refused) return refused;
  const difference = changesBetween(definitionOf(before), form);
  if (!difference) return success(before);
  await transaction.query('update sensor set field = $2, name = $3, type = $4, definition = $5 where id = $1', [
    id,
    form.field,
    form.name,
    form.type,
    JSON.stringify(form),
  ]);
  const { name } = device;
  await record(transaction, context, device, {
    kind: 'sensorUpdated',
    data: { name, sensor: form.name, ...difference },
  });
  return success(sensor);
}

async function deleteSensor(
  transaction: Transaction,
  id: number,
  context: CallContext,
  problems: Problems,
): Promise<Result<Record<string, never>, CallError>> {
  const found = await findSensor(transaction, id, context);
  if (!found) return notFound(context, problems);
  const { device, existing, before } = found;
  const refused = refuseSet(
    existing.filter((sensor) => sensor.sensor_id !== id),
    before,
    context,
    problems,
  );
  if (refused) return refused;
  await transaction.query('delete from sensor where id = $1', [id]);
  await record(transaction, context, device, {
    kind: 'sensorDeleted',
    data: { name: device.name, sensor: before.name, before: definitionOf(before) },
  });
  return success({});
}

/** The device, if it is one of the caller's; two changes of its sensors wait for each other. */
async function lockDevice(transaction: Transaction, deviceId: number, context: CallContext): Promise<DeviceOf | null> {
  const [device] = await transaction.query<DeviceOf>(
    'select id, account_id, name from device where id = $1 and account_id = any($2::int8[]) for update',
    [deviceId, accountOf(context).scope],
  );
  return device ?? null;
}

async function findSensor(
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<{ device: DeviceOf; existing: Sensor[]; before: Sensor } | null> {
  const [row] = await transaction.query<{ device_id: number }>('select device_id from sensor where id = $1', [id]);
  const device = row ? await lockDevice(transaction, row.device_id, context) : null;
  if (!device) return null;
  const existing = (await readSensors(transaction, [device.id])).get(device.id) ?? [];
  const before = existing.find((sensor) => sensor.sensor_id === id);
  return before ? { device, existing, before } : null;
}

/** What a device's sensors must be together: names, fields and single types once, no circles, nothing missing. */
function refuseSet(
  sensors: readonly Sensor[],
  about: Sensor,
  { lang }: CallContext,
  problems: Problems,
): Refused | null {
  const isOwn = (row: number): boolean => sensors[row]?.sensor_id === about.sensor_id;
  const found = sensorSetProblems(sensors);
  // A ring is one fault, found at each of its sensors: it is said where this one can break it.
  const isCycleReported = found.some(({ code, row }) => code === 'cycle' && isOwn(row));
  const fields = found
    .filter(({ code, row }) => isOwn(row) || !(code === 'cycle' && isCycleReported))
    .map(({ field, key, values, row }) => ({
      // Faults of other sensors because of this one are said at the name, which every form shows.
      field: isOwn(row) ? field : 'name',
      message: problems.text(lang, key, { field: problems.fieldName(lang, field), ...values }),
    }));
  return fields.length === 0 ? null : failure(problems.error(lang, ERROR.validation, { fields }));
}

function definitionOf({ sensor_id: _id, device_id: _device, ...definition }: Sensor): Partial<SensorForm> {
  return definition as Partial<SensorForm>;
}

function record(
  transaction: Transaction,
  context: CallContext,
  device: DeviceOf,
  event: EventContent<'sensorCreated' | 'sensorUpdated' | 'sensorDeleted'>,
): Promise<void> {
  const thing = { type: 'device', id: device.id, owner: device.account_id } as const;
  return recordForHolders(transaction, context, thing, event);
}
