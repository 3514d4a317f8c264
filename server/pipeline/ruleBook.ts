import type { WatchedRule } from '../../src/domain/detection/index.ts';
import type { AccountId, Instant } from '../../src/domain/base/index.ts';
import { sensorPlaces, type RuleTest } from '../../src/domain/rule/index.ts';
import { subjectsOf } from '../../src/domain/events/index.ts';
import type { UnitDirectory } from '../call/ports.ts';
import { followTable, type Database, type FollowedTable, type Queryable } from '../store/index.ts';
import type { UnitSetup } from './setup.ts';

interface BookedRule {
  readonly ruleId: number;
  readonly accountId: AccountId;
  readonly test: RuleTest;
  /** Since when it asks for this. */
  readonly from: Instant;
  /** Null: every unit that the account sees. */
  readonly unitIds: ReadonlySet<number> | null;
  /** Of all units: those of sub-accounts too. */
  readonly subAccounts: boolean;
}

export interface RuleBookOptions {
  readonly database: Pick<Database, 'onEvents' | 'query'>;
  readonly directory: Pick<UnitDirectory, 'accountsSeeing' | 'scopeOf' | 'sightOf'>;
  readonly logger: { warn(details: object, message: string): void };
}

const NONE: readonly WatchedRule[] = [];

/** The rules that are at work, in memory, by account: looked up for every unit that reports. */
export class RuleBook {
  readonly #options: RuleBookOptions;
  readonly #rules = new Map<number, BookedRule>();
  readonly #ofAccount = new Map<number, Set<BookedRule>>();
  readonly #listeners = new Set<() => void>();
  readonly #table: FollowedTable;
  #wasRead = false;

  constructor(options: RuleBookOptions) {
    this.#options = options;
    const { database, logger } = options;
    this.#table = followTable<readonly number[]>({
      name: 'rules',
      database,
      readAll: () => this.#read(null),
      changeOf(events) {
        const ruleIds = subjectsOf(events, 'rule');
        return ruleIds.length === 0 ? null : ruleIds;
      },
      read: (ruleIds) => this.#read(ruleIds),
      onFailure: (error) => logger.warn({ error: String(error) }, 'rules could not be read; trying again'),
    });
  }

  /**
   * Resolves when every change so far is in the book, or could not be read. Until it was read once, it
   * waits: an empty book would end what the rules found. Rejects with DatabaseUnavailable when it is closed first.
   */
  settled(): Promise<void> {
    return this.#wasRead ? this.#table.settled() : this.#table.current();
  }

  /** Notified when rules were added, changed or removed. */
  onChanged(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get isAnyAtWork(): boolean {
    return this.#rules.size > 0;
  }

  /** Rules that watch the unit, where it has the sensors without which they never hold. */
  of(unitId: number, { set }: UnitSetup): readonly WatchedRule[] {
    if (this.#rules.size === 0) return NONE;
    const { directory } = this.#options;
    const watching: WatchedRule[] = [];
    const seen = (accounts: readonly number[]) => ({ sight: directory.sightOf(new Set(accounts), unitId) });
    for (const account of directory.accountsSeeing(unitId)) {
      let own: ReturnType<typeof seen> | undefined;
      let below: ReturnType<typeof seen> | undefined;
      for (const { ruleId, accountId, test, from, unitIds, subAccounts } of this.#ofAccount.get(account) ?? []) {
        if (unitIds && !unitIds.has(unitId)) continue;
        const sensors = sensorPlaces(test, (sensor) => set.placeOf(sensor));
        if (!sensors) continue;
        const isBelow = unitIds !== null || subAccounts;
        // The same for all rules of the account that reach as far.
        const sight = (isBelow ? (below ??= seen(directory.scopeOf(accountId))) : (own ??= seen([accountId]))).sight;
        if (sight === null || sight.length > 0) watching.push({ ruleId, from, test, sensors, sight });
      }
    }
    return watching.length === 0 ? NONE : watching;
  }

  close(): void {
    this.#table.close();
    this.#listeners.clear();
  }

  /** Reads these rules, or all. */
  async #read(ruleIds: readonly number[] | null): Promise<void> {
    const found = await readRules(this.#options.database, ruleIds);
    for (const ruleId of ruleIds ?? [...this.#rules.keys()]) this.#remove(ruleId);
    for (const rule of found) this.#add(rule);
    this.#wasRead = true;
    for (const listener of this.#listeners) listener();
  }

  #add(rule: BookedRule): void {
    this.#rules.set(rule.ruleId, rule);
    const own = this.#ofAccount.get(rule.accountId) ?? new Set();
    this.#ofAccount.set(rule.accountId, own.add(rule));
  }

  #remove(ruleId: number): void {
    const rule = this.#rules.get(ruleId);
    if (!rule) return;
    this.#rules.delete(ruleId);
    const own = this.#ofAccount.get(rule.accountId);
    own?.delete(rule);
    if (own?.size === 0) this.#ofAccount.delete(rule.accountId);
  }
}

interface RuleRow extends RuleTest {
  id: number;
  account_id: number;
  all_units: boolean;
  sub_accounts: boolean;
  applied_at: Date;
  unit_ids: number[] | null;
}

async function readRules(database: Queryable, ruleIds: readonly number[] | null): Promise<BookedRule[]> {
  const rows = await database.query<RuleRow>(
    `select r.id, r.account_id, r.match, r.conditions, r.hold, r.all_units, r.sub_accounts, r.applied_at,
            (select array_agg(unit_id) from rule_unit where rule_id = r.id) as unit_ids
     from rule r where r.status = 'active' and ($1::int8[] is null or r.id = any($1))`,
    [ruleIds],
  );
  return rows.map(({ id, account_id, match, conditions, hold, ...row }) => ({
    ruleId: id,
    accountId: account_id as AccountId,
    from: row.applied_at.getTime(),
    test: { match, conditions, hold },
    unitIds: row.all_units ? null : new Set(row.unit_ids),
    subAccounts: row.sub_accounts,
  }));
}
