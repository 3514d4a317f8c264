import { randomBytes } from 'node:crypto';
import { DAY, INVITATION, type AccountId } from '../../../src/domain/base/index.ts';
import type { Invitation } from '../../../src/domain/invitation/index.ts';
import type { EventData, EventKindAbout } from '../../../src/domain/events/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  dateTimeText,
  lockAccount,
  readMailBrand,
  readPersonalSettings,
  sessionOf,
  recordEvent,
  recordEventBy,
  type Inviting,
} from '../shared/index.ts';
import { findById, hashToken, invitationOf, type InvitationRow } from './rows.ts';
import type { InvitationServices } from './services.ts';

const TOKEN_BYTES = 32;
const INVITATION_LIFETIME = INVITATION.lifetime * DAY;

/** Why one address cannot be invited: key of a text. */
type RefusedAddress = 'server.inviteYourself' | 'server.alreadyMember' | 'server.alreadyInvited';

export interface SentInvitations {
  readonly invitations: Invitation[];
  readonly refused: { readonly email: string; readonly key: RefusedAddress }[];
}

export interface SendOptions {
  /** True: one may invite oneself, as who creates an account may run it. */
  readonly oneself?: boolean;
  /** An invitation that does not stand in its own way. */
  readonly except?: number;
}

/**
 * Invites each address, with its mail, in the caller's transaction. The account's row is locked, so
 * that two who invite the same person at once do not both succeed.
 */
export async function sendInvitations(
  services: InvitationServices,
  transaction: Transaction,
  context: CallContext,
  inviting: Inviting,
  options: SendOptions = {},
): Promise<SentInvitations> {
  await lockAccount(transaction, inviting.accountId);
  const sent: SentInvitations = { invitations: [], refused: [] };
  for (const email of inviting.emails) {
    const key = await refusalOf(transaction, context, inviting.accountId, email, options);
    if (key) sent.refused.push({ email, key });
    else sent.invitations.push(await sendOne(services, transaction, context, inviting, email));
  }
  return sent;
}

/** Why the address cannot be invited into the account, or null. */
export async function refusalOf(
  transaction: Transaction,
  context: CallContext,
  accountId: number,
  email: string,
  options: SendOptions,
): Promise<RefusedAddress | null> {
  const key = email.toLowerCase();
  const [user] = await transaction.query<{ id: number; member: boolean }>(
    'select u.id, exists (select 1 from membership m where m.user_id = u.id and m.account_id = $2) as member from app_user u where u.email_key = $1',
    [key, accountId],
  );
  if (user && user.id === sessionOf(context).userId && !options.oneself) return 'server.inviteYourself';
  if (user?.member) return 'server.alreadyMember';
  const pending = await transaction.query(
    "select 1 from invitation where account_id = $1 and email_key = $2 and status = 'pending' and expires_at > $3 and id <> $4 limit 1",
    [accountId, key, new Date(context.now), options.except ?? 0],
  );
  return pending.length > 0 ? 'server.alreadyInvited' : null;
}

async function sendOne(
  services: InvitationServices,
  transaction: Transaction,
  context: CallContext,
  inviting: Inviting,
  email: string,
): Promise<Invitation> {
  const id = await transaction.nextId('invitation');
  const token = newToken(services);
  await transaction.query(
    `insert into invitation (id, account_id, role_id, role_name, email, email_key, token_hash, status, invited_by, created_at, sent_at, expires_at, operator_id)
     values ($1, $2, $3, $4, $5, $6, $7, 'pending', $8, $9, $9, $10, $11)`,
    [
      id,
      inviting.accountId,
      inviting.roleId,
      inviting.roleName,
      email,
      email.toLowerCase(),
      hashToken(token),
      sessionOf(context).userId,
      new Date(context.now),
      new Date(context.now + INVITATION_LIFETIME),
      inviting.operatorId ?? null,
    ],
  );
  const row = await readBack(transaction, id);
  await putMail(services, transaction, context, row, token);
  await recordInvitation(transaction, context, 'invitationSent', row);
  return invitationOf(row, context.now);
}

