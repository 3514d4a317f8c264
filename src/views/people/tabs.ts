import type { Need } from '../../domain/access/index.ts';

/** The two tabs of the users' entry in the menu: each opened by reading, and shown by its menu permission. */
export const PEOPLE_TABS = {
  users: { path: '/users', open: { resource: 'user', action: 'r' }, menu: { resource: 'user', action: 'm' } },
  roles: { path: '/roles-list', open: { resource: 'role', action: 'r' }, menu: { resource: 'role', action: 'm' } },
} as const satisfies Record<string, { path: string; open: Need; menu: Need }>;
