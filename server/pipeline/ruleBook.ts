import type { PlaceSet, WatchedRule } from '../../src/domain/detection/index.ts';
import { SECOND, toIso, type AccountId, type Instant, type TimeSource } from '../../src/domain/base/index.ts';
import { asksSilence, completeCondition, sensorPlaces, type RuleTest } from '../../src/domain/rule/index.ts';
import { subjectsOf, type DomainEvent } from '../../src/domain/events/index.ts';
import type { UnitDirectory } from '../call/ports.ts';
import { followTable, type Database, type FollowedTable, type Queryable } from '../store/index.ts';
import { applyAgain, asksForPlaces, RuleGeometry } from './rulePlaces.ts';
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
  /** What the places that it was applied with were made of; null: it has none, or was not applied with any yet. */
  readonly placesOf: string | null;
  /** Geometry of its conditions; null: it is to be applied again first, since that is other than it was. */
  readonly places: readonly (PlaceSet | null)[] | null;
  /** It counts for units that report nothing any more as well. */
  readonly isOnSilence: boolean;
}

export interface RuleBookOptions {
  readonly database: Pick<Database, 'onEvents' | 'query' | 'transaction'>;
  readonly directory: Pick<UnitDirectory, 'accountsSeeing' | 'scopeOf' | 'sightOf'>;
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
}

const NONE: readonly WatchedRule[] = [];
const NO_PLACES: readonly (PlaceSet | null)[] = [];
/** After a failure, ms. */
const PAUSE = 5 * SECOND;

/** The rules that are at work, in memory, by account: looked up for every unit that reports. */
export class RuleBook {
  readonly #options: RuleBookOptions;
  readonly #rules = new Map<number, BookedRule>();
  readonly #ofAccount = new Map<number, Set<BookedRule>>();
  readonly #listeners = new Set<() => void>();
  readonly #table: FollowedTable;
  readonly #geometry = new RuleGeometry();
  #wasRead = false;

