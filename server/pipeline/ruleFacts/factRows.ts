import type { FactName, RuleFact } from '../../../src/domain/detection/index.ts';
import { coversInstant } from '../../../src/domain/allocation/index.ts';
import { toIso, type AccountId, type Instant } from '../../../src/domain/base/index.ts';
import {
  completeParts,
  leavesOf,
  meetsFact,
  type NamedRuleTest,
  type RuleLimits,
  type RuleNames,
  type RulePart,
} from '../../../src/domain/rule/index.ts';
import type { SensorType } from '../../../src/domain/sensor/index.ts';
import type { Place } from '../../../src/domain/unitEvent/index.ts';
import type { Transaction } from '../../store/index.ts';
import { raiseAlarms } from '../alarms/index.ts';
import { eventsOf, type DetectionLedger, type Fact, type UnitFacts } from '../facts.ts';
import { withinLimits } from './factLimits.ts';
import { ruleNamesSql } from '../ruleNames.ts';

/** A fact as it is now. */
export interface FoundFact extends RuleFact {
  readonly fact: FactName;
  readonly at: Instant;
  readonly place: Place | null;
  /** What is recorded with it, and what gives that its measure. */
  readonly value: number | null;
  readonly sensorType: SensorType;
  /** Whose the thing is that it is about, where that is not the unit: rules of other accounts do not see it. */
  readonly ownerId?: AccountId;
}

/** What became of a fact about a unit. */
export interface FactChange {
  readonly unitId: number;
  /** Of the fact: the same when it is put right. */
  readonly key: string;
  /** Null: it is gone. */
  readonly found: FoundFact | null;
  /** It is stored and nobody is notified. */
  readonly quiet?: boolean;
}

interface RuleRow extends RuleLimits {
  [column: string]: unknown;
  id: number;
  account_id: AccountId;
  name: string;
  applied_at: Date;
  match: NamedRuleTest['match'];
  conditions: RulePart[];
  hold: number;
  all_units: boolean;
  sub_accounts: boolean;
  names: RuleNames;
  unit_ids: number[];
  member_ids: number[];
  member_since: Date[];
}

interface KeptRow {
  [column: string]: unknown;
  unit_id: number;
  rule_id: number;
  at: Date;
  fact: string;
  account_id: AccountId;
  rule_name: string;
  value: number | null;
}

interface Wanted {
  readonly change: FactChange;
  readonly found: FoundFact;
  readonly rule: RuleRow;
}

/**
 * Stores what rules make of facts, in the transaction that stores the facts, and reports it: an occurrence has the key
 * of its fact, so that it comes once, and goes with it. Facts of before a rule was made are not its business.
 */
export async function recordFactFirings(
  transaction: Transaction,
  ledger: DetectionLedger,
  changes: readonly FactChange[],
  now: Instant,
): Promise<void> {
  const last = [...new Map(changes.map((change) => [keyOf(change.unitId, change.key), change])).values()];
  if (last.length === 0) return;
  const rules = last.some(({ found }) => found !== null) ? await lockRules(transaction, ledger, last) : [];
  const kept = await readKept(transaction, last);
  if (rules.length === 0 && kept.length === 0) return;
  const groups = await groupsOf(transaction, rules, last);
  const wanted = last.flatMap((change) => {
    const { found } = change;
    if (found === null) return [];
    const whole = { ...found, zoneGroupIds: groups.get(found.zoneId ?? 0) ?? [] };
    return rules
      .filter(
        (rule) =>
          watches(ledger, rule, change.unitId, found.at) &&
          (found.ownerId === undefined || ledger.scopeOf(rule.account_id).includes(found.ownerId)) &&
          (found.otherUnitId === undefined || sees(ledger, rule, found.otherUnitId, found.at)) &&
          leavesOf(rule.conditions).some((each) => meetsFact(each, whole)),
      )
      .map((rule): Wanted => ({ change, found, rule }));
  });
  const gone = kept.filter((row) => isGone(row, last, rules, wanted));
  await remove(transaction, gone);
  const known = new Set(
    kept.filter((row) => !gone.includes(row)).map((row) => occurrenceOf(row.unit_id, row.rule_id, row.fact)),
  );
  const unknown = wanted.filter(({ change, rule }) => !known.has(occurrenceOf(change.unitId, rule.id, change.key)));
  const allowed = await withinLimits(transaction, ledger, unknown, ({ change, found, rule }) => ({
    unitId: change.unitId,
    ruleId: rule.id,
    at: found.at,
    limits: rule,
  }));
  const fresh = await put(transaction, ledger, allowed);
  await report(transaction, ledger, last, fresh, gone, now);
}

