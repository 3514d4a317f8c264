import { success } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { Handlers } from '../../gateway/types.ts';
import type { Database } from '../../store/database.types.ts';
import { accountOf, isUniqueViolation } from '../shared/index.ts';
import { createUnit, notFound, updateUnit } from './change.ts';
import { findUnit, listUnits } from './list.ts';

type UnitMethod = 'getUnitList' | 'getUnit' | 'createUnit' | 'updateUnit';

/** unit-service: the tracked assets of the account and its permitted descendants. */
export function createUnitHandlers(database: Database, problems: Problems): Pick<Handlers, UnitMethod> {
  return {
    async getUnitList(data, context) {
      const page = await listUnits(database, accountOf(context).scope, data);
      return page ? success(page) : problems.refuseField(context.lang, 'sort', 'validation.oneOf');
    },
    async getUnit(data, context) {
      const unit = await findUnit(database, accountOf(context).scope, data.unit_id);
      return unit ? success(unit) : notFound(context, problems);
    },
    async createUnit(data, context) {
      try {
        return await database.transaction((transaction) => createUnit(transaction, data, context, problems));
      } catch (error) {
        // Two units of different accounts reached for one device at the same moment.
        if (!isUniqueViolation(error)) throw error;
        return problems.refuse(context.lang, ERROR.conflict, { key: 'server.deviceInUse' });
      }
    },
    updateUnit: (data, context) => database.transaction((transaction) => updateUnit(transaction, data, context, problems)),
  };
}
