import { isDeepStrictEqual } from 'node:util';
import type { AllocationSpan } from '../../src/domain/allocation/index.ts';
import { WatchLimits, type DriverLookup, type PlaceSet, type WatchedRule } from '../../src/domain/detection/index.ts';
import { DEFAULT_SETTINGS } from '../../src/domain/account/index.ts';
import { SECOND, toIso, type AccountId, type Instant, type TimeSource } from '../../src/domain/base/index.ts';
import {
  asksForRoads,
  asksSilence,
  completeParts,
  leavesOf,
  sensorPlaces,
  type RuleCondition,
  type RuleLimits,
  type RuleTest,
} from '../../src/domain/rule/index.ts';
import type { UnitRoads } from '../../src/domain/road/index.ts';
import { subjectsOf, type DomainEvent } from '../../src/domain/events/index.ts';
import type { UnitDirectory } from '../call/ports.ts';
import { followTable, type Database, type FollowedTable, type Queryable } from '../store/index.ts';
import { DriverBook, type DriverBookOptions } from './ruleDrivers.ts';
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
  /** Units of its groups, and since when they are in them. */
  readonly members: ReadonlyMap<number, Instant>;
  readonly hasGroups: boolean;
  /** Of all units: those of sub-accounts too. */
  readonly subAccounts: boolean;
  /** What the places that it was applied with were made of; null: it has none, or was not applied with any yet. */
  readonly placesOf: string | null;
  /** Geometry of its conditions; null: it is to be applied again first, since that is other than it was. */
  readonly places: readonly (PlaceSet | null)[] | null;
  /** It counts for units that report nothing any more as well. */
  readonly isOnSilence: boolean;
  /** All of it as one text: the same says the same. */
  readonly seal: string;
  /** What holds it back, by the time zone of the unit's account. */
  readonly limitsIn: (timeZone: string) => WatchLimits | null;
}

export interface RuleBookOptions {
  readonly database: Pick<Database, 'onEvents' | 'query' | 'transaction'>;
  readonly directory: Pick<UnitDirectory, 'accountsSeeing' | 'scopeOf' | 'sightOf'> & DriverBookOptions['directory'];
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
  /** Roads of the street maps; left out: there are none. */
  readonly roads?: { forUnit(): UnitRoads };
}

