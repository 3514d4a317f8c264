import { array, boolean, number, object, string, type InferType } from 'yup';
import { LENGTH, NOTIFICATION, labelsField, optionalText, requiredText, emptyIsNull } from '../base/index.ts';
import { CHANNELS, isPersonal, OCCASIONS, RECIPIENTS, type NotificationChannel, type Occasion } from './channels.ts';
import { isDangerousCode, SENDABLE_COMMANDS } from './commands.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { NOTIFICATION_SITE } from './registry.ts';
import { unknownTags } from './tags.ts';

/** Only an active one sends anything. Damaged: known not to work, until somebody mends it. */
const NOTIFICATION_STATUSES = ['active', 'inactive', 'damaged'] as const;

const ids = (most: number) =>
  array(number().integer('validation.integer').positive('validation.invalid').required('validation.required'))
    .max(most, 'validation.maxItems')
    .default([]);

const wholeNumber = (bounds: { readonly min: number; readonly max: number }) =>
  number()
    .typeError('validation.invalid')
    .transform(emptyIsNull)
    .integer('validation.integer')
    .min(bounds.min, 'validation.min')
    .max(bounds.max, 'validation.max');

const messageSchema = object({
  lang: string()
    .matches(/^[a-z]{2}$/, 'validation.oneOf')
    .required('validation.required'),
  text: requiredText(LENGTH.notificationText).test('tags', (text, context) => {
    const [unknown] = unknownTags(text);
    return unknown === undefined || context.createError({ message: 'validation.unknownTag', params: { tag: unknown } });
  }),
});

/** What is written in a language instead of the product's own words. */
export type NotificationMessage = InferType<typeof messageSchema>;

const notificationFields = object({
  name: requiredText(LENGTH.notificationName),
  status: string().oneOf(NOTIFICATION_STATUSES, 'validation.oneOf').default('active'),
  description: optionalText(LENGTH.description),
  labels: labelsField,
  /** Alarms of every alert of the account, those to come included; else of those that are named. */
  all_alerts: boolean().default(true),
  alert_ids: ids(NOTIFICATION.alerts),
  /** Of every unit; else of those that are named, and of those in the groups. */
  all_units: boolean().default(false),
  unit_ids: ids(NOTIFICATION.units),
  /** Groups of units. */
  label_ids: ids(NOTIFICATION.groups),
  occasions: array(string().oneOf(OCCASIONS, 'validation.oneOf').required('validation.required'))
    .min(1, 'validation.minItems')
    .default((): Occasion[] => ['raised', 'reopened', 'escalated']),
  channels: array(string().oneOf(CHANNELS, 'validation.oneOf').required('validation.required'))
    .min(1, 'validation.notificationChannels')
    .default((): NotificationChannel[] => ['push', 'email']),
  /** Everybody of the account, or the people and the roles that are named. */
  recipients: string().oneOf(RECIPIENTS, 'validation.oneOf').default('all'),
  user_ids: ids(NOTIFICATION.people),
  role_ids: ids(NOTIFICATION.roles),
  messages: array(messageSchema)
    .max(NOTIFICATION.languages, 'validation.maxItems')
    .default([])
    .test('twice', 'validation.invalid', (messages) => {
      // Entries that are no messages are refused beside it.
      const languages = (messages ?? []).map((message) => (message as Partial<NotificationMessage> | null)?.lang);
      return new Set(languages).size === languages.length;
    }),
  /** Other systems that get a message each. */
  webhook_ids: ids(NOTIFICATION.webhooks),
  /** Code of a command that the library of several protocols has; empty: none. */
  command_code: string()
    .oneOf(['', ...SENDABLE_COMMANDS], 'validation.oneOf')
    .default(''),
  /** The person saving it knows that the command may stop a vehicle. */
  command_confirmed: boolean().default(false),
  /** So many messages within the minutes, and the rest comes as one summary; null: each by itself. */
  digest_count: wholeNumber(NOTIFICATION.digestCount).nullable().default(NOTIFICATION.digestCount.usual),
  digest_minutes: wholeNumber(NOTIFICATION.digestMinutes)
    .required('validation.required')
    .default(NOTIFICATION.digestMinutes.usual),
});
export type NotificationForm = InferType<typeof notificationFields>;

/** What decides whom a notification reaches. */
export const recipientsSchema = notificationFields.pick(['recipients', 'user_ids', 'role_ids', 'channels']);

const notificationSchema = notificationFields.test('together', (values, context) => {
  const missing = missingOf(values);
  return missing === null || context.createError({ path: missing[0], message: missing[1] });
});

/** The field without which the others make no sense, and what to say of it. */
function missingOf(values: Partial<NotificationForm>): readonly [keyof NotificationForm, string] | null {
  const channels = listOf(values.channels);
  const count = (...lists: (readonly number[] | undefined)[]): number => lists.flatMap(listOf).length;
  if (values.all_alerts === false && count(values.alert_ids) === 0)
    return ['alert_ids', 'validation.notificationAlerts'];
  if (values.all_units !== true && count(values.unit_ids, values.label_ids) === 0)
    return ['unit_ids', 'validation.notificationUnits'];
  if (channels.some(isPersonal) && values.recipients === 'chosen' && count(values.user_ids, values.role_ids) === 0)
    return ['user_ids', 'validation.notificationRecipients'];
  if (channels.includes('webhook') && count(values.webhook_ids) === 0)
    return ['webhook_ids', 'validation.notificationWebhooks'];
  if (!channels.includes('command')) return null;
  if (!values.command_code) return ['command_code', 'validation.required'];
  return isDangerousCode(values.command_code) && values.command_confirmed !== true
    ? ['command_confirmed', 'validation.commandConfirmed']
    : null;
}

/** Values that are no lists are refused by their own field. */
const listOf = <Item>(value: readonly Item[] | undefined): readonly Item[] => (Array.isArray(value) ? value : []);

/** How a notification does. */
interface NotificationState {
  /** Messages of the last days that did not arrive. */
  failed: number;
  /** ISO 8601 UTC; null: nothing was sent yet. */
  last_sent: string | null;
}

/** Notifications: who hears of alarms, by which channels and in which words. */
export const notifications = defineEntity({
  ...NOTIFICATION_SITE,
  called: ['notification', 'notifications'],
  service: 'notification-service',
  schema: notificationSchema,
  joined: joined<NotificationState>(),
  title: 'name',
  unique: { name: 'server.notificationNameTaken' },
  searched: ['name', 'description'],
  found: { by: ['name', 'description'], detail: 'description' },
  filters: { alert_id: 'id', webhook_id: 'id' },
  details: ['messages'],
  columns: {
    name: 'name',
    channels: 'text',
    status: 'status',
    all_alerts: 'text',
    all_units: 'text',
    recipients: 'text',
    occasions: 'text',
    last_sent: 'time',
    failed: 'number',
    labels: 'labels',
    description: 'text',
    account_name: 'name',
    created_at: 'time',
  },
  hidden: ['occasions', 'description', 'created_at'],
  follows: ['alert', 'webhook'],
});
/** A notification as the wire shows it. */
export type Notification = RowOf<typeof notifications>;
