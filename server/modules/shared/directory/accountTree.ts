import {
  accountScope,
  effectiveStatus,
  type Account,
  type AccountStatus,
  type AccountType,
} from '../../../../src/domain/account/index.ts';
import type { AccountId } from '../../../../src/domain/base/index.ts';

/** An account as stored, as far as the tree needs it. */
export interface AccountTreeRow {
  id: number;
  parent_id: number | null;
  name: string;
  type: AccountType;
  status: AccountStatus;
  restrict_sub_accounts: boolean;
}

/** Accounts by id with their children; scopes are worked out once and kept until something changes. */
export class AccountTree {
  readonly #accounts = new Map<number, Account>();
  readonly #children = new Map<number, AccountId[]>();
  readonly #scopes = new Map<number, readonly AccountId[]>();

  replace(rows: readonly AccountTreeRow[]): void {
    this.#accounts.clear();
    this.#children.clear();
    this.#scopes.clear();
    for (const row of rows) this.#add(accountOf(row));
  }

  /** Adds an account, or puts what changed of one in its place; a parent stays what it was. */
  set(id: AccountId, changed: Partial<Account>): void {
    const known = this.#accounts.get(id);
    this.#scopes.clear();
    if (known)
      this.#accounts.set(id, { ...known, ...changed, account_id: known.account_id, parent_id: known.parent_id });
    else if (isWhole(changed)) this.#add({ ...changed, account_id: id });
  }

  get(id: AccountId): Account | undefined {
    return this.#accounts.get(id);
  }

  childrenOf(id: AccountId): readonly AccountId[] {
    return this.#children.get(id) ?? [];
  }

  statusOf(id: AccountId): AccountStatus {
    return effectiveStatus(id, (node) => this.#accounts.get(node));
  }

  scopeOf(id: AccountId): readonly AccountId[] {
    const known = this.#scopes.get(id);
    if (known) return known;
    const scope = accountScope(
      id,
      (node) => this.#accounts.get(node),
      (node) => this.childrenOf(node),
    );
    if (scope.length > 0) this.#scopes.set(id, scope);
    return scope;
  }

  ancestorsOf(id: AccountId): readonly AccountId[] {
    const above: AccountId[] = [];
    let parent = this.#accounts.get(id)?.parent_id ?? null;
    while (parent !== null && parent !== id && !above.includes(parent)) {
      above.push(parent);
      parent = this.#accounts.get(parent)?.parent_id ?? null;
    }
    return above;
  }

  #add(account: Account): void {
    this.#accounts.set(account.account_id, account);
    if (account.parent_id === null) return;
    const siblings = this.#children.get(account.parent_id);
    if (siblings) siblings.push(account.account_id);
    else this.#children.set(account.parent_id, [account.account_id]);
  }
}

function isWhole(account: Partial<Account>): account is Account {
  return (
    account.name !== undefined &&
    account.type !== undefined &&
    account.parent_id !== undefined &&
    account.status !== undefined &&
    account.restrict_sub_accounts !== undefined
  );
}

function accountOf(row: AccountTreeRow): Account {
  return {
    account_id: row.id as AccountId,
    parent_id: row.parent_id as AccountId | null,
    name: row.name,
    type: row.type,
    status: row.status,
    restrict_sub_accounts: row.restrict_sub_accounts,
  };
}
