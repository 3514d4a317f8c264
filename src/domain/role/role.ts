import { mixed, number, object, type InferType } from 'yup';
import { ACTIONS, RESOURCES, type Action, type Permissions, type Resource } from '../access/index.ts';
import { LENGTH, labelsField, requiredText } from '../base/index.ts';
import { defineEntity, joined, type ListedOf, type RowOf } from '../entity/index.ts';

function isPermissions(value: unknown): value is Permissions {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([resource, actions]) =>
      RESOURCES.includes(resource as Resource) &&
      Array.isArray(actions) &&
      actions.every((action) => ACTIONS.includes(action as Action)),
  );
}

/** Permissions of which there may be none. */
export const anyPermissionsField = mixed<Permissions>(isPermissions)
  .required('validation.rolePermissions')
  .typeError('validation.permissions');

export const permissionsField = anyPermissionsField
  // One that is not there is `required`'s business, or stays as it is.
  .test(
    'atLeastOne',
    'validation.rolePermissions',
    (value?: Permissions) => value === undefined || Object.values(value).some((actions) => actions.length > 0),
  );

/** A role as it is created or changed (specification, chapter 5). */
export const roleSchema = object({
  name: requiredText(LENGTH.roleName),
  /** The role that it reports to; null for none. */
  parent_role_id: number().integer().positive().nullable().default(null),
  permissions: permissionsField,
  labels: labelsField,
});
export type RoleForm = InferType<typeof roleSchema>;

/** The parent of a role, and who holds it. */
interface RolePlace {
  parent_role_name: string;
  users: number;
  child_roles: number;
  /** How many resource and action pairs it grants. */
  permission_count: number;
  members: { user_id: number; name: string; username: string }[];
}

/** Roles of an account. */
export const roles = defineEntity({
  name: 'role',
  names: 'roles',
  called: ['role', 'roles'],
  service: 'account-service',
  resource: 'role',
  schema: roleSchema,
  joined: joined<RolePlace>(),
  details: ['permissions', 'members'],
  title: 'name',
  unique: { name: 'server.roleNameTaken' },
  searched: ['name'],
  found: { by: ['name'] },
  columns: {
    name: 'name',
    parent_role_name: 'name',
    users: 'number',
    child_roles: 'number',
    permission_count: 'number',
    labels: 'labels',
    created_at: 'time',
  },
  paths: { list: '/roles-list', create: '/role/create', view: '/role/:id/view', edit: '/role/:id/edit' },
  follows: ['user'],
  methods: { list: 'getUserRoles', get: 'getOneRole', create: 'addRole', delete: 'deleteRole' },
});
/** A role with what it grants and who holds it. */
export type RoleDetails = RowOf<typeof roles>;
/** A role that others of the account may report to, and that people may be given. */
export type RoleSummary = ListedOf<typeof roles>;
