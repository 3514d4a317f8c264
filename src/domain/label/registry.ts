/**
 * What the registry of screens needs of groups: apart from the definition, so that the sign-in page loads no schema.
 */
export const LABEL_SITE = {
  name: 'label',
  names: 'labels',
  resource: 'label',
  paths: { list: '/groups', create: '/group/create', view: '/groups/:id', edit: '/groups/:id/edit' },
} as const;
