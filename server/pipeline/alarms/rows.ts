import {
  dueAt,
  evolve,
  type AlarmChange,
  type AlarmPolicy,
  type AlarmReason,
  type AlarmState,
  type AlarmStatus,
} from '../../../src/domain/alarm/index.ts';
import type { Severity } from '../../../src/domain/alert/index.ts';
import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import { alarmContent, eventOf, type OfAlarm } from '../../../src/domain/events/index.ts';
import type { AppendedEvent, Transaction } from '../../store/index.ts';
import { announce, occasionOf } from './announce.ts';

/** A row of `alarm`. */
export interface AlarmRow {
  [column: string]: unknown;
  id: number;
  account_id: number;
  alert_id: number | null;
  alert_name: string;
  severity: Severity;
  policy: AlarmPolicy;
  rule_id: number;
  rule_name: string;
  unit_id: number;
  unit_name: string;
  at: Date;
  state: AlarmState;
  sequence: number;
  changed_by: number | null;
  open_since: Date;
  step: number;
  assigned_user: number | null;
  assigned_role: number | null;
  acknowledged_at: Date | null;
  acknowledged_by: number | null;
  expires_at: Date | null;
  snoozed_until: Date | null;
  cleared_at: Date | null;
  resolved_at: Date | null;
  resolved_by: number | null;
  reason: AlarmReason | null;
  count: number;
  last_at: Date;
}

const msOf = (date: Date | null): Instant | null => date?.getTime() ?? null;
const textOf = (instant: Instant | null): string | null => (instant === null ? null : toIso(instant));

/** The status of the alarm of a row. */
export const statusOf = (row: AlarmRow): AlarmStatus => ({
  state: row.state,
  sequence: row.sequence,
  changedBy: row.changed_by,
  openSince: row.open_since.getTime(),
  step: row.step,
  assignedUser: row.assigned_user,
  assignedRole: row.assigned_role,
  acknowledgedAt: msOf(row.acknowledged_at),
  acknowledgedBy: row.acknowledged_by,
  expiresAt: msOf(row.expires_at),
  snoozedUntil: msOf(row.snoozed_until),
  clearedAt: msOf(row.cleared_at),
  resolvedAt: msOf(row.resolved_at),
  resolvedBy: row.resolved_by,
  reason: row.reason,
  count: row.count,
  lastAt: row.last_at.getTime(),
});

/** Who changes alarms, and when; `userId` null: the product itself. */
export interface AlarmActor {
  readonly userId: number | null;
  readonly now: Instant;
  readonly remote?: string;
}

/**
 * Writes what happened to an alarm, which is locked; answers the events, which the caller appends, and when time
 * changes it next.
 */
export async function changeAlarm(
  transaction: Transaction,
  row: AlarmRow,
  changes: readonly AlarmChange[],
  { userId, now, remote }: AlarmActor,
): Promise<{ events: AppendedEvent[]; due: Instant | null }> {
  const acting = { by: userId, now };
  const after = changes.reduce((status, change) => evolve(status, change, acting), statusOf(row));
  const due = dueAt(after, row.policy);
  await transaction.query(
    `update alarm set state = $2, sequence = $3, changed_by = $4, open_since = $5, step = $6, assigned_user = $7, assigned_role = $8,
       acknowledged_at = $9, acknowledged_by = $10, expires_at = $11, snoozed_until = $12, cleared_at = $13, resolved_at = $14,
       resolved_by = $15, reason = $16, count = $17, last_at = $18, due_at = $19 where id = $1`,
    [
      row.id,
      after.state,
      after.sequence,
      after.changedBy,
      toIso(after.openSince),
      after.step,
      after.assignedUser,
      after.assignedRole,
      textOf(after.acknowledgedAt),
      after.acknowledgedBy,
      textOf(after.expiresAt),
      textOf(after.snoozedUntil),
      textOf(after.clearedAt),
      textOf(after.resolvedAt),
      after.resolvedBy,
      after.reason,
      after.count,
      toIso(after.lastAt),
      textOf(due),
    ],
  );
  for (const change of changes) {
    const occasion = occasionOf(change);
    if (occasion) await announce(transaction, { ...occasion, row, sequence: after.sequence, by: userId, now });
  }
  const origin = { account_id: row.account_id, subject_id: row.id, user_id: userId, time: toIso(now) };
  const events = changes.map((change) => ({
    ...eventOf(alarmContent(change, ofAlarm(row), after.count), origin),
    ...(remote !== undefined && { remote }),
  }));
  return { events, due };
}

/** What every event about the alarm says. */
export const ofAlarm = (row: AlarmRow): OfAlarm => ({
  alert_id: row.alert_id,
  alert: row.alert_name,
  severity: row.severity,
  unit_id: row.unit_id,
  name: row.unit_name,
  rule_id: row.rule_id,
  rule: row.rule_name,
  at: row.at.toISOString(),
});
