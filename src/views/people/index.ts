import type { Need } from '../../domain/access/index.ts';
import { shellScreen, type Screen, type ScreenCrumb } from '../shared/address/screen.ts';

const role = (action: Need['action']): Need => ({ resource: 'role', action });
const users: ScreenCrumb = { labelKey: 'menu.users', path: '/users' };
const roles: ScreenCrumb = { labelKey: 'screens.rolesList', path: '/roles-list' };
const loadUsers = () => import('./UsersScreen.tsx');
const loadRoleForm = () => import('./RoleFormScreen.tsx');

/** Users and roles (specification, chapter 2). */
export const peopleScreens: readonly Screen[] = [
  shellScreen('users', '/users', { resource: 'user', action: 'r' }, loadUsers, {
    menu: { group: 'users', order: 1, need: { resource: 'user', action: 'm' }, labelKey: 'menu.users', icon: 'users' },
  }),
  shellScreen('rolesList', '/roles-list', role('r'), loadUsers, { crumbs: [users] }),
  shellScreen('roleCreate', '/role/create', role('a'), loadRoleForm, { crumbs: [users, roles] }),
  shellScreen('roleEdit', '/role/:id/edit', role('u'), loadRoleForm, { crumbs: [users, roles] }),
  shellScreen('roleView', '/role/:id/view', role('r'), () => import('./RoleViewScreen.tsx'), {
    crumbs: [users, roles],
  }),
];
