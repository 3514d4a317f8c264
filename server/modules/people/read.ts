import type { AccountUser, Page, Request } from '../../../src/api/contract/index.ts';
import type { Permissions } from '../../../src/domain/access/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { Conditions, escapeLike, pictureUrl, readPage } from '../shared/index.ts';

interface PersonRow extends Omit<
  AccountUser,
  'user_id' | 'role_id' | 'account_id' | 'picture' | 'joined_at' | 'last_seen_at'
> {
  user_id: number;
  role_id: number;
  account_id: number;
  picture: string | null;
  permissions: Permissions;
  joined_at: Date;
  last_seen_at: Date | null;
}

// Seen in this account: where else someone works is not this account's business.
const COLUMNS = `
  m.user_id, u.username, u.email, u.first_name, u.last_name, u.mobile, u.picture, u.status, m.role_id, r.name as role_name, r.permissions,
  m.account_id, a.name as account_name, m.created_at as joined_at,
  (select max(s.last_used_at) from session s where s.user_id = m.user_id and s.account_id = m.account_id) as last_seen_at`;
const FROM =
  'membership m join app_user u on u.id = m.user_id join role r on r.id = m.role_id join account a on a.id = m.account_id';

const SORTS: Readonly<Record<string, string>> = {
  first_name: 'lower(u.first_name)',
  last_name: 'lower(u.last_name)',
  name: "lower(u.first_name || ' ' || u.last_name)",
  username: 'u.username_key',
  email: 'u.email_key',
  role_name: 'lower(r.name)',
  status: 'u.status',
  joined_at: 'm.created_at',
  last_seen_at: 'last_seen_at',
};

/** More than a form offers as recipients. */
const MAXIMUM_TEAM = 1_000;

/** A member of an account, with what their role grants. */
export interface Member {
  readonly user: AccountUser;
  readonly permissions: Permissions;
}

/** One page of an account's people; null when the sort column is unknown. */
export function listPeople(
  database: Queryable,
  accountId: number,
  request: Request<'getUsersList'>,
): Promise<Page<AccountUser> | null> {
  const conditions = new Conditions().add((place) => `m.account_id = ${place}`, accountId);
  const { role_id: role, status } = request.filters;
  if (role) conditions.add((place) => `m.role_id = ${place}`, role);
  if (status) conditions.add((place) => `u.status = ${place}`, status);
  const text = request.search.trim();
  if (text) {
    conditions.add(
      (place) =>
        `(u.first_name || ' ' || u.last_name ilike ${place} or u.username ilike ${place} or u.email ilike ${place} or u.mobile ilike ${place} or r.name ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  }
  const source = { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'name', id: 'm.user_id' };
  return readPage<PersonRow, AccountUser>(database, request, source, personOf);
}

/** A member of the account, or null. */
export async function readMember(database: Queryable, accountId: number, userId: number): Promise<Member | null> {
  const [row] = await database.query<PersonRow>(
    `select ${COLUMNS} from ${FROM} where m.account_id = $1 and m.user_id = $2`,
    [accountId, userId],
  );
  return row ? { user: personOf(row), permissions: row.permissions } : null;
}

/** The person's place in each of their accounts. */
export async function readMemberships(database: Queryable, userId: number): Promise<Member[]> {
  const rows = await database.query<PersonRow>(
    `select ${COLUMNS} from ${FROM} where m.user_id = $1 order by m.account_id`,
    [userId],
  );
  return rows.map((row) => ({ user: personOf(row), permissions: row.permissions }));
}

/** People of the account, as recipients. */
export async function listTeam(
  database: Queryable,
  accountId: number,
  search: string,
): Promise<{ user_id: number; name: string; email: string; role_name: string }[]> {
  const rows = await database.query<{ user_id: number; name: string; email: string; role_name: string }>(
    `select u.id as user_id, u.first_name || ' ' || u.last_name as name, u.email, r.name as role_name from ${FROM}
     where m.account_id = $1 and u.status = 'active' and (u.first_name || ' ' || u.last_name ilike $2 or u.email ilike $2)
     order by lower(u.first_name), lower(u.last_name), u.id limit $3`,
    [accountId, `%${escapeLike(search.trim())}%`, MAXIMUM_TEAM],
  );
  return rows;
}

function personOf(stored: PersonRow): AccountUser {
  const { permissions: _, ...row } = stored;
  return {
    ...row,
    user_id: row.user_id,
    role_id: row.role_id,
    account_id: row.account_id,
    picture: pictureUrl(row.picture),
    joined_at: row.joined_at.toISOString(),
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
  };
}
