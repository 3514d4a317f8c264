import { dueAt, type AlarmPolicy } from '../../../src/domain/alarm/index.ts';
import type { Severity } from '../../../src/domain/alert/index.ts';
import { HOUR, toIso, type Instant } from '../../../src/domain/base/index.ts';
import { alarmContent, eventOf, type OfAlarm } from '../../../src/domain/events/index.ts';
import type { RuleTest } from '../../../src/domain/rule/index.ts';
import type { AppendedEvent, Database, Queryable, Transaction } from '../../store/database.types.ts';
import { DEMO_ALERTS } from '../alerts.ts';
import type { CompanyKey } from '../companies.ts';
import { loadNetworks } from '../geography/index.ts';
import { rosterEntry, type RosterEntry } from '../roster.ts';
import { MARK } from '../scribe.ts';
import { HANDLERS } from '../staff.ts';
import { firingsOf } from './firings.ts';
import { storiesOf, type Story } from './story.ts';

/** The counter that says that they were made: whoever deletes a rule does not get its alarms back. */
const SEEDED = 'demo_alarm';
/** How far back alarms go. */
const BACK = 48 * HOUR;
/** Units of a company that had any. */
const UNITS: Readonly<Partial<Record<CompanyKey, number>>> = { pars: 24 };
const OTHERS = 4;

interface AlertRow extends AlarmPolicy {
  [column: string]: unknown;
  id: number;
  account_id: number;
  company: CompanyKey;
  name: string;
  severity: Severity;
  rule_id: number;
  rule_name: string;
  match: RuleTest['match'];
  conditions: RuleTest['conditions'];
  hold: number;
}

interface UnitRow {
  [column: string]: unknown;
  id: number;
  name: string;
  identifier: string;
}

/**
 * Adds the alarms of the last two days, once: what the companies' rules found as their vehicles drove then, and what
 * people did about it.
 */
export async function addDemoAlarms(database: Database, units: number, now: Instant): Promise<void> {
  const [seeded] = await database.query('select value from counter where name = $1', [SEEDED]);
  if (seeded) return;
  const alerts = await readAlerts(database);
  const entries = unitsWithAlarms(units);
  const networks = loadNetworks(new Set(entries.map(({ region }) => region)));
  const rows = await database.query<UnitRow>(
    `select u.id, u.name, d.unique_identifier as identifier from device d join unit_device ud on ud.device_id = d.id join unit u on u.id = ud.unit_id
     where d.unique_identifier = any($1::text[])`,
    [entries.map(({ identifier }) => identifier)],
  );
  const unitOf = new Map(rows.map((row) => [row.identifier, row]));
  const people = await readPeople(database);
  const made: MadeAlarm[] = [];
  for (const entry of entries) {
    const unit = unitOf.get(entry.identifier);
    const network = networks.get(entry.region);
    if (!unit || !network) continue;
    const own = alerts.filter(({ company }) => company === entry.company.key);
    const rules = own.map(({ rule_id: id, match, conditions, hold }) => ({ id, test: { match, conditions, hold } }));
    const firings = firingsOf(entry, network, rules, { from: now - BACK, to: now });
    for (const alert of own) {
      const { company, severity, rule_id, auto_resolve, acknowledge_minutes, escalation } = alert;
      const found = firings.filter(({ ruleId }) => ruleId === rule_id);
      const policy: AlarmPolicy = { auto_resolve, acknowledge_minutes, escalation };
      const handlers = {
        company,
        severity,
        policy,
        people: (HANDLERS[company] ?? []).flatMap((name) => people.get(name) ?? []),
      };
      if (handlers.people.length > 0)
        made.push(...storiesOf(found, handlers, now).map((story) => ({ alert, policy, unit, story })));
    }
  }
  await database.transaction(async (transaction) => {
    await transaction.query('insert into counter (name, value) values ($1, $2) on conflict (name) do nothing', [
      SEEDED,
      made.length,
    ]);
    const events: AppendedEvent[] = [];
    for (const alarm of made) events.push(...(await insert(transaction, alarm)));
    await transaction.appendEvents(events.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time)));
  });
}

