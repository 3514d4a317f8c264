import type { Request } from '../../../src/api/contract/index.ts';
import { success } from '../../../src/domain/base/index.ts';
import { roles } from '../../../src/domain/role/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Database } from '../../store/database.types.ts';
import { listOf } from '../shared/entity/index.ts';
import { accountAt, accountOf, unknownSortColumn, permissionsOf, notFound, type Place } from '../shared/index.ts';
import { roleTable, type RoleTableServices } from './table.ts';

export { roleTable } from './table.ts';

export interface RoleServices extends RoleTableServices {
  readonly database: Database;
}

type RoleMethod =
  | 'getSubAccountUserRoles'
  | 'getSubDealerAccountUserRoles'
  | 'getSubConsumerAccountUserRoles'
  | 'getAllPermissions';

/**
 * account-service: roles of sub-accounts, and what may be granted. One's own roles derive from their definition
 * (`domain/role`).
 */
export function createRoleHandlers(services: RoleServices): Pick<Handlers, RoleMethod> {
  const { database, directory, problems } = services;
  const table = roleTable(services);
  const listAt = (place: Place) => async (data: Request<'getSubAccountUserRoles'>, context: CallContext) => {
    const account = accountAt(directory, accountOf(context), data.account_id, place);
    if (!account) return notFound(context, problems);
    const page = await listOf(database, roles, table, { ...data, filters: {} }, [account.account_id]);
    return page ? success(page) : unknownSortColumn(context, problems);
  };
  return {
    getSubAccountUserRoles: listAt('anywhere'),
    getSubDealerAccountUserRoles: listAt('dealer'),
    getSubConsumerAccountUserRoles: listAt('consumer'),
    async getAllPermissions(_, context) {
      const account = directory.account(accountOf(context).accountId);
      if (!account) throw new Error('The account of a call that was let in is not in the tree.');
      return success({ permissions: (await permissionsOf(database, context, account)).permissions });
    },
  };
}
