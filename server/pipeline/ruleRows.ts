import type { Firing } from '../../src/domain/detection/index.ts';
import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { EventKindAbout } from '../../src/domain/events/index.ts';
import {
  figurePlace,
  figureType,
  leavesOf,
  type NamedRuleTest,
  type RuleNames,
  type RuleTest,
} from '../../src/domain/rule/index.ts';
import type { SensorType } from '../../src/domain/sensor/index.ts';
import { placeOf, type Transaction } from '../store/index.ts';
import type { Fact } from './facts.ts';
import { sinceText } from './reconciling.ts';
import { ruleNamesSql } from './ruleNames.ts';
import type { UnitDetector } from './unitDetector.ts';

/** A unit whose rules are to be stored as they stand. */
export interface FiringsOf {
  readonly unitId: number;
  readonly unitName: string;
  readonly detector: UnitDetector;
}

interface RuleRow extends RuleTest {
  names: RuleNames;
  id: number;
  account_id: number;
  name: string;
  applied_at: Date;
}

interface KeptRow {
  unit_id: number;
  rule_id: number;
  at: Date;
  applied_at: Date;
  account_id: number;
  rule_name: string;
  since: Date;
  end_at: Date | null;
  value: number | null;
  latitude: number | null;
  longitude: number | null;
}

interface Kept extends Firing {
  readonly unitId: number;
  readonly accountId: number;
  readonly ruleName: string;
}

type Found = FiringsOf & { readonly firing: Firing; readonly rule: RuleRow };

/**
 * Puts what the rules of the units found since their bases in the place of what is stored from there on.
 * Answers what is to be reported of each unit, in their order. A rule that asks for something else by now, or for
 * nothing, stores nothing: who changed it has ended what lasted.
 */
export async function writeFirings(transaction: Transaction, units: readonly FiringsOf[]): Promise<Fact[][]> {
  const watching = units.filter(({ detector: { rules } }) => rules.dirty);
  if (watching.length === 0) return units.map(() => []);
  const stored = await readKept(transaction, watching);
  const rules = await lockRules(transaction, [
    ...stored.map(({ ruleId }) => ruleId),
    ...watching.flatMap(({ detector }) => detector.rules.rules.map(({ ruleId }) => ruleId)),
  ]);
  const isCurrent = ({ ruleId, from }: Pick<Firing, 'ruleId' | 'from'>): boolean =>
    rules.get(ruleId)?.applied_at.getTime() === from;
  const kept = new Map(stored.filter(isCurrent).map((row) => [keyOf(row.unitId, row), row]));
  const found = watching.flatMap((unit) =>
    unit.detector.rules.found.flatMap((firing): Found[] => {
      const rule = rules.get(firing.ruleId);
      return rule && isCurrent(firing) ? [{ ...unit, firing, rule }] : [];
    }),
  );
  const there = new Set(found.map(({ unitId, firing }) => keyOf(unitId, firing)));
  const missing = [...kept].filter(([key]) => !there.has(key)).map(([, row]) => row);
  const detectors = new Map(watching.map(({ unitId, detector }) => [unitId, detector]));
  const retired = missing.filter((row) => isGoneThrough(row, detectors.get(row.unitId)));
  await removeFirings(transaction, retired);
  const ended = missing
    .filter((row) => row.end === null && !retired.includes(row))
    .map((row) => ({ ...row, end: endOf(row, detectors.get(row.unitId)) }));
  await endFirings(transaction, ended);
  const changed = found.filter(({ unitId, firing }) => !isSame(kept.get(keyOf(unitId, firing)), firing));
  await putFirings(transaction, changed);
  return units.map(({ unitId }) => [
    ...changed
      .filter((each) => each.unitId === unitId)
      .flatMap((each) => factsOf(each, kept.get(keyOf(unitId, each.firing)))),
    ...retired.filter((row) => row.unitId === unitId).map((row) => keptFact('occurrenceRemoved', row)),
    ...ended.filter((row) => row.unitId === unitId).map((row) => keptFact('occurrenceChanged', row)),
  ]);
}

const keyOf = (unitId: number, { ruleId, at }: Pick<Firing, 'ruleId' | 'at'>): string => `${unitId} ${ruleId} ${at}`;

/** The rule looked at the reports of then once more, and found something else. */
function isGoneThrough({ ruleId, at }: Kept, detector: UnitDetector | undefined): boolean {
  return detector !== undefined && at > detector.since && detector.rules.rules.some((rule) => rule.ruleId === ruleId);
}

/**
 * When what lasted ended: nobody watches it any more (the sensor is gone, or out of sight), or it was taken up without
 * a state.
 */
function endOf({ ruleId, at }: Kept, detector: UnitDetector | undefined): Instant {
  if (!detector) return at;
  return Math.max(at, detector.rules.rules.some((rule) => rule.ruleId === ruleId) ? detector.since : detector.seen);
}

const isSame = (kept: Firing | undefined, firing: Firing): boolean =>
  kept !== undefined && kept.end === firing.end && kept.since === firing.since && kept.value === firing.value;

