import { decide, dueAt, openedAlarm, type AlarmAct, type AlarmPolicy } from '../../../src/domain/alarm/index.ts';
import type { Severity } from '../../../src/domain/alert/index.ts';
import { toIso, type AccountId, type Instant } from '../../../src/domain/base/index.ts';
import { coversInstant } from '../../../src/domain/allocation/index.ts';
import { eventOf } from '../../../src/domain/events/index.ts';
import type { AppendedEvent, Transaction } from '../../store/index.ts';
import { LATE_AFTER, type DetectionLedger, type Fact, type UnitFacts } from '../facts.ts';
import { announce } from './announce.ts';
import { changeAlarm, ofAlarm, statusOf, type AlarmRow } from './rows.ts';

interface AlertRow extends AlarmPolicy {
  [column: string]: unknown;
  id: number;
  account_id: AccountId;
  name: string;
  severity: Severity;
  allow_child: boolean;
  rule_id: number;
}

/** What a rule found at a unit. */
interface Finding {
  readonly unitId: number;
  readonly fact: Fact;
}

/**
 * Raises alarms for rules that fired, and clears those whose rule no longer holds; in the transaction that stores what
 * the rules found. What fired long ago raises none. Answers the events, which the caller appends.
 */
export async function raiseAlarms(
  transaction: Transaction,
  ledger: DetectionLedger,
  units: readonly UnitFacts[],
  now: Instant,
): Promise<AppendedEvent[]> {
  const found = units.flatMap(({ unitId, facts }) => facts.map((fact): Finding => ({ unitId, fact })));
  const fired = found.filter(({ fact }) => fact.kind === 'ruleFired' && now - fact.at <= LATE_AFTER);
  const over = found.filter(({ fact }) => fact.kind === 'ruleCleared' || fact.kind === 'occurrenceRemoved');
  if (fired.length === 0 && over.length === 0) return [];
  const events: AppendedEvent[] = [];
  const alerts = await alertsOf(transaction, fired);
  for (const finding of fired)
    for (const alert of alerts)
      if (alert.rule_id === finding.fact.id && concerns(ledger, alert, finding))
        events.push(...(await raise(transaction, ledger, alert, finding, now)));
  for (const { unitId, fact } of over)
    for (const row of await lastingAt(transaction, unitId, fact))
      events.push(
        ...(await act(transaction, row, { type: 'clear', at: Math.max(fact.at, row.last_at.getTime()) }, now)),
      );
  return events;
}

async function alertsOf(transaction: Transaction, fired: readonly Finding[]): Promise<AlertRow[]> {
  if (fired.length === 0) return [];
  return transaction.query<AlertRow>(
    `select t.id, t.account_id, t.name, t.severity, t.allow_child, t.auto_resolve, t.acknowledge_minutes, t.escalation, r.rule_id
     from alert_rule r join alert t on t.id = r.alert_id where r.rule_id = any($1::int8[]) and t.status = 'active' order by t.id`,
    [[...new Set(fired.map(({ fact }) => fact.id))]],
  );
}

/** Units that the alert's account has itself, or, with `allow_child`, all that it sees then. */
function concerns(ledger: DetectionLedger, alert: AlertRow, { unitId, fact: { at } }: Finding): boolean {
  const holder = ledger.allocationAt(unitId, at)?.accountId;
  if (ledger.accountOf(unitId) === alert.account_id || holder === alert.account_id) return true;
  if (!alert.allow_child) return false;
  const spans = ledger.sightOf(new Set(ledger.scopeOf(alert.account_id)), unitId);
  return spans === null || spans.some((span) => coversInstant(span, at));
}

async function raise(
  transaction: Transaction,
  ledger: DetectionLedger,
  alert: AlertRow,
  { unitId, fact }: Finding,
  now: Instant,
): Promise<AppendedEvent[]> {
  const { auto_resolve, acknowledge_minutes, escalation } = alert;
  const policy: AlarmPolicy = { auto_resolve, acknowledge_minutes, escalation };
  const due = dueAt(openedAlarm(now, fact.at), policy);
  const [row] = await transaction.query<AlarmRow>(
    `insert into alarm (account_id, alert_id, alert_name, severity, policy, rule_id, rule_name, unit_id, unit_name, at, last_at, raised_at, open_since, due_at, latitude, longitude)
     select $1, $2, $3, $4, $5, $6, o.rule_name, $7, $8, $9::timestamptz, $9::timestamptz, $10::timestamptz, $10::timestamptz, $11, o.latitude, o.longitude
     from rule_occurrence o where o.unit_id = $7 and o.rule_id = $6 and o.at = $9::timestamptz
     on conflict (alert_id, unit_id, rule_id) where state <> 'resolved' do nothing returning *`,
    [
      alert.account_id,
      alert.id,
      alert.name,
      alert.severity,
      JSON.stringify(policy),
      fact.id,
      unitId,
      ledger.nameOf(unitId),
      toIso(fact.at),
      toIso(now),
      due === null ? null : toIso(due),
    ],
  );
  if (row) {
    await announce(transaction, { row, sequence: row.sequence, occasion: 'raised', target: null, by: null, now });
    return [
      eventOf(
        { kind: 'alarmRaised', data: ofAlarm(row) },
        { account_id: alert.account_id, subject_id: row.id, user_id: null, time: toIso(now) },
      ),
    ];
  }
  const [lasting] = await transaction.query<AlarmRow>(
    "select * from alarm where alert_id = $1 and unit_id = $2 and rule_id = $3 and state <> 'resolved' for update",
    [alert.id, unitId, fact.id],
  );
  return lasting ? act(transaction, lasting, { type: 'repeat', at: fact.at }, now) : [];
}

/** Alarms of what a rule found that it does not find any more; one that fired again after that goes on. */
const lastingAt = (transaction: Transaction, unitId: number, fact: Fact): Promise<AlarmRow[]> =>
  transaction.query<AlarmRow>(
    "select * from alarm where unit_id = $1 and rule_id = $2 and last_at <= $3 and state <> 'resolved' order by id for update",
    [unitId, fact.id, toIso(fact.at)],
  );

/**
 * Clears all alarms of a rule that is changed, paused or deleted: what lasted is over. Answers the events, which the
 * caller appends.
 */
export async function clearAlarmsOf(transaction: Transaction, ruleId: number, now: Instant): Promise<AppendedEvent[]> {
  const rows = await transaction.query<AlarmRow>(
    "select * from alarm where rule_id = $1 and state <> 'resolved' order by id for update",
    [ruleId],
  );
  const events: AppendedEvent[] = [];
  for (const row of rows) {
    const at = Math.max(now, row.last_at.getTime());
    events.push(...(await act(transaction, row, { type: 'clear', at }, now)));
  }
  return events;
}

async function act(transaction: Transaction, row: AlarmRow, what: AlarmAct, now: Instant): Promise<AppendedEvent[]> {
  const decision = decide(statusOf(row), row.policy, what, { by: null, now });
  if (!decision.ok || decision.value.length === 0) return [];
  return (await changeAlarm(transaction, row, decision.value, { userId: null, now })).events;
}
