import type { AlarmEvent, CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { can, type Need } from '../../../src/domain/access/index.ts';
import type { Alarm, AlarmId } from '../../../src/domain/alarm/index.ts';
import { success, type AccountId, type Result, type RuleId, type UnitId } from '../../../src/domain/base/index.ts';
import type { EventKindAbout } from '../../../src/domain/events/index.ts';
import { reachOf, unitsInSight } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { AlarmRow } from '../../pipeline/index.ts';
import { placeOf } from '../../store/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import {
  accountOf,
  Conditions,
  escapeLike,
  notFound,
  readPage,
  sessionOf,
  sightParameters,
  unknownSortColumn,
  withinSight,
} from '../shared/index.ts';
import type { AlarmServices } from './services.ts';

const SEES_UNITS: Need = { resource: 'units', action: 'r' };

type ShownRow = AlarmRow & {
  account_name: string;
  latitude: number | null;
  longitude: number | null;
  assigned_to: string;
  acknowledger: string;
  resolver: string;
};

/** What a person is called, by the alias of their row. */
export const personSql = (alias: string): string =>
  `coalesce(nullif(trim(${alias}.first_name || ' ' || ${alias}.last_name), ''), ${alias}.username, '')`;
const COLUMNS = `m.*, a.name as account_name, coalesce(nullif(${personSql('p')}, ''), o.name, '') as assigned_to,
  ${personSql('k')} as acknowledger, ${personSql('s')} as resolver`;
const FROM = `alarm m join account a on a.id = m.account_id left join app_user p on p.id = m.assigned_user
  left join role o on o.id = m.assigned_role left join app_user k on k.id = m.acknowledged_by left join app_user s on s.id = m.resolved_by
  left join alert t on t.id = m.alert_id`;
/** A number for sorting, the worst highest, from 1. */
export const SEVERITY = "array_position(array['info', 'warning', 'critical'], m.severity)";
const SORTS: Readonly<Record<string, string>> = {
  at: 'm.at',
  severity: SEVERITY,
  state: 'm.state',
  alert_name: 'lower(m.alert_name)',
  rule_name: 'lower(m.rule_name)',
  unit_name: 'lower(m.unit_name)',
  assigned_to: 'assigned_to',
};

/** Conditions for alarms `m` of the call's accounts, of units that it saw when they were raised; null: it sees none. */
export function inSight({ directory }: Pick<AlarmServices, 'directory'>, context: CallContext): Conditions | null {
  const account = accountOf(context);
  if (!can(account.permissions, SEES_UNITS)) return null;
  const sight = unitsInSight(
    directory,
    reachOf(account, SEES_UNITS),
    undefined,
    Number.NEGATIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  );
  if (!sight) return null;
  const conditions = new Conditions();
  const [whole, units, from, to] = sightParameters(sight);
  // The places $1 to $4 are those of `withinSight`.
  conditions.add(() => withinSight('m.unit_id', 'm.at', 'm.at'), whole);
  for (const parameter of [units, from, to]) conditions.add(() => 'true', parameter);
  return conditions.add((place) => `m.account_id = any(${place}::int8[])`, account.scope);
}

