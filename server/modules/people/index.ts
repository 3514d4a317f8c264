import type { Request } from '../../../src/api/contract/index.ts';
import type { Account } from '../../../src/domain/account/index.ts';
import { success } from '../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import type { Database } from '../../store/database.types.ts';
import { accountAt, accountOf, atomically, unknownSortColumn, notFound, type Place } from '../shared/index.ts';
import { changeRole, removeMember } from './change.ts';
import { listPeople, listTeam } from './read.ts';
import { changeStatus } from './status.ts';

export interface PeopleServices {
  readonly database: Database;
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}

type PeopleMethod =
  | 'getUsersList'
  | 'getAccountUsers'
  | 'getTeamPeoples'
  | 'updateUserRole'
  | 'updateSubAccountUserRole'
  | 'updateSubDealerAccountUserRole'
  | 'updateSubConsumerAccountUserRole'
  | 'updateUserStatus'
  | 'updateSubAccountUserStatus'
  | 'userRemoved'
  | 'subAccountUserRemoved'
  | 'subDealerUserRemoved'
  | 'subConsumerUserRemoved';

/** account-service: who belongs to an account, and in which role. */
export function createPeopleHandlers({ database, directory, problems }: PeopleServices): Pick<Handlers, PeopleMethod> {
  const list = async (accountId: number, data: Request<'getUsersList'>, context: CallContext) => {
    const page = await listPeople(database, accountId, data);
    return page ? success(page) : unknownSortColumn(context, problems);
  };
  const at = (asked: number, place: Place, context: CallContext) =>
    accountAt(directory, accountOf(context), asked, place);
  const ownAccount = (context: CallContext): Account => {
    const account = directory.account(accountOf(context).accountId);
    if (!account) throw new Error('The account of a call that was let in is not in the tree.');
    return account;
  };
  const change = (account: Account, data: Request<'updateUserRole'>, context: CallContext) =>
    atomically(database, (transaction) =>
      changeRole(
        transaction,
        { caller: ownAccount(context), accountId: account.account_id, userId: data.user_id },
        data,
        context,
        problems,
      ),
    );
  const remove = (account: Account, userId: number, context: CallContext) =>
    atomically(database, (transaction) =>
      removeMember(
        transaction,
        { caller: ownAccount(context), accountId: account.account_id, userId },
        context,
        problems,
      ),
    );
  const letIn = (account: Account, { user_id: userId, ...data }: Request<'updateUserStatus'>, context: CallContext) =>
    atomically(database, (transaction) =>
      changeStatus(
        transaction,
        { caller: ownAccount(context), accountId: account.account_id, userId },
        data,
        context,
        problems,
      ),
    );
  const changeAt = (place: Place) => async (data: Request<'updateSubAccountUserRole'>, context: CallContext) => {
    const account = at(data.account_id, place, context);
    return account ? change(account, data, context) : notFound(context, problems);
  };
  const removeAt = (place: Place) => async (data: Request<'subAccountUserRemoved'>, context: CallContext) => {
    const account = at(data.account_id, place, context);
    return account ? remove(account, data.user_id, context) : notFound(context, problems);
  };
  return {
    getUsersList: (data, context) => list(accountOf(context).accountId, data, context),
    async getAccountUsers(data, context) {
      const account = at(data.account_id, 'anywhere', context);
      return account ? list(account.account_id, data, context) : notFound(context, problems);
    },
    getTeamPeoples: async (data, context) =>
      success({ people: await listTeam(database, accountOf(context).accountId, data.search) }),
    updateUserRole: (data, context) => change(ownAccount(context), data, context),
    updateSubAccountUserRole: changeAt('anywhere'),
    updateSubDealerAccountUserRole: changeAt('dealer'),
    updateSubConsumerAccountUserRole: changeAt('consumer'),
    updateUserStatus: (data, context) => letIn(ownAccount(context), data, context),
    async updateSubAccountUserStatus(data, context) {
      const account = at(data.account_id, 'anywhere', context);
      return account ? letIn(account, data, context) : notFound(context, problems);
    },
    userRemoved: (data, context) => remove(ownAccount(context), data.user_id, context),
    subAccountUserRemoved: removeAt('anywhere'),
    subDealerUserRemoved: removeAt('dealer'),
    subConsumerUserRemoved: removeAt('consumer'),
  };
}
