import type { AccountId } from '../base/index.ts';

/** Kinds of account (specification, chapter 1). A sub-account is one whose parent is of the same kind. */
export const ACCOUNT_TYPES = ['OWNER', 'DEALER', 'CONSUMER'] as const;
export type AccountType = (typeof ACCOUNT_TYPES)[number];

export const ACCOUNT_STATUSES = ['active', 'inactive', 'blocked'] as const;
export type AccountStatus = (typeof ACCOUNT_STATUSES)[number];

/** An account as the wire shows it. */
export interface Account {
  account_id: AccountId;
  parent_id: AccountId | null;
  name: string;
  type: AccountType;
  status: AccountStatus;
  /** Restricted accounts lose the account lists (specification, chapter 6). */
  restrict_sub_accounts: boolean;
}

/** One of the accounts a user may enter, in the answer to signin. */
export interface Membership {
  account_id: AccountId;
  name: string;
  type: AccountType;
  role: string;
  status: AccountStatus;
}
