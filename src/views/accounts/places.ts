import { can, type Action, type Permissions } from '../../domain/access/index.ts';
import type { AccountType } from '../../domain/account/index.ts';

/** The part of an account that decides by which screen and methods it is changed. */
export interface Placed {
  readonly account_id: number;
  readonly parent_id: number | null;
  readonly type: AccountType;
}

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
export type ReadMethod = 'getAccountDetails' | 'getDealerAccountDetails' | 'getConsumerAccountDetails';
export type CreateMethod = 'createDealerConsumerAccounts' | 'createDealerSubAccounts' | 'createConsumerSubAccounts';

/** One kind of access to change an account. */
export interface UpdateAccess {
  readonly path: string;
  /** On `account`; every method of it wants the same. */
  readonly action: Action;
  readonly update: UpdateMethod;
  /** Null: nobody changes the status of the account that they are in. */
  readonly status: StatusMethod | null;
}

const OWN: UpdateAccess = { path: '/account/update', action: 'u', update: 'updateAccountDetails', status: null };
const ANY: UpdateAccess = {
  path: '/child/account/update',
  action: 'au',
  update: 'updateChildAccountDetails',
  status: 'updateAccountStatus',
};

/** Ways to change an account of the tree, the most particular first. `parentType` null: not known. */
function accessesTo(own: number, target: Placed, parentType: AccountType | null): readonly UpdateAccess[] {
  if (target.account_id === own) return [OWN];
  const isDirect = target.parent_id === own;
  if (target.type === 'DEALER') {
    if (isDirect)
      return [
        {
          path: '/child/account/update',
          action: 'au',
          update: 'updateDealerAccountDetails',
          status: 'updateDealerAccountStatus',
        },
      ];
    return [
      parentType === 'DEALER'
        ? {
            path: '/child/sub-account/update',
            action: 'au',
            update: 'updateDealerChildAccountDetails',
            status: 'updateAccountStatus',
          }
        : ANY,
    ];
  }
  if (isDirect)
    return [
      {
        path: '/consumer-account/update',
        action: 'cu',
        update: 'updateConsumerAccountDetails',
        status: 'updateConsumerAccountStatus',
      },
      ANY,
    ];
  const path = parentType === 'CONSUMER' ? '/child/consumer-sub-account/update' : '/child/consumer-account/update';
  return [{ path, action: 'cau', update: 'updateConsumerChildAccountDetails', status: 'updateSubAccountStatus' }, ANY];
}

/** How one may change an account (specification, chapter 2, "Account update"); null: not at all. */
export function updateAccess(
  own: number,
  target: Placed,
  parentType: AccountType | null,
  permissions: Permissions,
): UpdateAccess | null {
  return (
    accessesTo(own, target, parentType).find(({ action }) => can(permissions, { resource: 'account', action })) ?? null
  );
}

/** The screen's address of such an access. */
export const updateHref = (access: UpdateAccess, accountId: number): string =>
  access === OWN ? access.path : `${access.path}?account_id=${accountId}`;

/**
 * How one may read an account's details; null: not at all. A consumer below a consumer is one further down, wherever
 * one is.
 */
export function readMethod(
  own: number,
  target: Placed,
  parentType: AccountType | null,
  permissions: Permissions,
): ReadMethod | null {
  if (target.account_id === own) return 'getAccountDetails';
  const isDirect = target.parent_id === own && parentType !== 'CONSUMER';
  if (target.type === 'CONSUMER' && can(permissions, { resource: 'account', action: isDirect ? 'cr' : 'car' }))
    return 'getConsumerAccountDetails';
  return can(permissions, { resource: 'account', action: 'ar' }) ? 'getDealerAccountDetails' : null;
}

/** How an account of the kind is created below `parent`, and the right to it on `account`. */
export function createAccess(
  own: number,
  parent: Placed,
  kind: Exclude<AccountType, 'OWNER'>,
): { readonly method: CreateMethod; readonly action: Action } {
  if (parent.type === 'CONSUMER') return { method: 'createConsumerSubAccounts', action: 'caa' };
  if (parent.account_id !== own) return { method: 'createDealerSubAccounts', action: 'aa' };
  return { method: 'createDealerConsumerAccounts', action: kind === 'CONSUMER' ? 'ca' : 'a' };
}

/** Kinds of account that may stand below one: consumers have consumers, the others both. */
export const kindsBelow = (type: AccountType): readonly Exclude<AccountType, 'OWNER'>[] =>
  type === 'CONSUMER' ? ['CONSUMER'] : ['DEALER', 'CONSUMER'];
