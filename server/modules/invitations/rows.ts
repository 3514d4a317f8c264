import { createHash } from 'node:crypto';
import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import { invitationStatus, type Invitation, type InvitationStatus } from '../../../src/domain/invitation/index.ts';
import type { Queryable } from '../../store/database.types.ts';

/** An invitation as stored, with the names of what it refers to. */
export interface InvitationRow {
  id: number;
  account_id: number;
  account_name: string;
  role_id: number;
  role_name: string;
  operator_id: number | null;
  email: string;
  email_key: string;
  status: Exclude<InvitationStatus, 'expired'>;
  invited_by: number;
  inviter_name: string;
  created_at: Date;
  sent_at: Date;
  expires_at: Date;
  answered_at: Date | null;
  /** True where it was found by a link that was handed over: whoever holds that need not have read the mail. */
  by_hand: boolean;
}

export const INVITATION_FROM = `invitation i join account a on a.id = i.account_id join app_user u on u.id = i.invited_by
  left join role r on r.id = i.role_id and r.account_id = i.account_id`;
export const INVITATION_COLUMNS = `i.id, i.account_id, a.name as account_name, i.role_id, coalesce(r.name, i.role_name) as role_name, i.operator_id, i.email, i.email_key,
  i.status, i.invited_by, trim(u.first_name || ' ' || u.last_name) as inviter_name, i.created_at, i.sent_at, i.expires_at, i.answered_at`;

export function invitationOf(row: InvitationRow, now: Instant): Invitation {
  const expiresAt = new Date(row.expires_at).getTime();
  return {
    invitation_id: row.id,
    email: row.email,
    account_id: row.account_id,
    account_name: row.account_name,
    role_id: row.role_id,
    role_name: row.role_name,
    operator_id: row.operator_id,
    status: invitationStatus(row.status, expiresAt, now),
    invited_by: row.inviter_name,
    created_at: toIso(new Date(row.created_at).getTime()),
    expires_at: toIso(expiresAt),
    answered_at: row.answered_at === null ? null : toIso(new Date(row.answered_at).getTime()),
  };
}

/** Only the hash of a link's token is stored: who reads the database cannot use it. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** `lock` keeps two answers to one invitation from both counting. */
export async function findById(database: Queryable, id: number, lock = false): Promise<InvitationRow | undefined> {
  const [row] = await database.query<InvitationRow>(
    `select ${INVITATION_COLUMNS}, false as by_hand from ${INVITATION_FROM} where i.id = $1${lock ? ' for update of i' : ''}`,
    [id],
  );
  return row;
}

export async function findByToken(
  database: Queryable,
  token: string,
  lock = false,
): Promise<InvitationRow | undefined> {
  const [row] = await database.query<InvitationRow>(
    `select ${INVITATION_COLUMNS}, coalesce(i.handed_token_hash = $1, false) as by_hand from ${INVITATION_FROM}
     where i.token_hash = $1 or i.handed_token_hash = $1${lock ? ' for update of i' : ''}`,
    [hashToken(token)],
  );
  return row;
}
