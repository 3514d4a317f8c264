import { coversInstant, type AllocationSpan } from '../../../../src/domain/allocation/index.ts';
import type { Instant } from '../../../../src/domain/base/index.ts';
import type { Allocation } from '../../../call/ports.ts';

/** An allocation as stored, as far as sight needs it. */
export interface AllocationSpanRow {
  id: number;
  unit_id: number;
  account_id: number;
  start_at: Date;
  end_at: Date | null;
}

interface KnownAllocation extends Allocation {
  readonly id: number;
}

const NONE: readonly KnownAllocation[] = [];

/**
 * Who held which unit when. Most units never have an allocation and those that do have few, so a
 * look-up is one in a map. Whether a span counts is asked of the instant each time: its beginning
 * and end take effect by themselves.
 */
export class AllocationIndex {
  readonly #byUnit = new Map<number, readonly KnownAllocation[]>();
  readonly #byAccount = new Map<number, Set<number>>();

  /** Puts the rows in place of whatever was known of the units. */
  replace(unitIds: readonly number[], rows: readonly AllocationSpanRow[]): void {
    for (const unitId of unitIds) this.#put(unitId, NONE);
    for (const row of rows) {
      const to = row.end_at?.getTime() ?? Number.POSITIVE_INFINITY;
      this.set(row.unit_id, { id: row.id, accountId: row.account_id, from: row.start_at.getTime(), to });
    }
  }

  /** Adds a span or puts it in the place of what it was; one that is empty goes. */
  set(unitId: number, allocation: KnownAllocation): void {
    const others = (this.#byUnit.get(unitId) ?? NONE).filter(({ id }) => id !== allocation.id);
    this.#put(
      unitId,
      allocation.from < allocation.to ? [...others, allocation].toSorted((a, b) => a.from - b.from) : others,
    );
  }

  /** The span that covers the instant, or null. */
  at(unitId: number, instant: Instant): Allocation | null {
    const allocations = this.#byUnit.get(unitId);
    if (allocations === undefined) return null;
    return allocations.find((allocation) => coversInstant(allocation, instant)) ?? null;
  }

  /** Spans in which one of the accounts held the unit, oldest first. */
  spansOf(unitId: number, accounts: ReadonlySet<number>): readonly AllocationSpan[] {
    const allocations = this.#byUnit.get(unitId) ?? NONE;
    return allocations.length === 0 ? NONE : allocations.filter(({ accountId }) => accounts.has(accountId));
  }

  /** Accounts that held the unit, hold it or will hold it, once for each span. */
  holdersOf(unitId: number): readonly number[] {
    return (this.#byUnit.get(unitId) ?? NONE).map(({ accountId }) => accountId);
  }

  /** Units that the account held, holds or will hold. */
  unitsOf(account: number): Iterable<number> {
    return this.#byAccount.get(account) ?? [];
  }

  #put(unitId: number, allocations: readonly KnownAllocation[]): void {
    for (const { accountId } of this.#byUnit.get(unitId) ?? NONE) this.#byAccount.get(accountId)?.delete(unitId);
    if (allocations.length === 0) this.#byUnit.delete(unitId);
    else this.#byUnit.set(unitId, allocations);
    for (const { accountId } of allocations) {
      const units = this.#byAccount.get(accountId);
      if (units) units.add(unitId);
      else this.#byAccount.set(accountId, new Set([unitId]));
    }
  }
}
