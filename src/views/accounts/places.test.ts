import { describe, expect, it } from 'vitest';
import { ceilingOf } from '../../domain/access/index.ts';
import { createAccess, readMethod, updateHref, updateAccess, type Placed } from './places.ts';

const at = (account_id: number, parent_id: number | null, type: Placed['type']): Placed => ({
  account_id,
  parent_id,
  type,
});
const owner = ceilingOf('OWNER');
const access = (target: Placed, parentType: Placed['type'] | null, permissions = owner) => {
  const found = updateAccess(1, target, parentType, permissions);
  return found && [updateHref(found, target.account_id), found.update, found.status];
};

describe('the way to change an account', () => {
  it('follows its place in the tree', () => {
    expect(access(at(1, null, 'OWNER'), null)).toEqual(['/account/update', 'updateAccountDetails', null]);
    expect(access(at(2, 1, 'DEALER'), 'OWNER')).toEqual([
      '/child/account/update?account_id=2',
      'updateDealerAccountDetails',
      'updateDealerAccountStatus',
    ]);
    expect(access(at(3, 2, 'DEALER'), 'DEALER')).toEqual([
      '/child/sub-account/update?account_id=3',
      'updateDealerChildAccountDetails',
      'updateAccountStatus',
    ]);
    expect(access(at(4, 1, 'CONSUMER'), 'OWNER')).toEqual([
      '/consumer-account/update?account_id=4',
      'updateConsumerAccountDetails',
      'updateConsumerAccountStatus',
    ]);
    expect(access(at(5, 2, 'CONSUMER'), 'DEALER')).toEqual([
      '/child/consumer-account/update?account_id=5',
      'updateConsumerChildAccountDetails',
      'updateSubAccountStatus',
    ]);
    expect(access(at(6, 5, 'CONSUMER'), 'CONSUMER')).toEqual([
      '/child/consumer-sub-account/update?account_id=6',
      'updateConsumerChildAccountDetails',
      'updateSubAccountStatus',
    ]);
  });

  it('takes the general one where the particular permission is missing, and none without either', () => {
    expect(access(at(4, 1, 'CONSUMER'), 'CONSUMER', { account: ['r', 'ar', 'au'] })).toEqual([
      '/child/account/update?account_id=4',
      'updateChildAccountDetails',
      'updateAccountStatus',
    ]);
    expect(access(at(4, 1, 'CONSUMER'), 'CONSUMER', { account: ['r', 'u'] })).toBeNull();
    expect(access(at(1, null, 'OWNER'), null, { account: ['r'] })).toBeNull();
  });
});

it('reads by what one holds', () => {
  expect(readMethod(1, at(1, null, 'OWNER'), null, {})).toBe('getAccountDetails');
  expect(readMethod(1, at(4, 1, 'CONSUMER'), 'OWNER', owner)).toBe('getConsumerAccountDetails');
  expect(readMethod(1, at(4, 1, 'CONSUMER'), 'OWNER', { account: ['r', 'ar'] })).toBe('getDealerAccountDetails');
  expect(readMethod(1, at(4, 1, 'CONSUMER'), 'OWNER', { account: ['r', 'car'] })).toBeNull();
  expect(readMethod(1, at(5, 4, 'CONSUMER'), 'CONSUMER', { account: ['r', 'car'] })).toBe('getConsumerAccountDetails');
  expect(readMethod(1, at(2, 1, 'DEALER'), 'OWNER', { account: ['r'] })).toBeNull();
});

it('creates by the parent', () => {
  expect(createAccess(1, at(1, null, 'OWNER'), 'DEALER')).toEqual({
    method: 'createDealerConsumerAccounts',
    action: 'a',
  });
  expect(createAccess(1, at(1, null, 'OWNER'), 'CONSUMER')).toEqual({
    method: 'createDealerConsumerAccounts',
    action: 'ca',
  });
  expect(createAccess(1, at(2, 1, 'DEALER'), 'CONSUMER')).toEqual({ method: 'createDealerSubAccounts', action: 'aa' });
  expect(createAccess(4, at(4, 1, 'CONSUMER'), 'CONSUMER')).toEqual({
    method: 'createConsumerSubAccounts',
    action: 'caa',
  });
});