/** The rules as they stand; whoever changes one waits until what it found is stored. */
async function lockRules(transaction: Transaction, ruleIds: readonly number[]): Promise<Map<number, RuleRow>> {
  const rows = await transaction.query<RuleRow>(
    `select id, account_id, name, applied_at, match, conditions, hold, ${ruleNamesSql('rule')} as names
     from rule where id = any($1::int8[]) and status = 'active' order by id for share`,
    [[...new Set(ruleIds)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readKept(transaction: Transaction, units: readonly FiringsOf[]): Promise<Kept[]> {
  const rows = await transaction.query<KeptRow>(
    `select o.unit_id, o.rule_id, o.at, o.applied_at, o.account_id, o.rule_name, o.since, o.end_at, o.value, o.latitude, o.longitude
     from unnest($1::int8[], $2::timestamptz[]) as w (unit_id, since)
     join rule_occurrence o on o.unit_id = w.unit_id and o.fact is null and (o.at > w.since or o.end_at is null or o.end_at > w.since)`,
    [units.map(({ unitId }) => unitId), units.map(({ detector }) => sinceText(detector.since))],
  );
  return rows.map((row) => ({
    unitId: row.unit_id,
    ruleId: row.rule_id,
    from: row.applied_at.getTime(),
    since: row.since.getTime(),
    at: row.at.getTime(),
    end: row.end_at?.getTime() ?? null,
    value: row.value,
    place: placeOf(row),
    accountId: row.account_id,
    ruleName: row.rule_name,
  }));
}

async function removeFirings(transaction: Transaction, rows: readonly Kept[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.query(
    `delete from rule_occurrence o using unnest($1::int8[], $2::int8[], $3::timestamptz[]) as w (unit_id, rule_id, at)
     where o.unit_id = w.unit_id and o.rule_id = w.rule_id and o.at = w.at`,
    [rows.map(({ unitId }) => unitId), rows.map(({ ruleId }) => ruleId), rows.map(({ at }) => toIso(at))],
  );
}

async function endFirings(
  transaction: Transaction,
  rows: readonly (Kept & { readonly end: Instant })[],
): Promise<void> {
  if (rows.length === 0) return;
  await transaction.query(
    `update rule_occurrence o set end_at = w.end_at from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::timestamptz[]) as w (unit_id, rule_id, at, end_at)
     where o.unit_id = w.unit_id and o.rule_id = w.rule_id and o.at = w.at`,
    [
      rows.map(({ unitId }) => unitId),
      rows.map(({ ruleId }) => ruleId),
      rows.map(({ at }) => toIso(at)),
      rows.map(({ end }) => toIso(end)),
    ],
  );
}

async function putFirings(transaction: Transaction, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  await transaction.query(
    `insert into rule_occurrence (unit_id, rule_id, at, applied_at, account_id, rule_name, unit_name, test, sensor_type, since, end_at, value, latitude, longitude)
     select * from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::timestamptz[], $5::int8[], $6::text[], $7::text[], $8::jsonb[], $9::text[], $10::timestamptz[], $11::timestamptz[], $12::float8[], $13::float8[], $14::float8[])
     on conflict (unit_id, rule_id, at) do update set since = excluded.since, end_at = excluded.end_at, value = excluded.value, latitude = excluded.latitude, longitude = excluded.longitude`,
    [
      found.map(({ unitId }) => unitId),
      found.map(({ firing }) => firing.ruleId),
      found.map(({ firing }) => toIso(firing.at)),
      found.map(({ firing }) => toIso(firing.from)),
      found.map(({ rule }) => rule.account_id),
      found.map(({ rule }) => rule.name),
      found.map(({ unitName }) => unitName),
      found.map(({ rule }) => testText(rule)),
      found.map(typeOf),
      found.map(({ firing }) => toIso(firing.since)),
      found.map(({ firing }) => (firing.end === null ? null : toIso(firing.end))),
      found.map(({ firing }) => firing.value),
      found.map(({ firing }) => firing.place?.latitude ?? null),
      found.map(({ firing }) => firing.place?.longitude ?? null),
    ],
  );
}

/** What gives the recorded value its measure. */
function typeOf({ detector: { setup, rules }, firing, rule }: Found): SensorType {
  const place = figurePlace(rule);
  if (place < 0) return 'custom';
  const type = figureType(leavesOf(rule.conditions)[place]);
  if (type !== null) return type;
  const watched = rules.rules.find(({ ruleId }) => ruleId === firing.ruleId);
  return setup.set.sensors[watched?.sensors[place] ?? -1]?.type ?? 'custom';
}

const testText = ({ match, conditions, hold, names }: RuleRow): string =>
  JSON.stringify({ match, conditions, hold, names } satisfies NamedRuleTest);

type OccurrenceKind = Exclude<EventKindAbout<'occurrence'>, 'occurrencesChanged'>;

function factsOf({ firing, rule }: Found, kept: Kept | undefined): Fact[] {
  const fact = (kind: OccurrenceKind, at: Instant, more: { readonly late?: true } = {}): Fact => ({
    kind,
    id: firing.ruleId,
    at,
    account: rule.account_id,
    data: { rule: rule.name, value: firing.value, ...more },
  });
  if (kept && kept.end === null && firing.end !== null) return [fact('ruleCleared', firing.end)];
  // It was reported once: nobody is notified of it as news.
  if (kept) return [fact('occurrenceChanged', firing.at, { late: true })];
  const fired = fact('ruleFired', firing.at);
  return firing.end === null ? [fired] : [fired, fact('ruleCleared', firing.end)];
}

/** Lists read it again; it is no news. */
function keptFact(kind: OccurrenceKind, { ruleId, at, accountId, ruleName, value }: Kept): Fact {
  return { kind, id: ruleId, at, account: accountId, data: { rule: ruleName, value, late: true } };
}
