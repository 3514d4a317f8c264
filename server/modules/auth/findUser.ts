import type { Queryable } from '../../store/database.types.ts';
import { USER_COLUMNS, type UserRow } from '../shared/index.ts';

/** What signing in needs to know of a user beside who they are. */
export interface SignInRow extends UserRow {
  username_key: string;
  totp_secret: string | null;
  totp_enabled_at: Date | null;
  email_verified_at: Date | null;
}

/** By user name or e-mail address; a user name wins should someone's equal another's address. */
export async function findUser(database: Queryable, name: string): Promise<SignInRow | undefined> {
  const rows = await database.query<SignInRow>(
    `select ${USER_COLUMNS}, username_key, totp_secret, totp_enabled_at, email_verified_at from app_user where username_key = $1 or email_key = $1`,
    [name],
  );
  return rows.find((row) => row.username_key === name) ?? rows[0];
}