/** A new link with a new term; the links of before are dead. */
export async function sendAgain(
  services: InvitationServices,
  transaction: Transaction,
  context: CallContext,
  before: InvitationRow,
): Promise<Invitation> {
  const token = newToken(services);
  await transaction.query(
    "update invitation set token_hash = $2, handed_token_hash = null, status = 'pending', sent_at = $3, expires_at = $4 where id = $1",
    [before.id, hashToken(token), new Date(context.now), new Date(context.now + INVITATION_LIFETIME)],
  );
  const row = await readBack(transaction, before.id);
  await putMail(services, transaction, context, row, token);
  await recordInvitation(transaction, context, 'invitationResent', row);
  return invitationOf(row, context.now);
}

/** A link for the inviter to hand over; the mailed one goes on. */
export async function makeLink(
  services: InvitationServices,
  transaction: Transaction,
  context: CallContext,
  row: InvitationRow,
): Promise<string> {
  const token = newToken(services);
  await transaction.query('update invitation set handed_token_hash = $2 where id = $1', [row.id, hashToken(token)]);
  await recordInvitation(transaction, context, 'invitationLinkMade', row);
  return linkOf(services, context, token);
}

const linkOf = ({ publicUrl }: InvitationServices, { origin }: CallContext, token: string): string =>
  `${publicUrl ?? origin}/app/welcome-user/${token}`;

export async function recordInvitation(
  transaction: Transaction,
  context: CallContext,
  kind: EventKindAbout<'invitation'>,
  row: InvitationRow,
): Promise<void> {
  await recordEvent(transaction, context, {
    accountId: row.account_id,
    kind,
    subjectId: row.id,
    data: await invitationData(transaction, row),
  });
}

/**
 * What the log says of an invitation. `invited_user_id` lets the live feed inform the person, if the address is proven
 * to be theirs.
 */
async function invitationData(
  transaction: Transaction,
  row: InvitationRow,
): Promise<EventData<EventKindAbout<'invitation'>>> {
  const [user] = await transaction.query<{ id: number }>(
    'select id from app_user where email_key = $1 and email_verified_at is not null',
    [row.email_key],
  );
  return {
    email: row.email,
    role_id: row.role_id,
    role_name: row.role_name,
    account_name: row.account_name,
    ...(user ? { invited_user_id: user.id } : {}),
  };
}

async function readBack(transaction: Transaction, id: number): Promise<InvitationRow> {
  const row = await findById(transaction, id);
  if (!row) throw new Error(`Invitation ${id} was written and cannot be read.`);
  return row;
}

function newToken({ newToken: make }: InvitationServices): string {
  return make?.() ?? randomBytes(TOKEN_BYTES).toString('base64url');
}

/** No person: times are the account's. */
const NO_PERSON = 0;

/** In the receiver's language where they have a login, else in the inviter's. */
async function putMail(
  services: InvitationServices,
  transaction: Transaction,
  context: CallContext,
  row: InvitationRow,
  token: string,
): Promise<void> {
  const [receiver] = await transaction.query<{ id: number; lang: string }>(
    'select id, lang from app_user where email_key = $1',
    [row.email_key],
  );
  const lang = receiver?.lang ?? context.lang;
  const settings = await readPersonalSettings(transaction, row.account_id, receiver?.id ?? NO_PERSON);
  const mail = services.writer.mail({
    kind: 'invitation',
    recipient: row.email,
    lang,
    brand: await readMailBrand(transaction, services.directory, row.account_id as AccountId),
    link: linkOf(services, context, token),
    values: {
      inviter: row.inviter_name,
      account: row.account_name,
      role: row.role_name,
      expires: dateTimeText(new Date(row.expires_at).getTime(), lang, settings),
    },
  });
  await services.outbox.put(transaction, mail, context.now);
}

/** For events without a signed-in actor, such as a link that is declined. */
export async function recordByLink(
  transaction: Transaction,
  context: CallContext,
  kind: EventKindAbout<'invitation'>,
  row: InvitationRow,
  userId: number | null,
): Promise<void> {
  const actor = { userId, now: context.now, remote: context.remote };
  await recordEventBy(transaction, actor, {
    accountId: row.account_id,
    kind,
    subjectId: row.id,
    data: await invitationData(transaction, row),
  });
}
