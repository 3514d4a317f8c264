import type { AccountStatus, AccountType, Membership } from '../../../../src/domain/account/index.ts';
import type { AccountId, UserId } from '../../../../src/domain/base/index.ts';
import {
  strictestPolicy,
  type LoginStatus,
  type PasswordPolicy,
  type User,
} from '../../../../src/domain/user/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { pictureUrl } from './pictures.ts';

/** A user as stored. */
export interface UserRow {
  id: number;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  time_zone: string;
  /** The image's id. */
  picture: string | null;
  password_hash: string;
  status: LoginStatus;
}

/** The columns of a `UserRow`, for queries from `app_user`, alone or joined. */
export const USER_COLUMNS = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'time_zone',
  'picture',
  'password_hash',
  'status',
]
  .map((column) => `app_user.${column}`)
  .join(', ');

/** The user as the wire shows it: never the hash. */
export function userOf(row: UserRow): User {
  return {
    user_id: row.id as UserId,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
    time_zone: row.time_zone,
    picture: pictureUrl(row.picture),
  };
}

/** The accounts that the user belongs to, by name, each with the status that counts: a blocked one above blocks it. */
export async function membershipsOf(database: Queryable, userId: UserId): Promise<Membership[]> {
  const rows = await database.query<{
    account_id: number;
    name: string;
    type: AccountType;
    role: string;
    status: AccountStatus;
  }>(
    `with recursive line (account_id, parent_id, status) as (
       select a.id, a.parent_id, a.status from membership m join account a on a.id = m.account_id where m.user_id = $1
       union select line.account_id, above.parent_id, above.status from line join account above on above.id = line.parent_id)
     select a.id as account_id, a.name, a.type, r.name as role,
            (select case when bool_or(line.status = 'blocked') then 'blocked' when bool_or(line.status = 'inactive') then 'inactive' else 'active' end
             from line where line.account_id = a.id) as status
     from membership m join account a on a.id = m.account_id join role r on r.id = m.role_id
     where m.user_id = $1 order by a.name, a.id`,
    [userId],
  );
  return rows.map((row) => ({ ...row, account_id: row.account_id as AccountId }));
}

/** What a new password of the user must keep to: the strictest of their accounts. */
export async function passwordPolicyOf(database: Queryable, userId: number): Promise<PasswordPolicy> {
  const rows = await database.query<{ policy: PasswordPolicy }>(
    'select distinct a.password_policy as policy from membership m join account a on a.id = m.account_id where m.user_id = $1',
    [userId],
  );
  return strictestPolicy(rows.map(({ policy }) => policy));
}

/** What the account asks of new passwords. */
export async function passwordPolicyOfAccount(database: Queryable, accountId: number): Promise<PasswordPolicy> {
  const rows = await database.query<{ policy: PasswordPolicy }>(
    'select password_policy as policy from account where id = $1',
    [accountId],
  );
  return strictestPolicy(rows.map(({ policy }) => policy));
}

/** True when nobody else goes by the name: neither as user name nor as e-mail address, since both sign in. */
export async function isNameFree(database: Queryable, username: string, exceptUserId = 0): Promise<boolean> {
  const taken = await database.query(
    'select 1 from app_user where (username_key = $1 or email_key = $1) and id <> $2 limit 1',
    [nameKey(username), exceptUserId],
  );
  return taken.length === 0;
}

/** How user names and addresses are compared: letters of either case are the same. */
export function nameKey(name: string): string {
  return name.trim().toLowerCase();
}

/** False for a user name that is an address of somebody else: asking for it would reveal whether that has a login. */
export function isOwnName(username: string, email: string): boolean {
  return !username.includes('@') || nameKey(username) === nameKey(email);
}
