import type { RoleSummary } from '../../domain/role/index.ts';

export interface RoleLine {
  readonly role: RoleSummary;
  /** 0 for a role that reports to none. */
  readonly depth: number;
}

/**
 * Roles as they report to each other: each below its parent, siblings by name. A parent that is not
 * among them, or a damaged ring, does not make a role disappear.
 */
export function roleLines(roles: readonly RoleSummary[], collator: Intl.Collator): RoleLine[] {
  const known = new Set<number>(roles.map((role) => role.role_id));
  const sorted = roles.toSorted((a, b) => collator.compare(a.name, b.name) || a.role_id - b.role_id);
  const lines: RoleLine[] = [];
  const placed = new Set<number>();
  const place = (role: RoleSummary, depth: number): void => {
    if (placed.has(role.role_id)) return;
    placed.add(role.role_id);
    lines.push({ role, depth });
    for (const child of sorted) if (child.parent_role_id === role.role_id) place(child, depth + 1);
  };
  for (const role of sorted) if (role.parent_role_id === null || !known.has(role.parent_role_id)) place(role, 0);
  for (const role of sorted) place(role, 0);
  return lines;
}

/** Roles that match, each with those it reports to, so that the tree stays a tree. */
export function searchRoles(lines: readonly RoleLine[], search: string): RoleLine[] {
  const wanted = search.trim().toLocaleLowerCase();
  if (wanted === '') return [...lines];
  const byId = new Map<number, RoleSummary>(lines.map(({ role }) => [role.role_id, role]));
  const kept = new Set<number>();
  for (const { role } of lines) {
    if (![role.name, ...role.labels].some((text) => text.toLocaleLowerCase().includes(wanted))) continue;
    for (let at: RoleSummary | undefined = role; at && !kept.has(at.role_id); at = byId.get(at.parent_role_id ?? -1))
      kept.add(at.role_id);
  }
  return lines.filter(({ role }) => kept.has(role.role_id));
}
