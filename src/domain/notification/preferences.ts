import { array, boolean, number, object, string, type InferType } from 'yup';
import { NOTIFICATION } from '../base/index.ts';
import { PERSONAL_CHANNELS } from './channels.ts';

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/;

const channels = array(string().oneOf(PERSONAL_CHANNELS, 'validation.oneOf').required('validation.required'))
  .max(PERSONAL_CHANNELS.length, 'validation.maxItems')
  .default(() => [...PERSONAL_CHANNELS]);

const clock = (usual: string) =>
  string().matches(CLOCK, 'validation.invalid').required('validation.required').default(usual);

/** What one person wants to get of what an account sends them. */
export const preferencesSchema = object({
  /** Channels by severity; none: nothing of it. */
  info: channels,
  warning: channels,
  critical: channels,
  quiet: boolean().default(false),
  quiet_from: clock('22:00'),
  quiet_to: clock('06:00'),
  quiet_days: array(number().integer('validation.integer').min(1).max(7).required('validation.required'))
    .max(7, 'validation.maxItems')
    .when('quiet', ([quiet], days) => (quiet ? days.min(1, 'validation.route.days') : days))
    .default(() => [1, 2, 3, 4, 5, 6, 7]),
  /** Critical alarms reach them in the quiet hours too. */
  break_through: boolean().default(true),
  /** Minutes of which all that is not critical comes as one summary; 0: each message by itself. */
  digest_minutes: number().oneOf(NOTIFICATION.ownDigest, 'validation.oneOf').required('validation.required').default(0),
});
export type NotificationPreferences = InferType<typeof preferencesSchema>;

/** Those of somebody who never chose any. */
export const DEFAULT_PREFERENCES: NotificationPreferences = preferencesSchema.getDefault() as NotificationPreferences;

/** Stored preferences with the defaults of what was never chosen. */
export const preferencesOf = (stored: object | null): NotificationPreferences => ({
  ...DEFAULT_PREFERENCES,
  ...stored,
});
