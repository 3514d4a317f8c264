import { boolean, number, object, string } from 'yup';
import { LENGTH } from '../../domain/base/index.ts';
import {
  CHANNELS,
  DELIVERY_STATES,
  preferencesSchema,
  recipientsSchema,
  type Delivery,
  type NotificationPreferences,
  type PersonalChannel,
  type RecipientGap,
} from '../../domain/notification/index.ts';
import { emptyRequest, methodOf, pageRequest, type Page } from './method.ts';

const notification = methodOf('notification-service');
const push = methodOf('push-service');
const webhook = methodOf('webhook-service');
const id = number().integer().positive();
const one = object({ notification_id: id.required('validation.required') });
const oneWebhook = object({ webhook_id: id.required('validation.required') });
const READ = { resource: 'notification', action: 'r' } as const;
const CHANGE = { resource: 'notification', action: 'u' } as const;
const OWN = { resource: 'notification', action: 'ns' } as const;

/** Whom a notification reaches, before it is saved. */
export interface RecipientPreview {
  /** People who get messages by a channel at least. */
  readonly people: number;
  /** Who is left out, worst first; `channel` null: of all of them. Names are for those who may see the people. */
  readonly gaps: readonly {
    readonly reason: RecipientGap;
    readonly channel: PersonalChannel | null;
    readonly count: number;
    readonly names: readonly string[];
  }[];
}

/** A browser that push messages go to. */
export interface PushSubscriptionSummary {
  readonly subscription_id: number;
  readonly user_agent: string;
  /** True for the one of the session that asks. */
  readonly is_current: boolean;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly used_at: string | null;
  /** What the push service said of the last message; empty: it took it. */
  readonly problem: string;
}

/** What is asked for or refused in a browser (specification: `saveToken` takes a token and a status). */
const TOKEN_STATUSES = ['active', 'inactive'] as const;

/** notification-service and webhook-service beside what derives from their definitions (`domain`), and push-service. */
export const notificationMethods = {
  getDeliveryList: notification<Page<Delivery>>()({
    summary: 'What was sent, is to be sent or failed, newest first, with every attempt.',
    access: READ,
    request: pageRequest.shape({
      filters: object({
        notification_id: id,
        webhook_id: id,
        alarm_id: id,
        state: string().oneOf(['', ...DELIVERY_STATES]),
        channel: string().oneOf(['', ...CHANNELS]),
        /** Those that did not arrive, or not yet after an attempt that failed. */
        problems: boolean(),
      }).default({}),
    }),
  }),
  previewNotification: notification<{ title: string; text: string }>()({
    summary: 'A message in a language with the values of the latest alarm, or of an example; empty: the standard text.',
    access: READ,
    request: object({
      lang: string()
        .matches(/^[a-z]{2}$/)
        .required('validation.required'),
      text: string().max(LENGTH.notificationText.max, 'validation.maxLength').default(''),
    }),
  }),
  previewRecipients: notification<RecipientPreview>()({
    summary: 'Whom a choice of people, roles and channels reaches, and who is left out, and why.',
    access: READ,
    request: recipientsSchema,
  }),
  testNotification: notification<{ deliveries: number }>()({
    summary: 'Sends a test to the caller by the channels of a notification, and to its webhooks.',
    access: CHANGE,
    quiet: false,
    request: one,
  }),
  testWebhook: webhook<object>()({
    summary: 'Sends a test to a webhook.',
    access: CHANGE,
    quiet: false,
    request: oneWebhook,
  }),
  getWebhookSecret: webhook<{ secret: string }>()({
    summary: 'The key by which messages to the webhook are signed.',
    access: CHANGE,
    request: oneWebhook,
  }),
  renewWebhookSecret: webhook<{ secret: string }>()({
    summary: 'Replaces the key by which messages to the webhook are signed.',
    access: CHANGE,
    quiet: false,
    request: oneWebhook,
  }),
  getNotificationPreferences: notification<{ preferences: NotificationPreferences }>()({
    summary: 'What the caller wants to get of what the account sends.',
    access: OWN,
    request: emptyRequest,
  }),
  saveNotificationPreferences: notification<{ preferences: NotificationPreferences }>()({
    summary: 'Saves what the caller wants to get of what the account sends.',
    access: OWN,
    quiet: false,
    request: preferencesSchema,
  }),
  getPushSetup: push<{ public_key: string; subscriptions: PushSubscriptionSummary[] }>()({
    summary: 'The key that browsers need to ask for push messages, and the caller’s browsers that did.',
    access: 'session',
    request: emptyRequest,
  }),
  saveToken: push<{ subscriptions: PushSubscriptionSummary[] }>()({
    summary: 'Keeps a browser’s push subscription (its JSON) for the caller, or removes it.',
    access: 'session',
    request: object({
      token: string().max(2_000, 'validation.maxLength').required('validation.required'),
      status: string().oneOf(TOKEN_STATUSES, 'validation.oneOf').required('validation.required'),
    }),
  }),
  deletePushSubscription: push<{ subscriptions: PushSubscriptionSummary[] }>()({
    summary: 'Ends push messages to one of the caller’s browsers.',
    access: 'session',
    quiet: false,
    request: object({ subscription_id: id.required('validation.required') }),
  }),
};
