import { PERSONAL_CHANNELS, type PersonalChannel } from '../base/index.ts';

export { PERSONAL_CHANNELS, type PersonalChannel };
export const CHANNELS = [...PERSONAL_CHANNELS, 'webhook', 'command'] as const;
export type NotificationChannel = (typeof CHANNELS)[number];

export const isPersonal = (channel: NotificationChannel): channel is PersonalChannel =>
  PERSONAL_CHANNELS.some((each) => each === channel);

/** What happens to an alarm that people hear of. */
export const OCCASIONS = ['raised', 'reopened', 'escalated', 'resolved'] as const;
export type Occasion = (typeof OCCASIONS)[number];

export const RECIPIENTS = ['all', 'chosen'] as const;