const NONE: readonly WatchedRule[] = [];
const NO_MEMBERS: ReadonlyMap<number, Instant> = new Map();
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
  /** Read once a rule asks for drivers. */
  #drivers: DriverBook | null = null;
  /** Around units, once a rule asks for them. */
  readonly #roads = new Map<number, UnitRoads>();
  /** Time zones of accounts; one that is not among them has the usual one. */
  #zones: ReadonlyMap<number, string> = new Map();
  #wasRead = false;

  constructor(options: RuleBookOptions) {
    this.#options = options;
    const { database, logger } = options;
    this.#table = followTable<readonly number[]>({
      name: 'rules',
      database,
      readAll: () => this.#read(null),
      changeOf: (events) => {
        const ruleIds = [...new Set([...subjectsOf(events, 'rule'), ...this.#concernedBy(events)])];
        // An account may have another time zone.
        return ruleIds.length === 0 && subjectsOf(events, 'account').length === 0 ? null : ruleIds;
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
      for (const { from, unitIds, members, isOnSilence } of this.#ofAccount.get(account) ?? [])
        if (isOnSilence && from > latest && (unitIds === null || unitIds.has(unitId) || members.has(unitId)))
          latest = from;
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
    const timeZone = this.#zones.get(directory.accountOf(unitId)) ?? DEFAULT_SETTINGS.timezone;
    const seen = (accounts: readonly number[]) => ({ sight: directory.sightOf(new Set(accounts), unitId) });
    let drivers: DriverLookup | undefined;
    for (const account of directory.accountsSeeing(unitId)) {
      let own: ReturnType<typeof seen> | undefined;
      let below: ReturnType<typeof seen> | undefined;
      for (const rule of this.#ofAccount.get(account) ?? []) {
        const { ruleId, accountId, test, from, unitIds, members, subAccounts, places, limitsIn } = rule;
        const isNamed = unitIds === null || unitIds.has(unitId);
        const since = isNamed ? undefined : members.get(unitId);
        if (places === null || asksForFacts(test) || (!isNamed && since === undefined)) continue;
        const sensors = sensorPlaces(test, (sensor) => set.placeOf(sensor));
        if (!sensors) continue;
        const isBelow = unitIds !== null || subAccounts;
        // The same for all rules of the account that reach as far.
        const whole = (isBelow ? (below ??= seen(directory.scopeOf(accountId))) : (own ??= seen([accountId]))).sight;
        const sight = since === undefined || since <= from ? whole : sightSince(whole, since);
        if (sight !== null && sight.length === 0) continue;
        watching.push({
          ruleId,
          from,
          test,
          sensors,
          places,
          sight,
          limits: limitsIn(timeZone),
          ...(this.#drivers && asksForDrivers(test) && { drivers: (drivers ??= this.#drivers.of(unitId)) }),
          ...this.#roadsOf(unitId, test),
        });
      }
    }
    return watching.length === 0 ? NONE : watching;
  }

  #roadsOf(unitId: number, { conditions }: RuleTest): Pick<WatchedRule, 'roads'> {
    if (!this.#options.roads || !leavesOf(conditions).some(asksForRoads)) return {};
    const roads = this.#roads.get(unitId) ?? this.#options.roads.forUnit();
    this.#roads.set(unitId, roads);
    return { roads };
  }

  close(): void {
    this.#table.close();
    this.#drivers?.close();
    this.#listeners.clear();
  }

  /** Rules whose geofences or units the events may have changed: nobody says what comes into a group, or goes. */
  #concernedBy(events: readonly DomainEvent[]): number[] {
    const isLabel = subjectsOf(events, 'label').length > 0;
    const isPlace = isLabel || subjectsOf(events, 'geofence').length > 0;
    const isUnit = isLabel || subjectsOf(events, 'unit').length > 0;
    if (!isPlace && !isUnit) return [];
    return [...this.#rules.values()]
      .filter(({ test, hasGroups }) => (isPlace && asksForPlaces(test)) || (isUnit && hasGroups))
      .map(({ ruleId }) => ruleId);
  }

  /** Reads these rules, or all. */
  async #read(ruleIds: readonly number[] | null): Promise<void> {
    const { database, directory } = this.#options;
    const found = await withMembers(database, await readRules(database, ruleIds), this.#options.time.now());
    const others = ruleIds === null ? [] : [...this.#rules.values()].filter(({ ruleId }) => !ruleIds.includes(ruleId));
    if (found.some(({ test }) => asksForDrivers(test))) {
      this.#drivers ??= new DriverBook(this.#options);
      await this.#drivers.settled();
    }
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
    const before = (ruleIds ?? [...this.#rules.keys()]).flatMap((ruleId) => this.#rules.get(ruleId) ?? []);
    const after = settled.map(({ rule, key }) => ({ ...rule, seal: sealOf(rule, key) }));
    const isOtherZone = await this.#readZones();
    const isOther =
      !this.#wasRead ||
      isOtherZone ||
      !isDeepStrictEqual(before.map(({ seal }) => seal).toSorted(), after.map(({ seal }) => seal).toSorted());
    for (const { ruleId } of before) this.#remove(ruleId);
    for (const rule of after) this.#add(rule);
    this.#wasRead = true;
    if (isOther) for (const listener of this.#listeners) listener();
    // Events of a reading would wait for it to end.
    for (const { rule, key } of settled) if (rule.places === null && key !== null) void this.#applyAgain(rule, key);
  }

  /** True where an account has another time zone than before. */
  async #readZones(): Promise<boolean> {
    const { database } = this.#options;
    const rows = await database.query<{ id: number; zone: string }>(
      "select id, settings ->> 'timezone' as zone from account where settings ->> 'timezone' <> $1 order by id",
      [DEFAULT_SETTINGS.timezone],
    );
    const before = this.#zones;
    this.#zones = new Map(rows.map(({ id, zone }) => [id, zone]));
    return !isDeepStrictEqual(before, this.#zones);
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

interface RuleRow extends RuleTest, RuleLimits {
  id: number;
  account_id: number;
  all_units: boolean;
  sub_accounts: boolean;
  applied_at: Date;
  unit_ids: number[] | null;
  unit_group_ids: number[];
  places_of: string | null;
}

/** Those are recorded with the facts. */
const asksForFacts = (test: RuleTest): boolean => asksFor(test, 'fact');
const asksForDrivers = (test: RuleTest): boolean => asksFor(test, 'driver') || asksFor(test, 'driving');
const asksFor = ({ conditions }: RuleTest, asked: RuleCondition['kind']): boolean =>
  leavesOf(conditions).some(({ kind }) => kind === asked);

const sealOf = (
  { ruleId, from, test, unitIds, members, subAccounts, places }: BookedRule,
  key: string | null,
): string =>
  JSON.stringify([ruleId, from, test, unitIds && [...unitIds], [...members], subAccounts, key, places === null]);

/** The same spans, without what was before the instant. */
const sightSince = (sight: readonly AllocationSpan[] | null, since: Instant): readonly AllocationSpan[] =>
  (sight ?? [{ from: since, to: Number.POSITIVE_INFINITY }])
    .map(({ from, to }) => ({ from: Math.max(from, since), to }))
    .filter(({ from, to }) => from < to);

/** The rules with the units of their groups; who is new in one is so from now on. */
async function withMembers(
  database: Queryable,
  rules: readonly BookedRule[],
  now: Instant,
): Promise<readonly BookedRule[]> {
  const grouped = rules.filter(({ hasGroups }) => hasGroups).map(({ ruleId }) => ruleId);
  if (grouped.length === 0) return rules;
  const rows = await database.query<{ rule_id: number; unit_id: number; since: Date }>(
    `with member as (
       select distinct r.id as rule_id, u.id as unit_id from rule r cross join jsonb_array_elements(r.unit_group_ids) g
       join label l on l.id = (g #>> '{}')::int8 and l.kind = 'units'
       join unit u on u.account_id = l.account_id and u.labels @> jsonb_build_array(l.name)
       where r.id = any($1::int8[])
     ), gone as (
       delete from rule_member m where m.rule_id = any($1::int8[])
         and not exists (select from member n where n.rule_id = m.rule_id and n.unit_id = m.unit_id)
     ), added as (
       insert into rule_member (rule_id, unit_id, since) select rule_id, unit_id, $2 from member on conflict do nothing returning *
     )
     select m.* from rule_member m join member n using (rule_id, unit_id) union all select * from added order by rule_id, unit_id`,
    [grouped, toIso(now)],
  );
  const members = Map.groupBy(rows, ({ rule_id }) => rule_id);
  return rules.map((rule) => ({
    ...rule,
    members: new Map((members.get(rule.ruleId) ?? []).map(({ unit_id, since }) => [unit_id, since.getTime()])),
  }));
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

/** Made once for each time zone: units share what calendars say. */
function sharedLimits(limits: RuleLimits): BookedRule['limitsIn'] {
  const made = new Map<string, WatchLimits | null>();
  return (timeZone) => {
    const known = made.get(timeZone);
    if (known !== undefined) return known;
    const fresh = WatchLimits.of(limits, timeZone);
    made.set(timeZone, fresh);
    return fresh;
  };
}

async function readRules(database: Queryable, ruleIds: readonly number[] | null): Promise<BookedRule[]> {
  const rows = await database.query<RuleRow>(
    `select r.id, r.account_id, r.match, r.conditions, r.hold, r.all_units, r.sub_accounts, r.applied_at, r.places_of, r.unit_group_ids,
            r.during, r.hours, r.valid_from, r.valid_until, r.repeat_after, r.most_a_day,
            (select array_agg(unit_id) from rule_unit where rule_id = r.id) as unit_ids
     from rule r where r.status = 'active' and ($1::int8[] is null or r.id = any($1))`,
    [ruleIds],
  );
  return rows.map(({ id, account_id, match, conditions, hold, ...row }) => ({
    ruleId: id,
    accountId: account_id as AccountId,
    from: row.applied_at.getTime(),
    test: { match, conditions: completeParts(conditions), hold },
    unitIds: row.all_units ? null : new Set(row.unit_ids),
    members: NO_MEMBERS,
    hasGroups: !row.all_units && row.unit_group_ids.length > 0,
    seal: '',
    subAccounts: row.sub_accounts,
    placesOf: row.places_of,
    places: NO_PLACES,
    isOnSilence: leavesOf(conditions).some(asksSilence),
    limitsIn: sharedLimits(row),
  }));
}
