/**
 * What the registry of screens needs of repeaters: apart from the definition, so that the sign-in page loads no schema.
 */
export const REPEATER_SITE = {
  name: 'repeater',
  names: 'repeaters',
  resource: 'repeaters',
  paths: { list: '/repeaters', create: '/repeater/create', view: '/repeater/:id/view', edit: '/repeater/:id/edit' },
} as const;
