/** The part of a role that makes the hierarchy. */
export interface RoleNode {
  readonly role_id: number;
  readonly parent_role_id: number | null;
}

/**
 * True when `role` may report to `parent`: not to itself and to none of those below it, which would
 * close a ring.
 */
export function mayReportTo(role: number, parent: number, roles: readonly RoleNode[]): boolean {
  const parents = new Map(roles.map((node) => [node.role_id, node.parent_role_id]));
  const seen = new Set<number>();
  for (let at: number | null | undefined = parent; at != null && !seen.has(at); at = parents.get(at)) {
    if (at === role) return false;
    seen.add(at);
  }
  return true;
}

/** Every role that reports to this one, directly or through others; those nearer come first. */
export function belowRole<Role extends RoleNode>(role: number, roles: readonly Role[]): Role[] {
  const below: Role[] = [];
  const above = [role];
  for (const at of above) {
    for (const node of roles) {
      // A ring that someone made in the database by hand must not hang the server.
      if (node.parent_role_id !== at || above.includes(node.role_id)) continue;
      above.push(node.role_id);
      below.push(node);
    }
  }
  return below;
}

/** Why a role cannot be deleted (specification, chapters 5 and 8), or null. */
export function deletionBlock(role: {
  readonly users: number;
  readonly child_roles: number;
}): 'users' | 'childRoles' | null {
  if (role.users > 0) return 'users';
  return role.child_roles > 0 ? 'childRoles' : null;
}
