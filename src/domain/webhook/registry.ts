/**
 * What the registry of screens needs of webhooks: apart from the definition, so that the sign-in page loads no schema.
 */
export const WEBHOOK_SITE = {
  name: 'webhook',
  names: 'webhooks',
  resource: 'notification',
  paths: { list: '/webhooks', create: '/webhook/create', view: '/webhook/:id/view', edit: '/webhook/:id/edit' },
} as const;
