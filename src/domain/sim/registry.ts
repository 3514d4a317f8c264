/**
 * What the registry of screens needs of SIM cards: apart from the definition, so that the sign-in page loads no schema.
 */
export const SIM_SITE = {
  name: 'sim',
  names: 'sims',
  resource: 'sims',
  paths: { list: '/sim', create: '/sim/create', view: '/sim/:id/view', edit: '/sim/:id/edit' },
} as const;
