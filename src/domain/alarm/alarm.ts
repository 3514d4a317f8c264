import type { AlertForm, Severity } from '../alert/index.ts';
import type { AccountId, Branded, Instant, PersonalChannel, RuleId, UnitId } from '../base/index.ts';
import type { Place } from '../unitEvent/index.ts';

export type AlarmId = Branded<number, 'AlarmId'>;

export const ALARM_STATES = ['open', 'acknowledged', 'snoozed', 'resolved'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

/** Why a person resolves an alarm. */
export const RESOLUTIONS = ['handled', 'falseAlarm', 'planned', 'other'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];
/** `cleared`: by itself, as the rule no longer holds. */
export type AlarmReason = Resolution | 'cleared';

/** Why an alarm is open again. */
export type ReopenCause = 'byHand' | 'snoozeOver' | 'expired';

/** By which an alarm is acknowledged without opening the product: an answer to a message. */
export type ReplyChannel = Exclude<PersonalChannel, 'push'>;

/** What the alert said when the alarm was raised: a change of the alert leaves alarms as they are. */
export type AlarmPolicy = Pick<AlertForm, 'auto_resolve' | 'acknowledge_minutes' | 'escalation'>;

/** The status of an alarm; it follows from its events. */
export interface AlarmStatus {
  readonly state: AlarmState;
  /** Grows with each change of the state or the assignment. */
  readonly sequence: number;
  /** Who made the last such change; null: the product itself. */
  readonly changedBy: number | null;
  /** Since when it has been open this time; escalation counts from here. */
  readonly openSince: Instant;
  /** Escalation steps that were taken since. */
  readonly step: number;
  readonly assignedUser: number | null;
  readonly assignedRole: number | null;
  /** When it was acknowledged first. */
  readonly acknowledgedAt: Instant | null;
  readonly acknowledgedBy: number | null;
  /** When the acknowledgement expires; null: never, or it is not acknowledged. */
  readonly expiresAt: Instant | null;
  readonly snoozedUntil: Instant | null;
  /** When the rule no longer held. */
  readonly clearedAt: Instant | null;
  readonly resolvedAt: Instant | null;
  readonly resolvedBy: number | null;
  readonly reason: AlarmReason | null;
  /** How often the rule fired since it was raised, the first time included. */
  readonly count: number;
  readonly lastAt: Instant;
}

/** An alarm as the wire shows it. Times are ISO 8601 UTC. */
export interface Alarm {
  readonly alarm_id: AlarmId;
  readonly account_id: AccountId;
  readonly account_name: string;
  /** Null: the alert was deleted. */
  readonly alert_id: number | null;
  readonly alert_name: string;
  readonly severity: Severity;
  readonly rule_id: RuleId;
  readonly rule_name: string;
  readonly unit_id: UnitId;
  readonly unit_name: string;
  /** When the rule fired. */
  readonly at: string;
  readonly state: AlarmState;
  readonly sequence: number;
  readonly count: number;
  readonly last_at: string;
  readonly assigned_user_id: number | null;
  readonly assigned_role_id: number | null;
  /** Name of the person or the role; empty: unassigned. */
  readonly assigned_to: string;
  readonly acknowledged_at: string | null;
  readonly acknowledged_by: string;
  readonly expires_at: string | null;
  readonly snoozed_until: string | null;
  readonly cleared_at: string | null;
  readonly resolved_at: string | null;
  readonly resolved_by: string;
  readonly reason: AlarmReason | null;
  readonly position: Place | null;
}

/** What is not resolved at a unit, without what is snoozed. */
export interface UnitAlarms {
  readonly unit_id: UnitId;
  /** Alarms that nobody acknowledged, and their worst severity; null: none. */
  readonly open: number;
  readonly severity: Severity | null;
  /** Acknowledged ones, and their worst severity; null: none. */
  readonly acknowledged: number;
  readonly acknowledged_severity: Severity | null;
}

/** The queue in figures: for the menu, the map and lists. */
export interface AlarmSummary {
  /** Alarms that nobody acknowledged, of all units. */
  readonly open: number;
  /** The number of the newest of them; 0: none. Grows with each new one. */
  readonly newest: number;
  readonly units: readonly UnitAlarms[];
}

/** How quickly alarms of an interval were handled; seconds, null where there were none. */
export interface AlarmStatistics {
  readonly raised: number;
  readonly acknowledged: number;
  readonly resolved: number;
  /** Medians from raising. */
  readonly time_to_acknowledge: number | null;
  readonly time_to_resolve: number | null;
}
