import type { CallError } from '../../../src/api/contract/index.ts';
import type { Result } from '../../../src/domain/base/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { atomically } from '../shared/index.ts';
import { complete, correct, listRecords, readRecord, takeBack } from './records.ts';
import type { MaintenanceServices } from './services.ts';

export { measure } from './remaining.ts';
export { serviceTable } from './table.ts';
export { reportServices } from './turned.ts';

type ServiceMethod =
  | 'completeService'
  | 'getServiceHistory'
  | 'getServiceRecord'
  | 'updateServiceRecord'
  | 'deleteServiceRecord';

/** service-reminder-service: maintenance that was done. */
export function createMaintenanceHandlers(services: MaintenanceServices): Pick<Handlers, ServiceMethod> {
  const changing =
    <Data, Reply>(
      change: (
        services: MaintenanceServices,
        transaction: Transaction,
        data: Data,
        context: CallContext,
      ) => Promise<Result<Reply, CallError>>,
    ) =>
    (data: Data, context: CallContext): Promise<Result<Reply, CallError>> =>
      atomically(services.database, (transaction) => change(services, transaction, data, context));
  return {
    completeService: changing(complete),
    updateServiceRecord: changing(correct),
    deleteServiceRecord: changing(takeBack),
    getServiceHistory: (data, context) => listRecords(services, data, context),
    getServiceRecord: ({ service_record_id: id }, context) => readRecord(services, id, context),
  };
}
