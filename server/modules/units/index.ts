import { success, type Result } from '../../../src/domain/base/index.ts';
import type { CallError } from '../../../src/api/contract/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, atomically, unknownSortColumn, isUniqueViolation, notFound } from '../shared/index.ts';
import { listActivity } from './activity.ts';
import { allocateUnit, allocateUnits, endUnitAllocation, listAllocations } from './allocations.ts';
import { readBacktestUnits } from './backtest.ts';
import { deleteUnits, updateUnitLabels, updateUnitStatus } from './bulk.ts';
import { createUnit, updateUnit } from './change.ts';
import { listUnits, readUnit, readUnits, readUnitSensors } from './read.ts';
import type { UnitServices } from './services.ts';

export { ALLOCATED_UNITS } from './allocationEvents.ts';
export { readAllSensors } from './read.ts';
export type { UnitServices } from './services.ts';

type UnitMethod =
  | 'getUnitList'
  | 'getAllUnits'
  | 'getUnit'
  | 'getUnitSensors'
  | 'getBacktestUnits'
  | 'createUnit'
  | 'updateUnit'
  | 'updateUnitStatus'
  | 'updateUnitLabels'
  | 'deleteUnits'
  | 'allocateUnit'
  | 'allocateUnits'
  | 'endUnitAllocation'
  | 'getUnitAllocations'
  | 'getUnitActivity';

/** unit-service: the tracked assets of the account and its permitted descendants, and who holds them. */
export function createUnitHandlers(services: UnitServices): Pick<Handlers, UnitMethod> {
  const { database, problems } = services;
  const change =
    <Data, Value>(
      act: (
        transaction: Transaction,
        data: Data,
        context: CallContext,
        services: UnitServices,
      ) => Promise<Result<Value, CallError>>,
    ) =>
    async (data: Data, context: CallContext): Promise<Result<Value, CallError>> => {
      try {
        return await atomically(database, (transaction) => act(transaction, data, context, services));
      } catch (error) {
        // Two units of different accounts reached for one device at the same moment.
        if (!isUniqueViolation(error)) throw error;
        return problems.refuse(context.lang, ERROR.conflict, { key: 'server.deviceInUse' });
      }
    };
  return {
    async getUnitList(data, context) {
      const page = await listUnits(database, accountOf(context).scope, data, context.now);
      return page ? success(page) : unknownSortColumn(context, problems);
    },
    async getAllUnits(data, context) {
      return success({ rows: await readUnits(database, accountOf(context).scope, data, context.now) });
    },
    async getUnit(data, context) {
      const unit = await readUnit(database, accountOf(context).scope, data.unit_id, context.now);
      return unit ? success(unit) : notFound(context, problems);
    },
    async getUnitSensors(data, context) {
      const units = await readUnitSensors(database, accountOf(context).scope, data.unit_ids, context.now);
      return units.length > 0 ? success({ units }) : notFound(context, problems);
    },
    getBacktestUnits: (data, context) => readBacktestUnits(services, data, context),
    createUnit: change(createUnit),
    updateUnit: change(updateUnit),
    updateUnitStatus: change(updateUnitStatus),
    updateUnitLabels: change(updateUnitLabels),
    deleteUnits: change(deleteUnits),
    allocateUnit: change(allocateUnit),
    allocateUnits: change(async (...call) => allocateUnits(...call)),
    endUnitAllocation: change(endUnitAllocation),
    async getUnitAllocations(data, context) {
      const page = await listAllocations(database, accountOf(context).scope, data);
      if (page === 'unknown') return notFound(context, problems);
      return page ? success(page) : unknownSortColumn(context, problems);
    },
    async getUnitActivity(data, context) {
      const page = await listActivity(database, accountOf(context), data, context.now);
      if (page === 'unknownSortColumn') return unknownSortColumn(context, problems);
      return page ? success(page) : notFound(context, problems);
    },
  };
}