  constructor(options: RuleBookOptions) {
    this.#options = options;
    const { database, logger } = options;
    this.#table = followTable<readonly number[]>({
      name: 'rules',
      database,
      readAll: () => this.#read(null),
      changeOf: (events) => {
        const ruleIds = [...new Set([...subjectsOf(events, 'rule'), ...this.#placedBy(events)])];
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

  /** When the latest rule on the silence of the unit was made; infinitely long ago: there is none. */
  silenceSince(unitId: number): Instant {
    let latest = Number.NEGATIVE_INFINITY;
    if (this.latestSilence === latest) return latest;
    for (const account of this.#options.directory.accountsSeeing(unitId))
      for (const { from, unitIds, isOnSilence } of this.#ofAccount.get(account) ?? [])
        if (isOnSilence && from > latest && (unitIds === null || unitIds.has(unitId))) latest = from;
    return latest;
  }

  /** When the latest rule on the silence of any unit was made. */
  get latestSilence(): Instant {
    let latest = Number.NEGATIVE_INFINITY;
    for (const { from, isOnSilence } of this.#rules.values()) if (isOnSilence && from > latest) latest = from;
    return latest;
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
      for (const rule of this.#ofAccount.get(account) ?? []) {
        const { ruleId, accountId, test, from, unitIds, subAccounts, places } = rule;
        if (places === null || (unitIds && !unitIds.has(unitId))) continue;
        const sensors = sensorPlaces(test, (sensor) => set.placeOf(sensor));
        if (!sensors) continue;
        const isBelow = unitIds !== null || subAccounts;
        // The same for all rules of the account that reach as far.
        const sight = (isBelow ? (below ??= seen(directory.scopeOf(accountId))) : (own ??= seen([accountId]))).sight;
        if (sight === null || sight.length > 0) watching.push({ ruleId, from, test, sensors, places, sight });
      }
    }
    return watching.length === 0 ? NONE : watching;
  }

  close(): void {
    this.#table.close();
    this.#listeners.clear();
  }

  /** Rules whose geometry the events may have changed: nobody says which geofences come into a group, or go. */
  #placedBy(events: readonly DomainEvent[]): number[] {
    const isChanged = subjectsOf(events, 'geofence').length > 0 || subjectsOf(events, 'label').length > 0;
    if (!isChanged) return [];
    return [...this.#rules.values()].filter(({ test }) => asksForPlaces(test)).map(({ ruleId }) => ruleId);
  }

  /** Reads these rules, or all. */
  async #read(ruleIds: readonly number[] | null): Promise<void> {
    const { database, directory } = this.#options;
    const found = await readRules(database, ruleIds);
    const others = ruleIds === null ? [] : [...this.#rules.values()].filter(({ ruleId }) => !ruleIds.includes(ruleId));
    const placed = found.filter(({ test }) => asksForPlaces(test));
    if (placed.length > 0) await this.#geometry.read(database, [...others, ...placed].map(placedOf));
    const settled = found.map((rule) => {
      if (!asksForPlaces(rule.test)) return { rule, key: null };
      const { sets, key } = this.#geometry.of(placedOf(rule), new Set<number>(directory.scopeOf(rule.accountId)));
      const isOther = rule.placesOf !== null && rule.placesOf !== key;
      return { rule: { ...rule, places: isOther ? null : sets }, key };
    });
    await notePlaces(
      database,
      settled.filter(({ rule, key }) => rule.placesOf === null && key !== null),
    );
    for (const ruleId of ruleIds ?? [...this.#rules.keys()]) this.#remove(ruleId);
    for (const { rule } of settled) this.#add(rule);
    this.#wasRead = true;
    for (const listener of this.#listeners) listener();
    // Events of a reading would wait for it to end.
    for (const { rule, key } of settled) if (rule.places === null && key !== null) void this.#applyAgain(rule, key);
  }

  async #applyAgain({ ruleId, from, placesOf }: BookedRule, key: string): Promise<void> {
    const { database, time, logger } = this.#options;
    try {
      await applyAgain(database, { ruleId, appliedAt: from, placesOf: placesOf ?? '', key }, time.now());
    } catch (error) {
      logger.warn({ error: String(error), ruleId }, 'a rule waits for its places; trying again');
      setTimeout(() => void this.#table.reload(), PAUSE).unref();
    }
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
  places_of: string | null;
}

const placedOf = ({ ruleId, accountId, test: { conditions } }: BookedRule) => ({ ruleId, accountId, conditions });

/** Notes what the places of new rules are made of. */
async function notePlaces(
  database: Queryable,
  rules: readonly { readonly rule: BookedRule; readonly key: string | null }[],
): Promise<void> {
  if (rules.length === 0) return;
  await database.query(
    `update rule r set places_of = w.key from unnest($1::int8[], $2::timestamptz[], $3::text[]) as w (id, applied_at, key)
     where r.id = w.id and r.applied_at = w.applied_at and r.places_of is null`,
    [rules.map(({ rule }) => rule.ruleId), rules.map(({ rule }) => toIso(rule.from)), rules.map(({ key }) => key)],
  );
}

async function readRules(database: Queryable, ruleIds: readonly number[] | null): Promise<BookedRule[]> {
  const rows = await database.query<RuleRow>(
    `select r.id, r.account_id, r.match, r.conditions, r.hold, r.all_units, r.sub_accounts, r.applied_at, r.places_of,
            (select array_agg(unit_id) from rule_unit where rule_id = r.id) as unit_ids
     from rule r where r.status = 'active' and ($1::int8[] is null or r.id = any($1))`,
    [ruleIds],
  );
  return rows.map(({ id, account_id, match, conditions, hold, ...row }) => ({
    ruleId: id,
    accountId: account_id as AccountId,
    from: row.applied_at.getTime(),
    test: { match, conditions: conditions.map(completeCondition), hold },
    unitIds: row.all_units ? null : new Set(row.unit_ids),
    subAccounts: row.sub_accounts,
    placesOf: row.places_of,
    places: NO_PLACES,
    isOnSilence: conditions.some(asksSilence),
  }));
}
