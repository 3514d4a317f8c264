import type { AccountStatus, AccountType, Membership } from '../../../src/domain/account/index.ts';
import type { AccountId, UserId } from '../../../src/domain/base/index.ts';
import type { User } from '../../../src/domain/user/index.ts';
import type { Queryable } from '../../store/database.types.ts';

/** A user as stored. */
export interface UserRow {
  id: unknown;
  username: string;
  email: string;
  first_name: string;
  last_name: string;
  password_hash: string;
  status: string;
}

/** The user as the wire shows it: never the hash. */
export function userOf(row: UserRow): User {
  return {
    user_id: Number(row.id) as UserId,
    username: row.username,
    email: row.email,
    first_name: row.first_name,
    last_name: row.last_name,
  };
}

/** The accounts that the user may enter, by name. */
export async function membershipsOf(database: Queryable, userId: UserId): Promise<Membership[]> {
  const rows = await database.query<{ account_id: unknown; name: string; type: AccountType; role: string; status: AccountStatus }>(
    `select a.id as account_id, a.name, a.type, r.name as role, a.status
     from membership m join account a on a.id = m.account_id join role r on r.id = m.role_id
     where m.user_id = $1 order by a.name, a.id`,
    [userId],
  );
  return rows.map((row) => ({ ...row, account_id: Number(row.account_id) as AccountId }));
}
