import type { Account } from '../../../../src/domain/account/index.ts';
import type { AccountId } from '../../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../../call/ports.ts';
import type { CallAccount } from '../../../call/types.ts';

/**
 * Where an account that a call names must lie, seen from the caller's account. Always below it,
 * never the account itself: what concerns one's own account has methods of its own.
 */
export type Place =
  | 'anywhere'
  | 'dealer'
  | 'consumer'
  | 'dealerDirectlyBelow'
  | 'consumerDirectlyBelow'
  | 'belowOtherDealer'
  | 'consumerFurtherDown';

type Tree = Pick<UnitDirectory, 'account'>;

const PLACES: Readonly<Record<Place, (account: Account, own: AccountId, tree: Tree) => boolean>> = {
  anywhere: () => true,
  dealer: ({ type }) => type === 'DEALER',
  consumer: ({ type }) => type === 'CONSUMER',
  dealerDirectlyBelow: ({ type, parent_id }, own) => type === 'DEALER' && parent_id === own,
  consumerDirectlyBelow: ({ type, parent_id }, own) => type === 'CONSUMER' && parent_id === own,
  belowOtherDealer: ({ parent_id }, own, tree) =>
    parent_id !== null && parent_id !== own && tree.account(parent_id)?.type === 'DEALER',
  consumerFurtherDown: ({ type, parent_id }, own) => type === 'CONSUMER' && parent_id !== own,
};

/**
 * The account that something new is for: the caller's own where none is asked, else one that the call reaches; null
 * beyond that.
 */
export function accountForNew({ accountId, scope }: CallAccount, asked: number | undefined): AccountId | null {
  if (asked === undefined) return accountId;
  return scope.find((id) => id === asked) ?? null;
}

/** The account of the caller's tree at that place, or null: what is not there and what is not theirs look the same. */
export function accountAt(tree: Tree, caller: CallAccount, asked: number, place: Place): Account | null {
  const id = asked as AccountId;
  if (id === caller.accountId || !caller.tree.includes(id)) return null;
  const account = tree.account(id);
  return account && PLACES[place](account, caller.accountId, tree) ? account : null;
}