/** Units of each company that has alerts, of those whose devices work. */
function unitsWithAlarms(units: number): RosterEntry[] {
  const working = Array.from({ length: Math.min(units, 400) }, (_, index) => rosterEntry(index)).filter(
    ({ everReports, silentBefore }) => everReports && silentBefore === null,
  );
  const companies = [...new Set(DEMO_ALERTS.map(({ company }) => company))];
  return companies.flatMap((company) =>
    working.filter((entry) => entry.company.key === company).slice(0, UNITS[company] ?? OTHERS),
  );
}

/** Alerts of the demo's companies with a row for each of their rules. */
const readAlerts = (database: Queryable): Promise<AlertRow[]> =>
  database.query<AlertRow>(
    `select t.id, t.account_id, a.settings ->> '${MARK}' as company, t.name, t.severity, t.auto_resolve, t.acknowledge_minutes, t.escalation,
            r.id as rule_id, r.name as rule_name, r.match, r.conditions, r.hold
     from alert t join account a on a.id = t.account_id join alert_rule l on l.alert_id = t.id join rule r on r.id = l.rule_id
     where a.settings ->> '${MARK}' is not null and t.status = 'active' and r.status = 'active' order by t.id, r.id`,
  );

async function readPeople(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ id: number; username_key: string }>(
    'select id, username_key from app_user where username_key = any($1)',
    [Object.values(HANDLERS).flat()],
  );
  return new Map(rows.map(({ id, username_key: name }) => [name, id]));
}

interface MadeAlarm {
  readonly alert: AlertRow;
  readonly policy: AlarmPolicy;
  readonly unit: UnitRow;
  readonly story: Story;
}

const isoOf = (instant: Instant | null): string | null => (instant === null ? null : toIso(instant));

/** Answers the events of the alarm. */
async function insert(transaction: Transaction, { alert, policy, unit, story }: MadeAlarm): Promise<AppendedEvent[]> {
  const { firing, status, steps } = story;
  const row = {
    account_id: alert.account_id,
    alert_id: alert.id,
    alert_name: alert.name,
    severity: alert.severity,
    policy,
    rule_id: alert.rule_id,
    rule_name: alert.rule_name,
    unit_id: unit.id,
    unit_name: unit.name,
    at: toIso(firing.at),
    latitude: firing.place?.latitude ?? null,
    longitude: firing.place?.longitude ?? null,
    raised_at: toIso(firing.at),
    state: status.state,
    sequence: status.sequence,
    changed_by: status.changedBy,
    open_since: toIso(status.openSince),
    step: status.step,
    assigned_user: status.assignedUser,
    assigned_role: status.assignedRole,
    acknowledged_at: isoOf(status.acknowledgedAt),
    acknowledged_by: status.acknowledgedBy,
    expires_at: isoOf(status.expiresAt),
    snoozed_until: isoOf(status.snoozedUntil),
    cleared_at: isoOf(status.clearedAt),
    resolved_at: isoOf(status.resolvedAt),
    resolved_by: status.resolvedBy,
    reason: status.reason,
    count: status.count,
    last_at: toIso(status.lastAt),
    due_at: isoOf(dueAt(status, policy)),
  };
  const columns = Object.keys(row).join(', ');
  const [{ id }] = await transaction.query<{ id: number }>(
    `insert into alarm (${columns}) select ${columns} from jsonb_populate_record(null::alarm, $1) returning id`,
    [JSON.stringify(row)],
  );
  const of: OfAlarm = {
    alert_id: alert.id,
    alert: alert.name,
    severity: alert.severity,
    unit_id: unit.id,
    name: unit.name,
    rule_id: alert.rule_id,
    rule: alert.rule_name,
    at: row.at,
  };
  const originOf = (at: Instant, by: number | null) => ({
    account_id: alert.account_id,
    subject_id: id,
    user_id: by,
    time: toIso(at),
  });
  return [
    eventOf({ kind: 'alarmRaised', data: of }, originOf(firing.at, null)),
    ...steps.map(({ at, by, change, count }) => ({
      ...eventOf(alarmContent(change, of, count), originOf(at, by)),
      ...(by !== null && { remote: `203.0.113.${10 + (by % 200)}` }),
    })),
  ];
}
