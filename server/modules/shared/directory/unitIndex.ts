import type { AccountId } from '../../../../src/domain/base/index.ts';

export interface UnitRow {
  id: number;
  account_id: number;
  name: string;
}

/** Units by id and by account. */
export class UnitIndex {
  #units = new Map<number, { account: number; name: string }>();
  #byAccount = new Map<number, Set<number>>();

  set(id: number, account: number, name: string): number {
    const known = this.#units.get(id);
    if (known && known.account !== account) this.#byAccount.get(known.account)?.delete(id);
    this.#units.set(id, { account, name });
    const ids = this.#byAccount.get(account);
    if (ids) ids.add(id);
    else this.#byAccount.set(account, new Set([id]));
    return id;
  }

  /** Puts `rows` in place of whatever was known of `ids`. */
  replace(ids: readonly number[], rows: readonly UnitRow[]): void {
    const found = new Set(rows.map((row) => this.set(row.id, row.account_id, row.name)));
    for (const id of ids) if (!found.has(id)) this.#remove(id);
  }

  all(): number[] {
    return [...this.#units.keys()];
  }

  #remove(id: number): void {
    const known = this.#units.get(id);
    if (!known) return;
    this.#units.delete(id);
    this.#byAccount.get(known.account)?.delete(id);
  }

  accountOf(id: number): number {
    return this.#units.get(id)?.account ?? 0;
  }

  nameOf(id: number): string {
    return this.#units.get(id)?.name ?? '';
  }

  idsOf(scope: readonly AccountId[]): number[] {
    const ids: number[] = [];
    for (const account of scope) for (const id of this.#byAccount.get(account) ?? []) ids.push(id);
    return ids;
  }
}
