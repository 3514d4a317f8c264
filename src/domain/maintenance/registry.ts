/**
 * What the registry of screens needs of maintenance: apart from the definition, so that the sign-in page loads no
 * schema.
 */
export const SERVICE_SITE = {
  name: 'service_reminder',
  names: 'service_reminders',
  resource: 'service_reminders',
  paths: {
    list: '/maintenance-reminders-list',
    create: '/maintenance-reminder/create',
    view: '/maintenance-reminder/:id/view',
    edit: '/maintenance-reminder/:id/edit',
  },
} as const;