/** A page of alarms. */
export async function listAlarms(
  services: AlarmServices,
  request: Request<'getAlarmList'>,
  context: CallContext,
): Promise<Result<Page<Alarm>, CallError>> {
  const { filters } = request;
  const conditions = inSight(services, context);
  if (!conditions) return success({ rows: [], total: 0 });
  if (!filters.state) conditions.add((place) => `m.state <> ${place}`, 'resolved');
  else if (filters.state !== 'all') conditions.add((place) => `m.state = ${place}`, filters.state);
  if (filters.severity) conditions.add((place) => `m.severity = ${place}`, filters.severity);
  for (const column of ['unit_id', 'rule_id', 'alert_id'] as const)
    if (filters[column]) conditions.add((place) => `m.${column} = ${place}`, filters[column]);
  if (filters.label) conditions.add((place) => `t.labels ? ${place}`, filters.label);
  if (filters.mine) {
    const { userId } = sessionOf(context);
    conditions.add(
      (place) =>
        `(m.assigned_user = ${place} or m.assigned_role in (select role_id from membership where user_id = ${place} and account_id = m.account_id))`,
      userId,
    );
  }
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) => `(m.alert_name ilike ${place} or m.rule_name ilike ${place} or m.unit_name ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  const page = await readPage<ShownRow, Alarm>(
    services.database,
    { ...request, sort: request.sort || '-at' },
    { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'at', id: 'm.id desc' },
    alarmOf,
  );
  return page ? success(page) : unknownSortColumn(context, services.problems);
}

/** Alarms of these numbers that the call may see, locked for a change where `lock` says so. */
export async function readAlarms(
  database: Queryable,
  services: Pick<AlarmServices, 'directory'>,
  alarmIds: readonly number[],
  context: CallContext,
  lock: boolean,
): Promise<ShownRow[]> {
  const conditions = inSight(services, context)?.add((place) => `m.id = any(${place}::int8[])`, alarmIds);
  if (!conditions) return [];
  return database.query<ShownRow>(
    `select ${COLUMNS} from ${FROM} where ${conditions.where} order by m.id ${lock ? 'for update of m' : ''}`,
    conditions.parameters,
  );
}

interface LoggedRow {
  [column: string]: unknown;
  kind: EventKindAbout<'alarm'>;
  data: AlarmEvent['data'];
  time: Date;
  sequence: number;
  by_name: string;
  to_name: string;
}

/** One alarm and what happened to it. */
export async function getAlarm(
  database: Queryable,
  services: Pick<AlarmServices, 'directory' | 'problems'>,
  alarmId: number,
  context: CallContext,
): Promise<Result<{ alarm: Alarm; events: AlarmEvent[] }, CallError>> {
  const [row] = await readAlarms(database, services, [alarmId], context, false);
  if (!row) return notFound(context, services.problems);
  const events = await database.query<LoggedRow>(
    `select e.kind, e.data, e.time, e.sequence, ${personSql('u')} as by_name, coalesce(nullif(${personSql('p')}, ''), o.name, '') as to_name
     from event e left join app_user u on u.id = e.user_id left join app_user p on p.id = (e.data ->> 'to_user_id')::int8
       left join role o on o.id = (e.data ->> 'to_role_id')::int8
     where e.account_id = $1 and e.subject_type = 'alarm' and e.subject_id = $2 order by e.sequence`,
    [row.account_id, alarmId],
  );
  return success({
    alarm: alarmOf(row),
    events: events.map(({ kind, data, time, sequence, by_name, to_name }) => ({
      // Kind and data belong together, as the log has them.
      ...({ kind, data } as Pick<AlarmEvent, 'kind' | 'data'>),
      time: time.toISOString(),
      sequence,
      user: by_name,
      to: to_name,
    })) as AlarmEvent[],
  });
}

const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null;

function alarmOf(row: ShownRow): Alarm {
  return {
    alarm_id: row.id as AlarmId,
    account_id: row.account_id as AccountId,
    account_name: row.account_name,
    alert_id: row.alert_id,
    alert_name: row.alert_name,
    severity: row.severity,
    rule_id: row.rule_id as RuleId,
    rule_name: row.rule_name,
    unit_id: row.unit_id as UnitId,
    unit_name: row.unit_name,
    at: row.at.toISOString(),
    state: row.state,
    sequence: row.sequence,
    count: row.count,
    last_at: row.last_at.toISOString(),
    assigned_user_id: row.assigned_user,
    assigned_role_id: row.assigned_role,
    assigned_to: row.assigned_to,
    acknowledged_at: isoOf(row.acknowledged_at),
    acknowledged_by: row.acknowledger,
    expires_at: isoOf(row.expires_at),
    snoozed_until: isoOf(row.snoozed_until),
    cleared_at: isoOf(row.cleared_at),
    resolved_at: isoOf(row.resolved_at),
    resolved_by: row.resolver,
    reason: row.reason,
    position: placeOf(row),
  };
}
