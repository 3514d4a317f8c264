/**
 * What the registry of screens needs of notifications: apart from the definition, so that the sign-in page loads no
 * schema.
 */
export const NOTIFICATION_SITE = {
  name: 'notification',
  names: 'notifications',
  resource: 'notification',
  paths: {
    list: '/notifications',
    create: '/notification/create',
    view: '/notification/:id',
    edit: '/notification/:id/edit',
  },
} as const;
