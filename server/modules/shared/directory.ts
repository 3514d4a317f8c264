import type { DomainEvent } from '../../../src/api/contract/index.ts';
import { accountScope, type Account, type AccountStatus, type AccountType } from '../../../src/domain/account/index.ts';
import type { AccountId } from '../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../gateway/ports.ts';
import type { Database } from '../../store/database.types.ts';

export interface Directory extends UnitDirectory {
  /** Reads everything anew; needed after bulk changes that told no events. */
  reload(): Promise<void>;
  /** Resolves when every event told so far is reflected. */
  settled(): Promise<void>;
  close(): void;
}

export interface DirectoryOptions {
  readonly logger: { warn(details: object, message: string): void };
  /** Pause before reading again what could not be read, in milliseconds. */
  readonly retryPause?: number;
}

interface AccountRow {
  id: unknown;
  parent_id: unknown;
  name: string;
  type: AccountType;
  status: AccountStatus;
  restrict_sub_accounts: boolean;
}

interface UnitRow {
  id: unknown;
  account_id: unknown;
  name: string;
}

const RETRY_PAUSE = 1_000;

/**
 * Accounts and units in memory, so that a call and a live frame cost no SQL. Loaded once, then kept
 * by the events of this process's transactions: a new unit is known at once from its event, all
 * else is read again.
 */
export async function createDirectory(database: Database, options: DirectoryOptions): Promise<Directory> {
  const accounts = new AccountTree();
  const units = new UnitIndex();
  /** Units that events brought while a full read is under way, which may not have seen them. */
  let fresh: Set<number> | null = null;
  const queue = createQueue(options);

  const readAccounts = async () => {
    accounts.replace(await database.query<AccountRow>('select id, parent_id, name, type, status, restrict_sub_accounts from account'));
  };
  const readUnits = async (ids: number[]) => {
    const rows = await database.query<UnitRow>('select id, account_id, name from unit where id = any($1::int8[])', [ids]);
    units.replace(ids, rows);
  };
  const readAll = async () => {
    await readAccounts();
    const brought = (fresh = new Set<number>());
    const rows = await database.query<UnitRow>('select id, account_id, name from unit');
    fresh = null;
    units.replace(units.all().filter((id) => !brought.has(id)), rows);
  };
  const apply = (events: DomainEvent[]) => {
    const again = new Set<number>();
    for (const event of events) {
      if (event.subject_type !== 'unit') continue;
      if (event.kind === 'unitCreated') {
        fresh?.add(event.subject_id);
        units.set(event.subject_id, event.account_id, nameIn(event.data));
      } else again.add(event.subject_id);
    }
    if (again.size > 0) queue.add(() => readUnits([...again]));
    if (events.some((event) => event.subject_type === 'account')) queue.add(readAccounts);
  };

  // Listening starts before reading, so that nothing falls between the two.
  const stop = database.onEvents(apply);
  await readAll();
  return {
    scopeOf: (account) => accounts.scopeOf(account),
    account: (account) => accounts.get(account),
    ancestorsOf: (account) => accounts.ancestorsOf(account),
    accountOf: (unitId) => units.accountOf(unitId),
    nameOf: (unitId) => units.nameOf(unitId),
    unitIdsOf: (scope) => units.idsOf(scope),
    reload() {
      queue.add(readAll);
      return queue.settled();
    },
    settled: () => queue.settled(),
    close() {
      queue.close();
      stop();
    },
  };
}

/** Jobs one after another, each again until it succeeds: an index that missed a change stays wrong. */
function createQueue(options: DirectoryOptions) {
  const closing = new AbortController();
  let work: Promise<void> = Promise.resolve();
  const untilDone = async (job: () => Promise<void>) => {
    while (!closing.signal.aborted) {
      try {
        return await job();
      } catch (error) {
        options.logger.warn({ error: String(error) }, 'accounts and units could not be read; trying again');
        await new Promise((resolve) => setTimeout(resolve, options.retryPause ?? RETRY_PAUSE).unref());
      }
    }
  };
  return {
    add(job: () => Promise<void>) {
      work = work.then(() => untilDone(job));
    },
    settled: () => work,
    close: () => closing.abort(),
  };
}

function nameIn(data: Record<string, unknown>): string {
  return typeof data.name === 'string' ? data.name : '';
}

/** Accounts by id with their children; scopes are worked out once and kept until something changes. */
class AccountTree {
  #accounts = new Map<number, Account>();
  #children = new Map<number, AccountId[]>();
  #scopes = new Map<number, readonly AccountId[]>();

  replace(rows: AccountRow[]): void {
    this.#accounts.clear();
    this.#children.clear();
    this.#scopes.clear();
    for (const row of rows) {
      const account = accountOf(row);
      this.#accounts.set(account.account_id, account);
      if (account.parent_id === null) continue;
      const siblings = this.#children.get(account.parent_id);
      if (siblings) siblings.push(account.account_id);
      else this.#children.set(account.parent_id, [account.account_id]);
    }
  }

  get(id: AccountId): Account | undefined {
    return this.#accounts.get(id);
  }

  scopeOf(id: AccountId): readonly AccountId[] {
    const known = this.#scopes.get(id);
    if (known) return known;
    const scope = accountScope(id, (node) => this.#accounts.get(node), (node) => this.#children.get(node) ?? []);
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
    const found = new Set(rows.map((row) => this.set(Number(row.id), Number(row.account_id), row.name)));
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

function accountOf(row: AccountRow): Account {
  return {
    account_id: Number(row.id) as AccountId,
    parent_id: row.parent_id === null ? null : (Number(row.parent_id) as AccountId),
    name: row.name,
    type: row.type,
    status: row.status,
    restrict_sub_accounts: row.restrict_sub_accounts,
  };
}
