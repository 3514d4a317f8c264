import { success, type DeviceId } from '../../../src/domain/base/index.ts';
import { toIso } from '../../../src/domain/base/index.ts';
import type { Device } from '../../../src/domain/device/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Request } from '../../../src/api/contract/index.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { CallContext, Handlers } from '../../gateway/types.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import { accountOf, isUniqueViolation, sessionOf } from '../shared/index.ts';

/** device-service: trackers by their unique identifier. */
export function createDeviceHandlers(database: Database, problems: Problems): Pick<Handlers, 'createDevice'> {
  return {
    async createDevice(data, context) {
      try {
        return success(await database.transaction((transaction) => insertDevice(transaction, data, context)));
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const message = problems.text(context.lang, 'server.identifierTaken');
        return problems.refuse(context.lang, ERROR.conflict, {
          key: 'server.identifierTaken',
          fields: [{ field: 'unique_identifier', message }],
        });
      }
    },
  };
}

async function insertDevice(transaction: Transaction, data: Request<'createDevice'>, context: CallContext): Promise<Device> {
  const { accountId } = accountOf(context);
  const device: Device = {
    device_id: (await transaction.nextId('device')) as DeviceId,
    name: data.name,
    device_model: data.device_model,
    unique_identifier: data.unique_identifier,
    status: 'ACTIVE',
  };
  await transaction.query(
    `insert into device (id, account_id, unique_identifier, name, device_model, manufacturer, version, status, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      device.device_id, accountId, device.unique_identifier, device.name, device.device_model,
      data.manufacturer ?? '', data.version ?? '', device.status, new Date(context.now),
    ],
  );
  await transaction.query('delete from unclaimed_device where identifier = $1', [device.unique_identifier]);
  await transaction.appendEvent({
    account_id: accountId,
    kind: 'deviceCreated',
    subject_type: 'device',
    subject_id: device.device_id,
    user_id: sessionOf(context).userId,
    time: toIso(context.now),
    data: { ...device },
    remote: context.remote,
  });
  return device;
}
