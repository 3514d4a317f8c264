import { object, string, type InferType } from 'yup';
import { LENGTH, labelsField, optionalText, requiredText } from '../base/index.ts';
import { defineEntity, joined, type RowOf } from '../entity/index.ts';
import { WEBHOOK_SITE } from './registry.ts';

/** An address that a browser would open by http or https, without a password in it. */
const isWebAddress = (text: string): boolean => {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.username === '' && url.password === '';
};

const webhookSchema = object({
  name: requiredText(LENGTH.webhookName),
  url: requiredText(LENGTH.webAddress).test('address', 'validation.webAddress', (text) => !text || isWebAddress(text)),
  /** Nothing is sent to one that is not active. */
  status: string().oneOf(['active', 'inactive'], 'validation.oneOf').default('active'),
  description: optionalText(LENGTH.description),
  labels: labelsField,
});
export type WebhookForm = InferType<typeof webhookSchema>;

/** How a webhook does. */
interface WebhookState {
  /** Notifications that send to it. */
  notifications: number;
  /** Messages of the last days that did not arrive. */
  failed: number;
  /** ISO 8601 UTC; null: nothing was sent yet. */
  last_sent: string | null;
}

/** Webhooks: addresses of other systems that hear of alarms. */
export const webhooks = defineEntity({
  ...WEBHOOK_SITE,
  called: ['webhook', 'webhooks'],
  service: 'webhook-service',
  schema: webhookSchema,
  joined: joined<WebhookState>(),
  title: 'name',
  unique: { name: 'server.webhookNameTaken' },
  searched: ['name', 'url', 'description'],
  found: { by: ['name', 'url'], detail: 'url' },
  columns: {
    name: 'name',
    url: 'code',
    status: 'status',
    notifications: 'number',
    last_sent: 'time',
    failed: 'number',
    labels: 'labels',
    description: 'text',
    account_name: 'name',
    created_at: 'time',
  },
  hidden: ['description', 'created_at'],
  follows: ['notification'],
});
/** A webhook as the wire shows it. */
export type Webhook = RowOf<typeof webhooks>;
