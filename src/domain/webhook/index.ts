export { webhooks, type Webhook, type WebhookForm } from './webhook.ts';
