/**
 * What the registry of screens needs of reports: apart from the definition, so that the sign-in page loads no schema.
 */
export const REPORT_SITE = {
  name: 'report',
  names: 'reports',
  resource: 'report',
  paths: { list: '/reports', create: '/report/create', view: '/report/:id/view', edit: '/report/:id/edit' },
} as const;