const keyOf = (unitId: number, key: string): string => `${unitId} ${key}`;
const occurrenceOf = (unitId: number, ruleId: number, key: string): string => `${unitId} ${ruleId} ${key}`;

/**
 * The fact is gone, or is another one by now; what a rule that was changed or deleted since made of it stays as it was
 * recorded.
 */
function isGone(
  row: KeptRow,
  changes: readonly FactChange[],
  rules: readonly RuleRow[],
  wanted: readonly Wanted[],
): boolean {
  const change = changes.find(({ unitId, key }) => unitId === row.unit_id && key === row.fact);
  if (!change) return false;
  if (change.found === null) return true;
  const rule = rules.find(({ id }) => id === row.rule_id);
  if (!rule || rule.applied_at.getTime() > row.at.getTime()) return change.found.at !== row.at.getTime();
  return !wanted.some((each) => each.change === change && each.rule === rule && each.found.at === row.at.getTime());
}

/** As rules watch units elsewhere (RuleBook), at the instant of the fact. */
function watches(ledger: DetectionLedger, rule: RuleRow, unitId: number, at: Instant): boolean {
  if (at < rule.applied_at.getTime()) return false;
  const member = rule.member_ids.indexOf(unitId);
  const isNamed = rule.all_units || rule.unit_ids.includes(unitId);
  if (!isNamed && (member < 0 || at < rule.member_since[member].getTime())) return false;
  return sees(ledger, rule, unitId, at);
}

/** Whether the accounts whose units the rule watches see this one at the instant. */
function sees(ledger: DetectionLedger, rule: RuleRow, unitId: number, at: Instant): boolean {
  const accounts = rule.all_units && !rule.sub_accounts ? [rule.account_id] : ledger.scopeOf(rule.account_id);
  const sight = ledger.sightOf(new Set<number>(accounts), unitId);
  return sight === null || sight.some((span) => coversInstant(span, at));
}

/** Rules on facts of the accounts that see the units; whoever changes one waits until what it found is stored. */
async function lockRules(
  transaction: Transaction,
  ledger: DetectionLedger,
  changes: readonly FactChange[],
): Promise<RuleRow[]> {
  const unitIds = [...new Set(changes.map(({ unitId }) => unitId))];
  const accounts = [...new Set(unitIds.flatMap((unitId) => [...ledger.accountsSeeing(unitId)]))];
  const rows = await transaction.query<RuleRow>(
    `select rule.*, ${ruleNamesSql('rule')} as names,
            array(select unit_id from rule_unit u where u.rule_id = rule.id and u.unit_id = any($2::int8[])) as unit_ids,
            array(select unit_id from rule_member m where m.rule_id = rule.id and m.unit_id = any($2::int8[]) order by unit_id) as member_ids,
            array(select since from rule_member m where m.rule_id = rule.id and m.unit_id = any($2::int8[]) order by unit_id) as member_since
     from rule where status = 'active' and conditions @? '$.**.kind ? (@ == "fact")' and account_id = any($1::int8[])
     order by id for share`,
    [accounts, unitIds],
  );
  return rows.map((row) => ({ ...row, conditions: completeParts(row.conditions) }));
}

async function readKept(transaction: Transaction, changes: readonly FactChange[]): Promise<KeptRow[]> {
  return transaction.query<KeptRow>(
    `select o.unit_id, o.rule_id, o.at, o.fact, o.account_id, o.rule_name, o.value
     from unnest($1::int8[], $2::text[]) as w (unit_id, fact)
     join rule_occurrence o on o.unit_id = w.unit_id and o.fact = w.fact`,
    [changes.map(({ unitId }) => unitId), changes.map(({ key }) => key)],
  );
}

/** Groups that rules ask for, by the geofences that are in them. */
async function groupsOf(
  transaction: Transaction,
  rules: readonly RuleRow[],
  changes: readonly FactChange[],
): Promise<Map<number, number[]>> {
  const groupIds = rules.flatMap(({ conditions }) => leavesOf(conditions).flatMap((each) => each.zone_group_ids));
  const zoneIds = changes.flatMap(({ found }) => found?.zoneId ?? []);
  if (groupIds.length === 0 || zoneIds.length === 0) return new Map();
  const rows = await transaction.query<{ zone: number; label: number }>(
    `select g.id as zone, l.id as label from geofence g join label l on l.account_id = g.account_id and l.kind = 'geofence'
       and g.labels @> jsonb_build_array(l.name) where g.id = any($1::int8[]) and l.id = any($2::int8[])`,
    [zoneIds, groupIds],
  );
  return new Map(
    [...Map.groupBy(rows, ({ zone }) => zone)].map(([zone, own]) => [zone, own.map(({ label }) => label)]),
  );
}

