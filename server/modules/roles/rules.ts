import {
  beyond,
  ceilingOf,
  pairs,
  samePermissions,
  unusable,
  type Need,
  type Permissions,
} from '../../../src/domain/access/index.ts';
import type { AccountType } from '../../../src/domain/account/index.ts';
import {
  belowRole,
  deletionBlock,
  mayReportTo,
  type RoleDetails,
  type RoleForm,
} from '../../../src/domain/role/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { conflictAt, type OwnPermissions, type Refused } from '../shared/index.ts';

/** A role as the rules see it. */
export interface StoredRole {
  readonly role_id: number;
  readonly parent_role_id: number | null;
  readonly name: string;
  readonly permissions: Permissions;
}

/** What the rules of roles need to know. */
export interface RoleRules {
  readonly accountType: AccountType;
  readonly own: OwnPermissions;
  /** Every role of the account. */
  readonly roles: readonly StoredRole[];
  readonly context: CallContext;
  readonly problems: Problems;
}

/** Every role of the account. */
export async function readRoles(database: Queryable, accountId: number): Promise<StoredRole[]> {
  const rows = await database.query<{
    id: number;
    parent_role_id: number | null;
    name: string;
    permissions: Permissions;
  }>('select id, parent_role_id, name, permissions from role where account_id = $1 order by id', [accountId]);
  return rows.map(({ id, parent_role_id: parent, name, permissions }) => ({
    role_id: id,
    parent_role_id: parent,
    name,
    permissions,
  }));
}

/** Why the form cannot be a role of the account, or null. `roleId` is 0 for a new one. */
export function refuseForm(
  roleId: number,
  form: RoleForm,
  { roles, context, problems, ...rules }: RoleRules,
): Refused | null {
  if (form.parent_role_id !== null) {
    // A role of another account is unknown here.
    const known = roles.some((role) => role.role_id === form.parent_role_id);
    if (!known) return problems.refuseField(context.lang, 'parent_role_id', 'server.roleUnknown');
    if (!mayReportTo(roleId, form.parent_role_id, roles))
      return problems.refuseField(context.lang, 'parent_role_id', 'server.roleReportsToItself');
  }
  return refusePermissions(form.permissions, { ...rules, context, problems });
}

function refusePermissions(
  permissions: Permissions,
  { accountType, own, context, problems }: Omit<RoleRules, 'roles'>,
): Refused | null {
  const name = (key: string, needs: readonly Need[]) =>
    needs.length === 0
      ? null
      : problems.refuseField(context.lang, 'permissions', key, { permissions: namesOf(needs, context, problems) });
  return (
    name('server.permissionUnusable', unusable(permissions)) ??
    name('server.permissionNotForAccount', beyond(permissions, ceilingOf(accountType))) ??
    name('server.permissionNotGranted', beyond(permissions, own.permissions))
  );
}

/**
 * Why the caller may not change this role so, or null. Nobody changes one that grants more than
 * they hold, nor what their own grants: it could lock them out, or let them in further.
 */
export function refuseChange(before: RoleDetails, form: RoleForm, rules: RoleRules): Refused | null {
  const { own, context, problems, roles } = rules;
  const exceeding = refuseExceeding(before, rules);
  if (exceeding) return exceeding;
  const isOwn = before.role_id === own.roleId;
  if (isOwn && before.parent_role_id !== form.parent_role_id)
    return conflictAt('parent_role_id', 'server.ownRole', context, problems);
  if (samePermissions(before.permissions, form.permissions)) return null;
  if (isOwn) return conflictAt('permissions', 'server.ownRole', context, problems);
  const removed = beyond(before.permissions, form.permissions);
  const holders = belowRole(before.role_id, roles).filter(
    (role) => beyond({ ...only(removed) }, role.permissions).length < removed.length,
  );
  if (holders.length === 0) return null;
  return conflictAt('permissions', 'server.permissionNeeded', context, problems, {
    roles: holders.map((role) => role.name).join(', '),
  });
}

/** Refuses to touch a role that grants more than the caller holds. */
function refuseExceeding(
  role: Pick<RoleDetails, 'permissions'>,
  { own, context, problems }: RoleRules,
): Refused | null {
  return beyond(role.permissions, own.permissions).length > 0
    ? conflictAt('permissions', 'server.roleExceedsYours', context, problems)
    : null;
}

const BLOCKS = { users: 'server.roleHasUsers', childRoles: 'server.roleHasChildren' } as const;

/** Why the role cannot be deleted, or null (specification, chapters 5 and 8). */
export function refuseDeletion(role: RoleDetails, pendingInvitations: number, rules: RoleRules): Refused | null {
  const { context, problems } = rules;
  const block = deletionBlock(role);
  if (block) return problems.refuse(context.lang, ERROR.conflict, { key: BLOCKS[block] });
  if (pendingInvitations > 0)
    return problems.refuse(context.lang, ERROR.conflict, { key: 'server.roleHasInvitations' });
  return refuseExceeding(role, rules);
}

function only(needs: readonly Need[]): Permissions {
  const permissions: Partial<Record<Need['resource'], Need['action'][]>> = {};
  for (const { resource, action } of needs) (permissions[resource] ??= []).push(action);
  return permissions;
}

/** Pairs as the role editor words them, or by their codes. */
function namesOf(needs: readonly Need[], { lang }: CallContext, problems: Problems): string {
  const firstOf = (code: string, ...keys: string[]): string => {
    const key = keys.find((each) => problems.text(lang, each) !== each);
    return key === undefined ? code : problems.text(lang, key);
  };
  return pairs(only(needs))
    .map(
      ({ resource, action }) =>
        `${firstOf(resource, `resources.${resource}`)}: ${firstOf(action, `actionsOf.${resource}.${action}`, `actions.${action}.name`)}`,
    )
    .join(', ');
}
