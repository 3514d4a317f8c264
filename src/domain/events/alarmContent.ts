import type { AlarmChange } from '../alarm/index.ts';
import { toIso, type Instant } from '../base/index.ts';
import type { OfAlarm } from './alarms.ts';
import type { EventContent } from './catalogue.ts';

const textOf = (instant: Instant | null): string | null => (instant === null ? null : toIso(instant));

/** The event that records what happened to an alarm; `count`: how often its rule fired, this time included. */
export function alarmContent(change: AlarmChange, of: OfAlarm, count: number): EventContent {
  switch (change.kind) {
    case 'alarmAcknowledged':
      return {
        kind: 'alarmAcknowledged',
        data: { ...of, expires_at: textOf(change.expiresAt), ...(change.via && { via: change.via }) },
      };
    case 'alarmAssigned':
      return { kind: 'alarmAssigned', data: { ...of, to_user_id: change.userId, to_role_id: change.roleId } };
    case 'alarmEscalated':
      return {
        kind: 'alarmEscalated',
        data: {
          ...of,
          to_user_id: change.userId,
          to_role_id: change.roleId,
          step: change.step,
          channels: change.channels,
        },
      };
    case 'alarmCommented':
      return { kind: 'alarmCommented', data: { ...of, text: change.text } };
    case 'alarmSnoozed':
      return { kind: 'alarmSnoozed', data: { ...of, until: toIso(change.until) } };
    case 'alarmReopened':
      return { kind: 'alarmReopened', data: { ...of, cause: change.cause } };
    case 'alarmRepeated':
      return { kind: 'alarmRepeated', data: { ...of, count } };
    case 'alarmCleared':
      return { kind: 'alarmCleared', data: of };
    case 'alarmResolved':
      return { kind: 'alarmResolved', data: { ...of, reason: change.reason, note: change.note } };
  }
}
