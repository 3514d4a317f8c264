import { array, boolean, number, object, string } from 'yup';
import {
  ALARM_STATES,
  RESOLUTIONS,
  type Alarm,
  type AlarmStatistics,
  type AlarmSummary,
} from '../../domain/alarm/index.ts';
import { SEVERITIES } from '../../domain/alert/index.ts';
import { EQUIPMENT, LENGTH, optionalText, requiredText } from '../../domain/base/index.ts';
import type { DomainEvent, EventKindAbout } from '../../domain/events/index.ts';
import type { BulkReply } from './device.ts';
import { emptyRequest, methodOf, pageRequest, type Page } from './method.ts';

const alarm = methodOf('alert-service');
const id = number().integer().positive();
const instant = string().required('validation.required').max(40);
const ids = array(id.required())
  .required('validation.required')
  .min(1, 'validation.required')
  .max(EQUIPMENT.perAct, 'validation.maxItems');
/** `sequence`: what the caller saw of the one alarm; refused where somebody changed it since. */
const several = object({ alarm_ids: ids, sequence: id });
const READ = { resource: 'alert', action: 'r' } as const;
const CHANGE = { resource: 'alert', action: 'u' } as const;

/** An event of an alarm with the name of whoever did it; empty: the product itself. */
export type AlarmEvent = Pick<DomainEvent<EventKindAbout<'alarm'>>, 'kind' | 'data' | 'time' | 'sequence'> & {
  readonly user: string;
  /** To whom it went, where it was assigned or escalated. */
  readonly to: string;
};

const act = (summary: string) => ({ summary, access: CHANGE, quiet: false }) as const;

/** alert-service: the queue of alarms. Alerts themselves derive from their definition (`domain/alert`). */
export const alarmMethods = {
  getAlarmList: alarm<Page<Alarm>>()({
    summary:
      'Alarms of the account and its permitted descendants, a page at a time: those that are not resolved, or of a state.',
    access: READ,
    request: pageRequest.shape({
      filters: object({
        state: string().oneOf(['', 'all', ...ALARM_STATES]),
        severity: string().oneOf(['', ...SEVERITIES]),
        mine: boolean(),
        unit_id: id,
        rule_id: id,
        alert_id: id,
        label: string().max(LENGTH.label.max),
      }).default({}),
    }),
  }),
  getAlarm: alarm<{ alarm: Alarm; events: AlarmEvent[] }>()({
    summary: 'One alarm with everything that happened to it, oldest first.',
    access: READ,
    request: object({ alarm_id: id.required('validation.required') }),
  }),
  getAlarmSummary: alarm<AlarmSummary>()({
    summary: 'How many alarms are open, and at which units; snoozed and resolved ones do not count.',
    access: READ,
    request: emptyRequest,
  }),
  getAlarmStatistics: alarm<AlarmStatistics>()({
    summary: 'How many alarms were raised in an interval, and how quickly they were handled.',
    access: READ,
    request: object({ from: instant, to: instant }),
  }),
  acknowledgeAlarms: alarm<BulkReply>()({
    ...act('Acknowledges alarms; unassigned ones become the caller’s.'),
    request: several,
  }),
  assignAlarms: alarm<BulkReply>()({
    ...act('Assigns alarms to a person or to everybody with a role; to nobody without either.'),
    request: several.shape({ user_id: id.nullable().default(null), role_id: id.nullable().default(null) }),
  }),
  snoozeAlarms: alarm<BulkReply>()({
    ...act('Puts alarms aside until an instant, at which they are open again.'),
    request: several.shape({ until: instant }),
  }),
  resolveAlarms: alarm<BulkReply>()({
    ...act('Resolves alarms for a reason.'),
    request: several.shape({
      reason: string().oneOf(RESOLUTIONS, 'validation.oneOf').required('validation.required'),
      note: optionalText(LENGTH.description),
    }),
  }),
  reopenAlarms: alarm<BulkReply>()({
    ...act('Opens acknowledged, snoozed or resolved alarms again.'),
    request: several,
  }),
  acknowledgeByToken: alarm<{ unit_name: string }>()({
    summary: 'Acknowledges the alarm of a push message by the token in it, in the name of the person who got it.',
    access: 'public',
    quiet: false,
    request: object({ token: string().max(1_000, 'validation.maxLength').required('validation.required') }),
  }),
  commentAlarm: alarm<{ alarm: Alarm; events: AlarmEvent[] }>()({
    ...act('Adds a comment to an alarm.'),
    request: object({ alarm_id: id.required('validation.required'), text: requiredText(LENGTH.comment) }),
  }),
};
