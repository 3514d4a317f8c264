import { success } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import {
  accountOf,
  atomically,
  unknownSortColumn,
  conflictAt,
  isUniqueViolation,
  mayListDevices,
  notFound,
  refuseForeignDevice,
} from '../shared/index.ts';
import { allocateDevices, endDeviceAllocation, listDeviceAllocations } from './allocate.ts';
import { createDevice, deleteDevices, updateDevice, updateDeviceSettings, updateDeviceStatus } from './change.ts';
import { createClaimHandlers, refuseNumber } from './claim.ts';
import { readMessages } from './messages.ts';
import { listDevices, readDevice } from './read.ts';
import type { DeviceServices } from './services.ts';
import { listUnreadMessages, listUnreadTypes } from './unread.ts';

export { ALLOCATED_DEVICES } from './allocationEvents.ts';
export type { DeviceServices } from './services.ts';

type DeviceMethod =
  | 'startTrackerClaim'
  | 'getTrackerClaim'
  | 'getDeviceList'
  | 'getDevice'
  | 'createDevice'
  | 'updateDevice'
  | 'updateDeviceStatus'
  | 'deleteDevices'
  | 'updateDeviceSettings'
  | 'getDeviceMessages'
  | 'getUnreadMessageList'
  | 'getUnreadTypeList'
  | 'allocateDevices'
  | 'endDeviceAllocation'
  | 'getDeviceAllocations';

/** device-service: trackers by their unique identifier, who holds them and what is set for them. */
export function createDeviceHandlers(services: DeviceServices): Pick<Handlers, DeviceMethod> {
  const { database, problems } = services;
  const takenAtOnce = async (identifier: string, except: number, context: CallContext) =>
    (await refuseNumber(database, identifier, except, context, services)) ??
    conflictAt('unique_identifier', 'server.identifierUnavailable', context, problems);
  return {
    ...createClaimHandlers(services),
    async getDeviceList(data, context) {
      const { accountId, scope } = accountOf(context);
      const listsAll = mayListDevices(context);
      if (!listsAll && data.filters.use !== 'free') return problems.refuse(context.lang, ERROR.accessRight);
      const page = await listDevices(database, listsAll ? scope : [accountId], data, context.now);
      return page ? success(page) : unknownSortColumn(context, problems);
    },
    async getDevice(data, context) {
      const refused = await refuseForeignDevice(database, data.device_id, context, problems);
      if (refused) return refused;
      const device = await readDevice(database, accountOf(context).scope, data.device_id, context.now);
      if (!device) return notFound(context, problems);
      const isOwn = accountOf(context).scope.includes(device.account_id);
      return success({ ...device, refusal: isOwn ? services.refusalOf(device.device_id) : null });
    },
    async createDevice(data, context) {
      try {
        return await atomically(database, (transaction) => createDevice(transaction, data, context, services));
      } catch (error) {
        // Two registered it at the same moment.
        if (!isUniqueViolation(error)) throw error;
        return takenAtOnce(data.unique_identifier, 0, context);
      }
    },
    async updateDevice(data, context) {
      try {
        return await atomically(database, (transaction) => updateDevice(transaction, data, context, services));
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        return takenAtOnce(data.unique_identifier ?? '', data.device_id, context);
      }
    },
    updateDeviceStatus: (data, context) =>
      atomically(database, (transaction) => updateDeviceStatus(transaction, data, context, services)),
    deleteDevices: (data, context) =>
      atomically(database, (transaction) => deleteDevices(transaction, data, context, services)),
    updateDeviceSettings: (data, context) =>
      atomically(database, (transaction) => updateDeviceSettings(transaction, data, context, services)),
    getDeviceMessages: (data, context) => readMessages(data, context, services),
    async getUnreadMessageList(data, context) {
      const refused = await refuseForeignDevice(database, data.device_id, context, problems);
      if (refused) return refused;
      const { scope } = accountOf(context);
      if (!(await readDevice(database, scope, data.device_id, context.now))) return notFound(context, problems);
      return success(await listUnreadMessages(services, scope, data));
    },
    async getUnreadTypeList(data, context) {
      const page = await listUnreadTypes(database, accountOf(context).scope, data);
      return page ? success(page) : unknownSortColumn(context, problems);
    },
    allocateDevices: (data, context) =>
      atomically(database, async (transaction) => allocateDevices(transaction, data, context, services)),
    endDeviceAllocation: (data, context) =>
      atomically(database, (transaction) => endDeviceAllocation(transaction, data.allocation_id, context, services)),
    async getDeviceAllocations(data, context) {
      if (!(await readDevice(database, accountOf(context).scope, data.device_id, context.now)))
        return notFound(context, problems);
      const page = await listDeviceAllocations(database, accountOf(context).scope, data);
      return page ? success(page) : unknownSortColumn(context, problems);
    },
  };
}
