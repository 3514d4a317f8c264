/**
 * What the registry of screens needs of alerts: apart from the definition, so that the sign-in page loads no schema.
 */
export const ALERT_SITE = {
  name: 'alert',
  names: 'alerts',
  resource: 'alert',
  paths: { list: '/alerts', create: '/alert/create', view: '/alert/:id', edit: '/alert/:id/edit' },
} as const;
