/**
 * What the registry of screens needs of operators: apart from the definition, so that the sign-in page loads no schema.
 */
export const OPERATOR_SITE = {
  name: 'operator',
  names: 'operators',
  resource: 'operator',
  paths: { list: '/operators', create: '/operator/create', view: '/operator/:id', edit: '/operator/:id/edit' },
} as const;
