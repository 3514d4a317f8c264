import type { WatchedRule } from '../../src/domain/detection/index.ts';
import type { AccountId, Instant } from '../../src/domain/base/index.ts';
import type { RuleTest } from '../../src/domain/rule/index.ts';
import { subjectsOf, type DomainEvent } from '../../src/domain/events/index.ts';
import type { UnitDirectory } from '../call/ports.ts';
import type { Database, Queryable } from '../store/database.types.ts';
import type { UnitSetup } from './setup.ts';

interface BookedRule {
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
  readonly database: Database;
  readonly directory: Pick<UnitDirectory, 'scopeOf' | 'sightOf'>;
  readonly logger: { warn(details: object, message: string): void };
}

const NONE: readonly WatchedRule[] = [];

/** The rules that are at work, in memory: which of them watch a unit is asked for every unit that reports. */
export class RuleBook {
  readonly #options: RuleBookOptions;
  readonly #rules = new Map<number, BookedRule>();
  readonly #listeners = new Set<() => void>();
  readonly #stop: () => void;
  // One after another: an older answer must not undo a newer one.
  #work: Promise<void> = Promise.resolve();

  constructor(options: RuleBookOptions) {
    this.#options = options;
    // Listening starts before reading, so that nothing falls between the two.
    this.#stop = options.database.onEvents((events) => this.#hear(events));
    void this.#read(null);
  }

  /** Resolves when every rule that was told of so far is in the book. */
  settled(): Promise<void> {
    return this.#work;
  }

  /** Told when rules were added, changed or removed. */
  onChanged(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get isAnyAtWork(): boolean {
    return this.#rules.size > 0;
  }

  /** Rules that watch the unit, where it has the sensor that they ask for. */
  of(unitId: number, { set }: UnitSetup): readonly WatchedRule[] {
    if (this.#rules.size === 0) return NONE;
    const { directory } = this.#options;
    const watching: WatchedRule[] = [];
    for (const [ruleId, { accountId, test, from, unitIds, subAccounts }] of this.#rules) {
      if (unitIds && !unitIds.has(unitId)) continue;
      const sensor = set.placeOf(test.sensor);
      if (sensor < 0) continue;
      const accounts = unitIds || subAccounts ? directory.scopeOf(accountId) : [accountId];
      const sight = directory.sightOf(new Set<number>(accounts), unitId);
      if (sight === null || sight.length > 0) watching.push({ ruleId, from, test, sensor, sight });
    }
    return watching.length === 0 ? NONE : watching;
  }

  close(): void {
    this.#stop();
    this.#listeners.clear();
  }

  #hear(events: readonly DomainEvent[]): Promise<void> | undefined {
    const told = subjectsOf(events, 'rule');
    return told.length === 0 ? undefined : this.#read(told);
  }

  /** Reads these rules, or all, before whoever told of them goes on. */
  #read(ruleIds: readonly number[] | null): Promise<void> {
    const { database, logger } = this.#options;
    const renew = async (): Promise<void> => {
      const found = await readRules(database, ruleIds);
      for (const ruleId of ruleIds ?? []) this.#rules.delete(ruleId);
      for (const [ruleId, rule] of found) this.#rules.set(ruleId, rule);
      for (const listener of this.#listeners) listener();
    };
    this.#work = this.#work
      .then(renew)
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'rules could not be read'));
    return this.#work;
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

async function readRules(database: Queryable, ruleIds: readonly number[] | null): Promise<Map<number, BookedRule>> {
  const rows = await database.query<RuleRow>(
    `select r.id, r.account_id, r.sensor, r.condition, r.minimum, r.maximum, r.hold, r.all_units, r.sub_accounts, r.applied_at,
            (select array_agg(unit_id) from rule_unit where rule_id = r.id) as unit_ids
     from rule r where r.status = 'active' and ($1::int8[] is null or r.id = any($1))`,
    [ruleIds],
  );
  return new Map(
    rows.map(({ id, account_id, sensor, condition, minimum, maximum, hold, ...row }) => [
      id,
      {
        accountId: account_id as AccountId,
        from: row.applied_at.getTime(),
        test: { sensor, condition, minimum, maximum, hold },
        unitIds: row.all_units ? null : new Set(row.unit_ids),
        subAccounts: row.sub_accounts,
      },
    ]),
  );
}
