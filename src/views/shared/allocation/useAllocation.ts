import type { AccountId } from '../../../domain/base/index.ts';
import type { Account } from '../../../domain/account/index.ts';
import { useSession } from '../services/session.ts';

/** What can be given to an account below for a span of time. */
export interface AllocatableThing<Span> {
  readonly account_id: AccountId;
  readonly allocated_to: Span | null;
}

/**
 * By which span the account holds what is another account's, or null: what is its own, or that of an account
 * below, is no holding.
 */
export function shownAllocation<Span extends { readonly account_id: AccountId }>(
  { account_id: owner, allocated_to: span }: AllocatableThing<Span>,
  account: Pick<Account, 'account_id'> | null,
): Span | null {
  return account !== null && owner !== account.account_id && span?.account_id === account.account_id ? span : null;
}

/** The same for the account in use. */
export const useAllocation = <Span extends { readonly account_id: AccountId }>(
  thing: AllocatableThing<Span>,
): Span | null => shownAllocation(thing, useSession().account);
