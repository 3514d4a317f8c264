import type { Page, Request } from '../../../src/api/contract/index.ts';
import type { Permissions } from '../../../src/domain/access/index.ts';
import type { RoleDetails, RoleSummary } from '../../../src/domain/role/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { Conditions, escapeLike, readPage } from '../shared/index.ts';

interface RoleRow {
  id: number;
  account_id: number;
  name: string;
  parent_role_id: number | null;
  parent_role_name: string | null;
  permissions: Permissions;
  labels: string[];
  users: number;
  child_roles: number;
  permission_count: number;
  created_at: Date;
}

const COLUMNS = `
  r.id, r.account_id, r.name, r.parent_role_id, p.name as parent_role_name, r.permissions, r.labels, r.created_at,
  (select count(*) from membership m where m.role_id = r.id) as users,
  (select count(*) from role c where c.parent_role_id = r.id) as child_roles,
  (select coalesce(sum(jsonb_array_length(actions)), 0) from jsonb_each(r.permissions) as pair (resource, actions)) as permission_count`;
const FROM = 'role r left join role p on p.id = r.parent_role_id';

const SORTS: Readonly<Record<string, string>> = {
  name: 'lower(r.name)',
  parent_role_name: 'lower(p.name)',
  users: 'users',
  child_roles: 'child_roles',
  permission_count: 'permission_count',
  created_at: 'r.created_at',
};

/** One page of an account's roles; null when the sort column is unknown. */
export function listRoles(
  database: Queryable,
  accountId: number,
  request: Request<'getUserRoles'>,
): Promise<Page<RoleSummary> | null> {
  const conditions = new Conditions().add((place) => `r.account_id = ${place}`, accountId);
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) => `(r.name ilike ${place} or p.name ilike ${place} or r.labels::text ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  return readPage<RoleRow, RoleSummary>(
    database,
    request,
    { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'name', id: 'r.id' },
    summaryOf,
  );
}

/** A role of the account with what it grants and who holds it, or null. */
export async function readRole(database: Queryable, accountId: number, roleId: number): Promise<RoleDetails | null> {
  const [row] = await database.query<RoleRow>(`select ${COLUMNS} from ${FROM} where r.id = $1 and r.account_id = $2`, [
    roleId,
    accountId,
  ]);
  if (!row) return null;
  const members = await database.query<{ user_id: number; username: string; first_name: string; last_name: string }>(
    `select u.id as user_id, u.username, u.first_name, u.last_name from membership m join app_user u on u.id = m.user_id
     where m.role_id = $1 order by lower(u.first_name), lower(u.last_name), u.id`,
    [roleId],
  );
  return {
    ...summaryOf(row),
    permissions: row.permissions,
    members: members.map((member) => ({
      user_id: member.user_id,
      name: `${member.first_name} ${member.last_name}`.trim(),
      username: member.username,
    })),
  };
}

function summaryOf(row: RoleRow): RoleSummary {
  return {
    role_id: row.id,
    account_id: row.account_id,
    name: row.name,
    parent_role_id: row.parent_role_id,
    parent_role_name: row.parent_role_name ?? '',
    labels: row.labels,
    users: row.users,
    child_roles: row.child_roles,
    permission_count: row.permission_count,
    created_at: row.created_at.toISOString(),
  };
}
