import { isAbout, type DomainEvent, type EventKindAbout } from '../../../../src/domain/events/index.ts';
import type { Account } from '../../../../src/domain/account/index.ts';
import { fromIso, type AccountId, type TimeSource } from '../../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../../call/ports.ts';
import { followTable, type Database } from '../../../store/index.ts';
import { AccountTree, type AccountTreeRow } from './accountTree.ts';
import { AllocationIndex, type AllocationSpanRow } from './allocationIndex.ts';
import { UnitIndex, type UnitRow } from './unitIndex.ts';

export interface Directory extends UnitDirectory {
  /** Reads everything again; needed after bulk changes that recorded no events. */
  reload(): Promise<void>;
  /** Resolves when every event recorded so far is reflected. */
  settled(): Promise<void>;
  close(): void;
}

export interface DirectoryOptions {
  /** Decides which allocations hold. */
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
  /** Pause before reading again what could not be read, in milliseconds. */
  readonly retryPause?: number;
}

/** What events changed: whether the tree of accounts, and which units. */
interface Changed {
  readonly accounts: boolean;
  readonly units: readonly number[];
}

/**
 * Accounts and units in memory, so that a call and a live frame cost no SQL. Loaded once, then kept
 * by the events of this process's transactions: a new unit is known at once from its event, all
 * else is read again.
 */
export async function createDirectory(database: Database, options: DirectoryOptions): Promise<Directory> {
  const copy = new DirectoryCopy(database);
  const table = followTable<Changed>({
    name: 'accounts and units',
    database,
    async readAll() {
      await copy.readAccounts();
      await copy.readUnits(null);
    },
    changeOf: (events) => copy.apply(events),
    async read(changed) {
      if (changed.accounts) await copy.readAccounts();
      if (changed.units.length > 0) await copy.readUnits(changed.units);
    },
    onFailure: (error) =>
      options.logger.warn({ error: String(error) }, 'accounts and units could not be read; trying again'),
    retryPause: options.retryPause,
  });
  await table.current();
  return {
    ...lookups(copy, options.time),
    async reload() {
      void table.reload();
      await table.current();
    },
    settled: () => table.current(),
    close: () => table.close(),
  };
}

/** What the directory answers, of the copy as it is. */
function lookups({ accounts, units, allocations }: DirectoryCopy, time: TimeSource): UnitDirectory {
  /** Units of the accounts, and of those ever allocated to them the ones that pass, each once. */
  const seenBy = (scope: readonly AccountId[], passes: (unitId: number, accountId: number) => boolean): number[] => {
    const own = units.idsOf(scope);
    const accountIds = new Set<number>(scope);
    const allocated = new Set<number>();
    for (const account of scope) {
      for (const unitId of allocations.unitsOf(account))
        if (!accountIds.has(units.accountOf(unitId)) && passes(unitId, account)) allocated.add(unitId);
    }
    for (const unitId of allocated) own.push(unitId);
    return own;
  };
  return {
    scopeOf: (account) => accounts.scopeOf(account),
    account: (account) => accounts.get(account),
    ancestorsOf: (account) => accounts.ancestorsOf(account),
    childrenOf: (account) => accounts.childrenOf(account),
    statusOf: (account) => accounts.statusOf(account),
    accountOf: (unitId) => units.accountOf(unitId),
    nameOf: (unitId) => units.nameOf(unitId),
    allocationAt: (unitId, instant) => allocations.at(unitId, instant),
    unitIdsOf: (scope) => seenBy(scope, (unitId, account) => allocations.at(unitId, time.now())?.accountId === account),
    everSeenBy: (scope) => seenBy(scope, () => true),
    sightOf: (accountIds, unitId) =>
      accountIds.has(units.accountOf(unitId)) ? null : allocations.spansOf(unitId, accountIds),
    accountsSeeing(unitId) {
      const direct = [units.accountOf(unitId), ...allocations.holdersOf(unitId)] as AccountId[];
      return new Set<number>(direct.flatMap((account) => [account, ...accounts.ancestorsOf(account)]));
    },
  };
}

/** Accounts, units and allocations as they were read, and as events changed them since. */
class DirectoryCopy {
  readonly accounts = new AccountTree();
  readonly units = new UnitIndex();
  readonly allocations = new AllocationIndex();
  readonly #database: Database;
  /** Units with events while a read is under way, which may be older than they are. */
  #fresh = new Set<number>();
  /** Grows with each event about an account: what was read across one may be older than it. */
  #accountEvents = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  async readAccounts(): Promise<void> {
    const before = this.#accountEvents;
    const rows = await this.#database.query<AccountTreeRow>(
      'select id, parent_id, name, type, status, restrict_sub_accounts from account',
    );
    if (before === this.#accountEvents) this.accounts.replace(rows);
  }

  /** Reads some units, or all: those that are not there any more go. */
  async readUnits(some: readonly number[] | null): Promise<void> {
    const fresh = (this.#fresh = new Set<number>());
    const which = (column: string) => (some ? `where ${column} = any($1::int8[])` : '');
    const parameters = some ? [some] : [];
    const rows = await this.#database.query<UnitRow>(
      `select id, account_id, name from unit ${which('id')}`,
      parameters,
    );
    const spans = await this.#database.query<AllocationSpanRow>(
      `select id, unit_id, account_id, start_at, end_at from unit_allocation ${which('unit_id')}`,
      parameters,
    );
    const isOld = (id: number) => !fresh.has(id);
    const ids = [...new Set([...(some ?? this.units.all()), ...rows.map((row) => row.id)])].filter(isOld);
    this.units.replace(
      ids,
      rows.filter((row) => isOld(row.id)),
    );
    this.allocations.replace(
      ids,
      spans.filter((row) => isOld(row.unit_id)),
    );
  }

  /** Takes at once what the events say, so that the next call and the next fix go by it; what is left is read. */
  apply(events: readonly DomainEvent[]): Changed | null {
    const again = new Set<number>();
    for (const event of events) {
      if (isAbout(event, 'account')) this.accounts.set(event.subject_id as AccountId, accountIn(event));
      if (!isAbout(event, 'unit')) continue;
      this.#fresh.add(event.subject_id);
      if (event.kind === 'unitCreated') this.units.set(event.subject_id, event.account_id, event.data.name);
      else again.add(event.subject_id);
      const allocation = allocationIn(event);
      if (allocation) this.allocations.set(event.subject_id, allocation);
    }
    const isTree = events.some((event) => event.subject_type === 'account');
    if (isTree) this.#accountEvents++;
    return isTree || again.size > 0 ? { accounts: isTree, units: [...again] } : null;
  }
}

const TREE_FIELDS = ['parent_id', 'name', 'type', 'status', 'restrict_sub_accounts'] as const;

/** What an event about an account says of its place in the tree; `after` holds the changed fields. */
function accountIn({ data }: DomainEvent<EventKindAbout<'account'>>): Partial<Account> {
  const after: Partial<Account> = 'after' in data ? (data.after as Partial<Account>) : {};
  return Object.fromEntries(TREE_FIELDS.filter((field) => field in after).map((field) => [field, after[field]]));
}

/** The span that an event about an allocation reports. */
function allocationIn(event: DomainEvent) {
  if (event.kind !== 'unitAllocated' && event.kind !== 'unitAllocationEnded') return null;
  const { allocation_id: id, account_id: accountId, start_date: from, end_date: to } = event.data;
  return { id, accountId, from: fromIso(from), to: to === null ? Number.POSITIVE_INFINITY : fromIso(to) };
}
