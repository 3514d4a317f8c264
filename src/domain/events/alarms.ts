import type { AlarmReason, ReopenCause, ReplyChannel } from '../alarm/index.ts';
import type { Severity } from '../alert/index.ts';
import type { PersonalChannel } from '../base/index.ts';
import { about } from './event.ts';

/** What every event about an alarm says. */
export interface OfAlarm {
  /** Null: the alert was deleted since. */
  readonly alert_id: number | null;
  /** The alert's name. */
  readonly alert: string;
  readonly severity: Severity;
  readonly unit_id: number;
  /** The unit's. */
  readonly name: string;
  readonly rule_id: number;
  /** The rule's name. */
  readonly rule: string;
  /** When the rule fired, ISO 8601 UTC. */
  readonly at: string;
}

/** To whom an alarm went; both null: to nobody in particular. */
interface ToSomebody extends OfAlarm {
  readonly to_user_id: number | null;
  readonly to_role_id: number | null;
}

const alarm = about('alarm');

/** Alarms of the queue: what raised them, what people did, and what time did. */
export const alarmEvents = {
  alarmRaised: alarm<OfAlarm>(),
  /** The rule fired once more while the alarm was not resolved: nobody is notified again. */
  alarmRepeated: alarm<OfAlarm & { readonly count: number }>(),
  /** `via`: by an answer to a message; left out: in the product, or from a push message. */
  alarmAcknowledged: alarm<OfAlarm & { readonly expires_at: string | null; readonly via?: ReplyChannel }>(),
  alarmAssigned: alarm<ToSomebody>(),
  /** To nobody: to those who were notified already. `channels` is left out, or empty, where all are used. */
  alarmEscalated: alarm<ToSomebody & { readonly step: number; readonly channels?: readonly PersonalChannel[] }>(),
  alarmCommented: alarm<OfAlarm & { readonly text: string }>(),
  alarmSnoozed: alarm<OfAlarm & { readonly until: string }>(),
  alarmReopened: alarm<OfAlarm & { readonly cause: ReopenCause }>(),
  alarmCleared: alarm<OfAlarm>(),
  alarmResolved: alarm<OfAlarm & { readonly reason: AlarmReason; readonly note: string }>(),
};
