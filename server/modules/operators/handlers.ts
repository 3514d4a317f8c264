import type { CallError } from '../../../src/api/contract/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import { readInterval } from '../../call/interval.ts';
import { reachOf, unitsInSight } from '../../call/reach.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, atomically, notFound } from '../shared/index.ts';
import { assignOperator, deleteBinding, releaseOperator, updateBinding } from './assign.ts';
import { readBindings } from './bindings.ts';
import type { OperatorServices, TimelineServices } from './services.ts';
import { readTimeline } from './timeline.ts';
import { claimKey, listUnknownKeys } from './unknownKeys.ts';

type OperatorMethod =
  | 'assignOperator'
  | 'claimDriverKey'
  | 'deleteOperatorBinding'
  | 'getOperatorBindings'
  | 'getOperatorTimeline'
  | 'getUnknownKeys'
  | 'releaseOperator'
  | 'updateOperatorBinding';

const UNITS = { resource: 'units', action: 'r' } as const;

/** operator-service: who drives what, by hand and by the keys in reports. */
export function createOperatorHandlers(services: TimelineServices): Pick<Handlers, OperatorMethod> {
  const { database, directory, problems } = services;
  const changing =
    <Data, Reply>(
      change: (
        services: OperatorServices,
        transaction: Transaction,
        data: Data,
        context: CallContext,
      ) => Promise<Result<Reply, CallError>>,
    ) =>
    (data: Data, context: CallContext): Promise<Result<Reply, CallError>> =>
      atomically(database, (transaction) => change(services, transaction, data, context));
  return {
    assignOperator: changing(assignOperator),
    releaseOperator: changing(releaseOperator),
    updateOperatorBinding: changing(updateBinding),
    deleteOperatorBinding: changing(deleteBinding),
    claimDriverKey: changing(claimKey),
    getOperatorTimeline: (data, context) => readTimeline(services, data, context),
    getUnknownKeys: (data, context) => listUnknownKeys(services, data, context),
    async getOperatorBindings(data, context) {
      const interval = readInterval(data, context.lang, problems);
      if (!interval.ok) return interval;
      const { from, to } = interval.value;
      const sight = unitsInSight(directory, reachOf(accountOf(context), UNITS), data.unit_ids, from, to);
      if (!sight) return notFound(context, problems);
      return success(await readBindings(database, sight, interval.value, data.operator_ids, data.limit));
    },
  };
}
