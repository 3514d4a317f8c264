/**
 * What the registry of screens needs of routes: apart from the definition, so that the sign-in page loads no schema.
 */
export const ROUTE_SITE = {
  name: 'route',
  names: 'routes',
  resource: 'routes',
  paths: { list: '/routes', create: '/route/create', view: '/route/:id/view', edit: '/route/:id/edit' },
} as const;
