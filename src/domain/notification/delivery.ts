import type { Severity } from '../alert/index.ts';
import { MINUTE, type Instant } from '../base/index.ts';
import type { NotificationChannel, Occasion, PersonalChannel } from './channels.ts';
import type { NotificationPreferences } from './preferences.ts';
import { quietUntil } from './quiet.ts';

/** Why something is sent: what happened to the alarm, that it was given to somebody, or that somebody tries it out. */
export type DeliveryOccasion = Occasion | 'assigned' | 'test';

/** `handed`: in the outbox, which goes on by itself; `skipped`: nothing was to be sent. */
export const DELIVERY_STATES = ['waiting', 'handed', 'sent', 'failed', 'skipped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** Why nothing was sent, as a code. */
const DELIVERY_REASONS = [
  'preference',
  'noAddress',
  'noSubscription',
  'notMember',
  'mayNotRead',
  'accountClosed',
  'notAllowed',
  'noDevice',
] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** Every code of a reason or an attempt; all else is what the other side said. `interrupted`: it may have been sent. */
export const DELIVERY_CODES = [...DELIVERY_REASONS, 'noWebhook', 'interrupted', 'error'] as const;

/** One attempt to send. */
export interface DeliveryAttempt {
  /** ISO 8601 UTC. */
  readonly at: string;
  readonly ok: boolean;
  /** What the other side said, or why it could not be reached. */
  readonly answer: string;
}

/** What was sent, is to be sent or failed, as the wire shows it. */
export interface Delivery {
  readonly delivery_id: number;
  /** Null: an escalation or an assignment reached this person. */
  readonly notification_id: number | null;
  readonly occasion: DeliveryOccasion;
  readonly channel: NotificationChannel;
  readonly state: DeliveryState;
  readonly reason: string;
  /** Comes together with others as a summary. */
  readonly deferred: boolean;
  /** To whom: a person or a webhook; empty: a device. */
  readonly recipient: string;
  /** Null: a test. */
  readonly alarm_id: number | null;
  readonly alert_name: string;
  readonly unit_name: string;
  readonly severity: Severity | null;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly due_at: string;
  readonly ended_at: string | null;
  readonly attempts: readonly DeliveryAttempt[];
}

/** What a message to a person is planned by. */
export interface Planned {
  readonly channel: PersonalChannel;
  readonly severity: Severity;
  readonly preferences: NotificationPreferences;
  readonly zone: string;
  /** Messages to them by this channel within the minutes of the digest that were not deferred. */
  readonly recent: number;
  /** When those that are deferred for them go out; null: none is. */
  readonly deferredUntil: Instant | null;
  readonly digest: { readonly count: number | null; readonly minutes: number };
}

export interface Plan {
  readonly state: 'waiting' | 'skipped';
  readonly reason: DeliveryReason | '';
  readonly deferred: boolean;
  readonly due: Instant;
}

/** When a message to a person goes out: now, together with others, after their quiet hours, or not at all. */
export function planDelivery(planned: Planned, now: Instant): Plan {
  const { channel, severity, preferences, zone, recent, deferredUntil, digest } = planned;
  const isCritical = severity === 'critical';
  const deferred = (due: Instant): Plan => ({ state: 'waiting', reason: '', deferred: true, due });
  if (!preferences[severity].includes(channel))
    return { state: 'skipped', reason: 'preference', deferred: false, due: now };
  const { quiet_from: from, quiet_to: to, quiet_days: days } = preferences;
  const quiet = preferences.quiet ? quietUntil({ from, to, days }, zone, now) : null;
  if (quiet !== null && !(isCritical && preferences.break_through)) return deferred(quiet);
  const until = (minutes: number): Instant =>
    deferredUntil !== null && deferredUntil > now
      ? Math.min(deferredUntil, now + minutes * MINUTE)
      : now + minutes * MINUTE;
  if (preferences.digest_minutes > 0 && !isCritical) return deferred(until(preferences.digest_minutes));
  if (digest.count !== null && recent >= digest.count) return deferred(until(digest.minutes));
  return { state: 'waiting', reason: '', deferred: false, due: now };
}

/** Milliseconds until a failed attempt is repeated; null: it is given up. */
export function retryAfter(
  attempts: number,
  { attempts: most, firstRetry, longestRetry }: { attempts: number; firstRetry: number; longestRetry: number },
): number | null {
  return attempts >= most ? null : Math.min(longestRetry, firstRetry * 4 ** (attempts - 1));
}