async function remove(transaction: Transaction, rows: readonly KeptRow[]): Promise<void> {
  if (rows.length === 0) return;
  await transaction.query(
    `delete from rule_occurrence o using unnest($1::int8[], $2::int8[], $3::text[]) as w (unit_id, rule_id, fact)
     where o.unit_id = w.unit_id and o.rule_id = w.rule_id and o.fact = w.fact`,
    [rows.map(({ unit_id }) => unit_id), rows.map(({ rule_id }) => rule_id), rows.map(({ fact }) => fact)],
  );
}

/** Answers those that were stored: of two facts of one instant a rule records the first. */
async function put(
  transaction: Transaction,
  ledger: DetectionLedger,
  wanted: readonly Wanted[],
): Promise<readonly Wanted[]> {
  if (wanted.length === 0) return [];
  const rows = await transaction.query<{ unit_id: number; rule_id: number; fact: string }>(
    `insert into rule_occurrence (unit_id, rule_id, at, applied_at, account_id, rule_name, unit_name, test, sensor_type, since, end_at, value, latitude, longitude, fact)
     select unit_id, rule_id, at, applied_at, account_id, rule_name, unit_name, test, sensor_type, at, at, value, latitude, longitude, fact
     from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::timestamptz[], $5::int8[], $6::text[], $7::text[], $8::jsonb[], $9::text[], $10::float8[], $11::float8[], $12::float8[], $13::text[])
       as w (unit_id, rule_id, at, applied_at, account_id, rule_name, unit_name, test, sensor_type, value, latitude, longitude, fact)
     on conflict do nothing returning unit_id, rule_id, fact`,
    [
      wanted.map(({ change }) => change.unitId),
      wanted.map(({ rule }) => rule.id),
      wanted.map(({ found }) => toIso(found.at)),
      wanted.map(({ rule }) => toIso(rule.applied_at.getTime())),
      wanted.map(({ rule }) => rule.account_id),
      wanted.map(({ rule }) => rule.name),
      wanted.map(({ change }) => ledger.nameOf(change.unitId)),
      wanted.map(({ rule, found }) => testText(ledger, rule, found.at)),
      wanted.map(({ found }) => found.sensorType),
      wanted.map(({ found }) => found.value),
      wanted.map(({ found }) => found.place?.latitude ?? null),
      wanted.map(({ found }) => found.place?.longitude ?? null),
      wanted.map(({ change }) => change.key),
    ],
  );
  const stored = new Set(rows.map((row) => occurrenceOf(row.unit_id, row.rule_id, row.fact)));
  return wanted.filter(({ change, rule }) => stored.has(occurrenceOf(change.unitId, rule.id, change.key)));
}

/** With the names of what it refers to; of units only those that the rule's account sees at the instant. */
function testText(ledger: DetectionLedger, rule: RuleRow, at: Instant): string {
  const { match, conditions, hold, names } = rule;
  const units = Object.entries(names.unit ?? {}).filter(([id]) => sees(ledger, rule, Number(id), at));
  const seen = { ...names, unit: Object.fromEntries(units) };
  return JSON.stringify({ match, conditions, hold, names: seen } satisfies NamedRuleTest);
}

async function report(
  transaction: Transaction,
  ledger: DetectionLedger,
  changes: readonly FactChange[],
  fresh: readonly Wanted[],
  gone: readonly KeptRow[],
  now: Instant,
): Promise<void> {
  const isQuiet = (unitId: number, key: string): boolean =>
    changes.some((change) => change.unitId === unitId && change.key === key && change.quiet === true);
  const facts = [
    ...gone
      .filter((row) => !isQuiet(row.unit_id, row.fact))
      .map((row) => ({
        unitId: row.unit_id,
        fact: factOf('occurrenceRemoved', row.rule_id, row.at.getTime(), row.account_id, row.rule_name, row.value),
      })),
    ...fresh
      .filter(({ change }) => change.quiet !== true)
      .map(({ change, found, rule }) => ({
        unitId: change.unitId,
        fact: factOf('ruleFired', rule.id, found.at, rule.account_id, rule.name, found.value),
      })),
  ];
  const units = [...Map.groupBy(facts, ({ unitId }) => unitId)].map(([unitId, own]): UnitFacts => ({
    unitId,
    facts: own.map(({ fact }) => fact),
  }));
  await transaction.appendEvents([
    ...units.flatMap((unit) => eventsOf(ledger, unit, now)),
    ...(await raiseAlarms(transaction, ledger, units, now)),
  ]);
}

const factOf = (
  kind: 'ruleFired' | 'occurrenceRemoved',
  id: number,
  at: Instant,
  account: number,
  rule: string,
  value: number | null,
): Fact => ({ kind, id, at, account, data: { rule, value, ...(kind === 'occurrenceRemoved' && { late: true }) } });
