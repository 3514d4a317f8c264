import type { CallError, Request } from '../../../src/api/contract/index.ts';
import type { AlarmStatistics, AlarmSummary, UnitAlarms } from '../../../src/domain/alarm/index.ts';
import { SEVERITIES } from '../../../src/domain/alert/index.ts';
import { success, toIso, type Result, type UnitId } from '../../../src/domain/base/index.ts';
import { readInterval } from '../../call/interval.ts';
import type { CallContext } from '../../call/types.ts';
import { inSight, SEVERITY } from './read.ts';
import type { AlarmServices } from './services.ts';

const median = (column: string): string =>
  `percentile_cont(0.5) within group (order by extract(epoch from ${column} - m.raised_at)) filter (where ${column} is not null)`;

/** Counts and median times of the alarms that were raised in an interval. */
export async function alarmStatistics(
  services: AlarmServices,
  data: Request<'getAlarmStatistics'>,
  context: CallContext,
): Promise<Result<AlarmStatistics, CallError>> {
  const interval = readInterval(data, context.lang, services.problems);
  if (!interval.ok) return interval;
  const conditions = inSight(services, context);
  const none = { raised: 0, acknowledged: 0, resolved: 0, time_to_acknowledge: null, time_to_resolve: null };
  if (!conditions) return success(none);
  conditions.add((place) => `m.raised_at >= ${place}::timestamptz`, toIso(interval.value.from));
  conditions.add((place) => `m.raised_at < ${place}::timestamptz`, toIso(interval.value.to));
  const [row] = await services.database.query<{ [column: string]: unknown } & AlarmStatistics>(
    `select count(*) as raised, count(m.acknowledged_at) as acknowledged, count(m.resolved_at) as resolved,
       ${median('m.acknowledged_at')} as time_to_acknowledge, ${median('m.resolved_at')} as time_to_resolve
     from alarm m where ${conditions.where}`,
    conditions.parameters,
  );
  const seconds = (value: number | null): number | null => (value === null ? null : Math.round(value));
  return success({
    ...row,
    time_to_acknowledge: seconds(row.time_to_acknowledge),
    time_to_resolve: seconds(row.time_to_resolve),
  });
}

interface UnitRow {
  [column: string]: unknown;
  unit_id: number;
  open: number;
  acknowledged: number;
  /** Places in {@link SEVERITIES}, counted from 1; null: none. */
  worst_open: number | null;
  worst_acknowledged: number | null;
  newest: number | null;
}

const worst = (state: string): string => `max(${SEVERITY}) filter (where m.state = '${state}')`;

/** What is open, by unit; snoozed alarms are put aside and do not count. */
export async function alarmSummary(
  services: AlarmServices,
  context: CallContext,
): Promise<Result<AlarmSummary, CallError>> {
  const conditions = inSight(services, context);
  if (!conditions) return success({ open: 0, newest: 0, units: [] });
  conditions.add((place) => `m.state = any(${place}::text[])`, ['open', 'acknowledged']);
  const rows = await services.database.query<UnitRow>(
    `select m.unit_id, count(*) filter (where m.state = 'open') as open, count(*) filter (where m.state = 'acknowledged') as acknowledged,
       ${worst('open')} as worst_open, ${worst('acknowledged')} as worst_acknowledged, max(m.id) filter (where m.state = 'open') as newest
     from alarm m where ${conditions.where} group by m.unit_id order by m.unit_id`,
    conditions.parameters,
  );
  const severityOf = (found: number | null) => (found === null ? null : SEVERITIES[found - 1]);
  return success({
    open: rows.reduce((sum, { open }) => sum + open, 0),
    newest: Math.max(0, ...rows.map(({ newest }) => newest ?? 0)),
    units: rows.map((row): UnitAlarms => ({
      unit_id: row.unit_id as UnitId,
      open: row.open,
      severity: severityOf(row.worst_open),
      acknowledged: row.acknowledged,
      acknowledged_severity: severityOf(row.worst_acknowledged),
    })),
  });
}
