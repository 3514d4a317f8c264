import { mixed, number, object, type InferType } from 'yup';
import { ACTIONS, RESOURCES, type Action, type Permissions, type Resource } from '../access/index.ts';
import { LENGTH, labelsField, requiredText } from '../base/index.ts';

/** Roles that a role of the account may report to, and that people may be given. */
export interface RoleSummary {
  role_id: number;
  account_id: number;
  name: string;
  parent_role_id: number | null;
  parent_role_name: string;
  labels: string[];
  users: number;
  child_roles: number;
  /** How many resource and action pairs it grants. */
  permission_count: number;
  created_at: string;
}

/** A role with what it grants and who holds it. */
export interface RoleDetails extends RoleSummary {
  permissions: Permissions;
  members: { user_id: number; name: string; username: string }[];
}

function isPermissions(value: unknown): value is Permissions {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.entries(value).every(
    ([resource, actions]) =>
      RESOURCES.includes(resource as Resource) &&
      Array.isArray(actions) &&
      actions.every((action) => ACTIONS.includes(action as Action)),
  );
}

export const permissionsField = mixed<Permissions>(isPermissions)
  .required('validation.rolePermissions')
  .typeError('validation.permissions')
  .test('atLeastOne', 'validation.rolePermissions', (value) =>
    Object.values(value ?? {}).some((actions) => actions.length > 0),
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
