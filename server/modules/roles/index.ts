import type { Request } from '../../../src/api/contract/index.ts';
import type { Account } from '../../../src/domain/account/index.ts';
import { success } from '../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Database } from '../../store/database.types.ts';
import {
  accountAt,
  accountOf,
  atomically,
  unknownSortColumn,
  permissionsOf,
  notFound,
  type Place,
} from '../shared/index.ts';
import { addRole, deleteRole, updateRole } from './change.ts';
import { listRoles, readRole } from './read.ts';

export interface RoleServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}

type RoleMethod =
  | 'getUserRoles'
  | 'getSubAccountUserRoles'
  | 'getSubDealerAccountUserRoles'
  | 'getSubConsumerAccountUserRoles'
  | 'getOneRole'
  | 'addRole'
  | 'updateRole'
  | 'deleteRole'
  | 'getAllPermissions';

/** account-service: roles, what they grant and whom they report to. */
export function createRoleHandlers({ database, directory, problems }: RoleServices): Pick<Handlers, RoleMethod> {
  const list = async (accountId: number, data: Request<'getUserRoles'>, context: CallContext) => {
    const page = await listRoles(database, accountId, data);
    return page ? success(page) : unknownSortColumn(context, problems);
  };
  const listAt = (place: Place) => async (data: Request<'getSubAccountUserRoles'>, context: CallContext) => {
    const account = accountAt(directory, accountOf(context), data.account_id, place);
    return account ? list(account.account_id, data, context) : notFound(context, problems);
  };
  const ownAccount = (context: CallContext): Account => {
    const account = directory.account(accountOf(context).accountId);
    if (!account) throw new Error('The account of a call that was let in is not in the tree.');
    return account;
  };
  return {
    getUserRoles: (data, context) => list(accountOf(context).accountId, data, context),
    getSubAccountUserRoles: listAt('anywhere'),
    getSubDealerAccountUserRoles: listAt('dealer'),
    getSubConsumerAccountUserRoles: listAt('consumer'),
    async getOneRole(data, context) {
      const role = await readRole(database, accountOf(context).accountId, data.role_id);
      return role ? success(role) : notFound(context, problems);
    },
    addRole: (data, context) =>
      atomically(database, (transaction) => addRole(transaction, ownAccount(context), data, context, problems)),
    updateRole: (data, context) =>
      atomically(database, (transaction) => updateRole(transaction, ownAccount(context), data, context, problems)),
    deleteRole: (data, context) =>
      atomically(database, (transaction) =>
        deleteRole(transaction, ownAccount(context), data.role_id, context, problems),
      ),
    async getAllPermissions(_, context) {
      return success({ permissions: (await permissionsOf(database, context, ownAccount(context))).permissions });
    },
  };
}
