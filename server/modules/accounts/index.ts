import type { CallError, MethodName, Request } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import type { Account, AccountDetails, AccountRow, AccountType } from '../../../src/domain/account/index.ts';
import { success, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import {
  accountAt,
  accountOf,
  atomically,
  unknownSortColumn,
  isUniqueViolation,
  notFound,
  sessionOf,
  type Place,
  type Refused,
} from '../shared/index.ts';
import { createAccount } from './create.ts';
import { refuseUnprovenHost } from './hostName.ts';
import { listAccounts, readDetails } from './read.ts';
import { dashboardDetails, referenceData } from './reference.ts';
import { hostNameTaken } from './rules.ts';
import type { AccountServices } from './services.ts';
import { childAccounts } from './tree.ts';
import { updateAccount, updateStatus } from './update.ts';

export { readDetails } from './read.ts';
export type { AccountServices } from './services.ts';

const BOTH: readonly AccountType[] = ['DEALER', 'CONSUMER'];

type ListMethod =
  | 'getDealerConsumerList'
  | 'getDealerList'
  | 'getConsumerList'
  | 'getSubDealerConsumerList'
  | 'getSubDealerList'
  | 'getSubConsumerList'
  | 'getUserSubAccounts'
  | 'getUserDealerSubAccounts'
  | 'getUserConsumerSubAccounts';
type ReadMethod =
  | ListMethod
  | 'getChildAccounts'
  | 'getAccountDetails'
  | 'getDealerAccountDetails'
  | 'getConsumerAccountDetails'
  | 'getRefData'
  | 'dashboardDetails';
type CreateMethod =
  | 'createDealerConsumerAccounts'
  | 'createDealerConsumerSubAccounts'
  | 'createDealerSubAccounts'
  | 'createConsumerSubAccounts';
type UpdateMethod =
  | 'updateAccountDetails'
  | 'updateDealerAccountDetails'
  | 'updateConsumerAccountDetails'
  | 'updateChildAccountDetails'
  | 'updateDealerChildAccountDetails'
  | 'updateConsumerChildAccountDetails';
type StatusMethod =
  | 'updateAccountStatus'
  | 'updateDealerAccountStatus'
  | 'updateConsumerAccountStatus'
  | 'updateSubAccountStatus';
export type AccountMethod = ReadMethod | CreateMethod | UpdateMethod | StatusMethod;

type Slice<Methods extends MethodName> = Pick<Handlers, Methods>;

/** account-service: the account that one is in and those below it. */
export function createAccountHandlers(services: AccountServices): Slice<AccountMethod> {
  return {
    ...createLists(services),
    ...createReads(services),
    ...createCreations(services),
    ...createUpdates(services),
    ...createStatusChanges(services),
  };
}

function createLists({ database, directory, problems }: AccountServices): Slice<ListMethod> {
  const list = async (
    context: CallContext,
    among: readonly AccountId[],
    types: readonly AccountType[],
    data: Request<'getDealerList'>,
  ) => {
    const page = await listAccounts(database, { among, types }, data);
    return page ? success(page) : unknownSortColumn(context, problems);
  };
  /** Direct children of the caller's account; a restricted one sees none. */
  const children = (types: readonly AccountType[]) => (data: Request<'getDealerList'>, context: CallContext) => {
    const { accountId, tree } = accountOf(context);
    return list(context, tree.length > 1 ? directory.childrenOf(accountId) : [], types, data);
  };
  const childrenOfNamed =
    (types: readonly AccountType[]) => async (data: Request<'getSubDealerList'>, context: CallContext) => {
      const account = accountAt(directory, accountOf(context), data.account_id, 'anywhere');
      return account
        ? list(context, directory.childrenOf(account.account_id), types, data)
        : notFound(context, problems);
    };
  const descendants = (types: readonly AccountType[]) => (data: Request<'getDealerList'>, context: CallContext) => {
    const { accountId, tree } = accountOf(context);
    return list(
      context,
      tree.filter((id) => id !== accountId),
      types,
      data,
    );
  };
  return {
    getDealerConsumerList: children(BOTH),
    getDealerList: children(['DEALER']),
    getConsumerList: children(['CONSUMER']),
    getSubDealerConsumerList: childrenOfNamed(BOTH),
    getSubDealerList: childrenOfNamed(['DEALER']),
    getSubConsumerList: childrenOfNamed(['CONSUMER']),
    getUserSubAccounts: descendants(BOTH),
    getUserDealerSubAccounts: descendants(['DEALER']),
    getUserConsumerSubAccounts: descendants(['CONSUMER']),
  };
}

function createReads(services: AccountServices): Slice<Exclude<ReadMethod, ListMethod>> {
  const { database, directory, problems } = services;
  const details = async (id: number | undefined, context: CallContext): Promise<Result<AccountDetails, CallError>> => {
    const found = id === undefined ? null : await readDetails(database, id, accountOf(context).tree);
    return found ? success(found) : notFound(context, problems);
  };
  const detailsAt = (place: Place) => (data: Request<'getDealerAccountDetails'>, context: CallContext) =>
    details(accountAt(directory, accountOf(context), data.account_id, place)?.account_id, context);
  return {
    // A user who belongs to no account, or chose none yet, has no tree.
    async getChildAccounts(data, context) {
      const { account } = sessionOf(context);
      return success(account ? childAccounts(directory, account, data.search) : { accounts: [], total: 0 });
    },
    getAccountDetails: (_, context) => details(accountOf(context).accountId, context),
    getDealerAccountDetails: detailsAt('anywhere'),
    async getConsumerAccountDetails(data, context) {
      const account = accountAt(directory, accountOf(context), data.account_id, 'consumer');
      // A sub-account of a consumer is one further down, although it lies directly below.
      const isDirect =
        account?.parent_id === accountOf(context).accountId && ownAccount(services, context).type !== 'CONSUMER';
      const isGranted = can(accountOf(context).permissions, { resource: 'account', action: isDirect ? 'cr' : 'car' });
      return account && !isGranted
        ? problems.refuse(context.lang, ERROR.accessRight)
        : details(account?.account_id, context);
    },
    getRefData: async (_, context) => success(await referenceData(services, context)),
    dashboardDetails: async (_, context) => success(await dashboardDetails(database, accountOf(context), context.now)),
  };
}

type ParentOf = (account: Account, asked: number, context: CallContext) => Account | null;

function createCreations(services: AccountServices): Slice<CreateMethod> {
  const { database, directory, problems } = services;
  const create = async (
    data: Request<'createDealerConsumerAccounts'>,
    creator: Account,
    parent: Account | null,
    context: CallContext,
  ) => {
    if (!parent) return notFound(context, problems);
    const unproven = await refuseUnprovenHost(services, creator, data.host_name, context);
    if (unproven) return unproven;
    return guardHostName(context, services, () =>
      atomically(database, (transaction) => createAccount(transaction, { creator, parent }, data, context, services)),
    );
  };
  const createBelow =
    (parentOf: ParentOf, byConsumers = false) =>
    async (data: Request<'createDealerSubAccounts'>, context: CallContext) => {
      const creator = ownAccount(services, context);
      const parent = parentOf(creator, data.parent_account_id, context);
      if (parent && creator.type === 'CONSUMER' && !byConsumers)
        return problems.refuseField(context.lang, 'type', 'server.accountTypeNotAllowed');
      return create(data, creator, parent, context);
    };
  const named =
    (place: Place): ParentOf =>
    (_, asked, context) =>
      accountAt(directory, accountOf(context), asked, place);
  const consumerOrOneself: ParentOf = (creator, asked, context) =>
    creator.type === 'CONSUMER' && creator.account_id === asked ? creator : named('consumer')(creator, asked, context);
  return {
    async createDealerConsumerAccounts(data, context) {
      const creator = ownAccount(services, context);
      // Consumers make sub-accounts, by the method for those.
      if (creator.type === 'CONSUMER')
        return problems.refuseField(context.lang, 'type', 'server.accountTypeNotAllowed');
      const isGranted = can(accountOf(context).permissions, {
        resource: 'account',
        action: data.type === 'CONSUMER' ? 'ca' : 'a',
      });
      return isGranted ? create(data, creator, creator, context) : problems.refuse(context.lang, ERROR.accessRight);
    },
    createDealerConsumerSubAccounts: createBelow(named('anywhere')),
    createDealerSubAccounts: createBelow(named('dealer')),
    createConsumerSubAccounts: createBelow(consumerOrOneself, true),
  };
}

function createUpdates(services: AccountServices): Slice<UpdateMethod> {
  const { database, directory, problems } = services;
  const update = async (account: Account, data: Request<'updateAccountDetails'>, context: CallContext) => {
    const unproven = await refuseNewHost(services, account, data.host_name, context);
    return unproven ?? write(account, data, context);
  };
  const write = (account: Account, data: Request<'updateAccountDetails'>, context: CallContext) =>
    guardHostName(context, services, () =>
      atomically(database, (transaction) => updateAccount(transaction, account, data, context, services)),
    );
  const updateAt = (place: Place) => async (data: Request<'updateChildAccountDetails'>, context: CallContext) => {
    const account = accountAt(directory, accountOf(context), data.account_id, place);
    return account ? update(account, data, context) : notFound(context, problems);
  };
  return {
    updateAccountDetails: (data, context) => update(ownAccount(services, context), data, context),
    updateDealerAccountDetails: updateAt('dealerDirectlyBelow'),
    updateConsumerAccountDetails: updateAt('consumerDirectlyBelow'),
    updateChildAccountDetails: updateAt('anywhere'),
    updateDealerChildAccountDetails: updateAt('belowOtherDealer'),
    updateConsumerChildAccountDetails: updateAt('consumerFurtherDown'),
  };
}

function createStatusChanges({ database, directory, problems }: AccountServices): Slice<StatusMethod> {
  const changeAt =
    (place: Place) =>
    async (data: Request<'updateAccountStatus'>, context: CallContext): Promise<Result<AccountRow, CallError>> => {
      const caller = accountOf(context);
      if (data.account_id === caller.accountId) return problems.refuseField(context.lang, 'status', 'server.ownStatus');
      const account = accountAt(directory, caller, data.account_id, place);
      if (!account) return notFound(context, problems);
      return success(
        await database.transaction((transaction) =>
          updateStatus(transaction, account.account_id, data.status, context),
        ),
      );
    };
  return {
    updateAccountStatus: changeAt('anywhere'),
    updateDealerAccountStatus: changeAt('dealerDirectlyBelow'),
    updateConsumerAccountStatus: changeAt('consumerDirectlyBelow'),
    updateSubAccountStatus: changeAt('consumerFurtherDown'),
  };
}

/** The account of the call as the tree knows it; the gateway let nobody in without one. */
function ownAccount({ directory }: AccountServices, context: CallContext): Account {
  const account = directory.account(accountOf(context).accountId);
  if (!account) throw new Error('The account of a call that was let in is not in the tree.');
  return account;
}

/**
 * Asks for a proof of a name that the account does not have yet. Whether the caller may give it one at all is asked
 * later.
 */
async function refuseNewHost(
  services: AccountServices,
  account: Account,
  host: string | undefined,
  context: CallContext,
): Promise<Refused | null> {
  if (!host || account.account_id === accountOf(context).accountId) return null;
  const [row] = await services.database.query<{ host_name: string | null }>(
    'select host_name from account where id = $1',
    [account.account_id],
  );
  return row?.host_name === host ? null : refuseUnprovenHost(services, ownAccount(services, context), host, context);
}

/** Two accounts may reach for one host name at the same moment; the index decides. */
async function guardHostName<Value>(
  context: CallContext,
  { problems }: AccountServices,
  work: () => Promise<Result<Value, CallError>>,
): Promise<Result<Value, CallError>> {
  try {
    return await work();
  } catch (error) {
    if (!isUniqueViolation(error, 'account_host_name_key')) throw error;
    return hostNameTaken(context, problems);
  }
}
