import { isAbout, type DomainEvent, type EventKindAbout } from '../../../../src/domain/events/index.ts';
import type { Account } from '../../../../src/domain/account/index.ts';
import { fromIso, type AccountId, type TimeSource } from '../../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../../call/ports.ts';
import { followTable, type Database } from '../../../store/index.ts';
import { AccountTree, type AccountTreeRow } from './accountTree.ts';
import { Holdings, type HoldingRow } from './holdings.ts';

export interface Directory extends UnitDirectory {
  /** Reads everything anew; needed after bulk changes that told no events. */
  reload(): Promise<void>;
  /** Resolves when every event told so far is reflected. */
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

interface UnitRow {
  id: number;
  account_id: number;
  name: string;
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
  const accounts = new AccountTree();
  const units = new UnitIndex();
  const holdings = new Holdings();
  /** Units that events told of while a read is under way, which may be older than they are. */
  let fresh = new Set<number>();

  /** Grows with each event about an account: what was read across one may be older than it. */
  let told = 0;
  const readAccounts = async () => {
    const before = told;
    const rows = await database.query<AccountTreeRow>(
      'select id, parent_id, name, type, status, restrict_sub_accounts from account',
    );
    if (before === told) accounts.replace(rows);
  };
  /** Reads some units, or all: those that are not there any more go. */
  const readUnits = async (some: readonly number[] | null) => {
    const brought = (fresh = new Set<number>());
    const which = (column: string) => (some ? `where ${column} = any($1::int8[])` : '');
    const parameters = some ? [some] : [];
    const rows = await database.query<UnitRow>(`select id, account_id, name from unit ${which('id')}`, parameters);
    const spans = await database.query<HoldingRow>(
      `select id, unit_id, account_id, start_at, end_at from unit_allocation ${which('unit_id')}`,
      parameters,
    );
    const isOld = (id: number) => !brought.has(id);
    const ids = [...new Set([...(some ?? units.all()), ...rows.map((row) => row.id)])].filter(isOld);
    units.replace(
      ids,
      rows.filter((row) => isOld(row.id)),
    );
    holdings.replace(
      ids,
      spans.filter((row) => isOld(row.unit_id)),
    );
  };
  /** Takes at once what the events say, so that the next call and the next fix go by it; what is left is read. */
  const apply = (events: readonly DomainEvent[]): Changed | null => {
    const again = new Set<number>();
    for (const event of events) {
      if (isAbout(event, 'account')) accounts.set(event.subject_id as AccountId, accountIn(event));
      if (!isAbout(event, 'unit')) continue;
      fresh.add(event.subject_id);
      if (event.kind === 'unitCreated') units.set(event.subject_id, event.account_id, event.data.name);
      else again.add(event.subject_id);
      const holding = holdingIn(event);
      if (holding) holdings.set(event.subject_id, holding);
    }
    const isTree = events.some((event) => event.subject_type === 'account');
    if (isTree) told++;
    return isTree || again.size > 0 ? { accounts: isTree, units: [...again] } : null;
  };
  /** Units of the accounts, and of those that they ever held the ones that pass, each once. */
  const seenBy = (scope: readonly AccountId[], passes: (unitId: number, accountId: number) => boolean): number[] => {
    const own = units.idsOf(scope);
    const accountIds = new Set<number>(scope);
    const held = new Set<number>();
    for (const account of scope) {
      for (const unitId of holdings.unitsOf(account))
        if (!accountIds.has(units.accountOf(unitId)) && passes(unitId, account)) held.add(unitId);
    }
    for (const unitId of held) own.push(unitId);
    return own;
  };

  const table = followTable<Changed>({
    name: 'accounts and units',
    database,
    async readAll() {
      await readAccounts();
      await readUnits(null);
    },
    changeOf: apply,
    async read(changed) {
      if (changed.accounts) await readAccounts();
      if (changed.units.length > 0) await readUnits(changed.units);
    },
    onFailure: (error) =>
      options.logger.warn({ error: String(error) }, 'accounts and units could not be read; trying again'),
    retryPause: options.retryPause,
  });
  await table.current();
  return {
    scopeOf: (account) => accounts.scopeOf(account),
    account: (account) => accounts.get(account),
    ancestorsOf: (account) => accounts.ancestorsOf(account),
    childrenOf: (account) => accounts.childrenOf(account),
    statusOf: (account) => accounts.statusOf(account),
    accountOf: (unitId) => units.accountOf(unitId),
    nameOf: (unitId) => units.nameOf(unitId),
    holdingAt: (unitId, instant) => holdings.at(unitId, instant),
    unitIdsOf: (scope) =>
      seenBy(scope, (unitId, account) => holdings.at(unitId, options.time.now())?.accountId === account),
    everSeenBy: (scope) => seenBy(scope, () => true),
    sightOf: (accountIds, unitId) =>
      accountIds.has(units.accountOf(unitId)) ? null : holdings.spansOf(unitId, accountIds),
    accountsSeeing(unitId) {
      const direct = [units.accountOf(unitId), ...holdings.holdersOf(unitId)] as AccountId[];
      return new Set<number>(direct.flatMap((account) => [account, ...accounts.ancestorsOf(account)]));
    },
    async reload() {
      void table.reload();
      await table.current();
    },
    settled: () => table.current(),
    close: () => table.close(),
  };
}

const TREE_FIELDS = ['parent_id', 'name', 'type', 'status', 'restrict_sub_accounts'] as const;

/** What an event about an account says of its place in the tree; `after` holds the changed fields. */
function accountIn({ data }: DomainEvent<EventKindAbout<'account'>>): Partial<Account> {
  const after: Partial<Account> = 'after' in data ? (data.after as Partial<Account>) : {};
  return Object.fromEntries(TREE_FIELDS.filter((field) => field in after).map((field) => [field, after[field]]));
}

/** The span that an event about an allocation tells of. */
function holdingIn(event: DomainEvent) {
  if (event.kind !== 'unitAllocated' && event.kind !== 'unitAllocationEnded') return null;
  const { allocation_id: id, account_id: accountId, start_date: from, end_date: to } = event.data;
  return { id, accountId, from: fromIso(from), to: to === null ? Number.POSITIVE_INFINITY : fromIso(to) };
}

/** Units by id and by account. */
class UnitIndex {
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
