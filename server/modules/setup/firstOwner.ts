import { DEFAULT_SETTINGS } from '../../../src/domain/account/index.ts';
import type { Instant, UserId } from '../../../src/domain/base/index.ts';
import type { EventData } from '../../../src/domain/events/index.ts';
import type { SetupForm } from '../../../src/domain/setup/index.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import { insertStandardRoles, nameKey, recordEventBy, type Actor } from '../shared/index.ts';
import { hasLogin } from './code.ts';

/** Who runs the server, and the account that everything below belongs to. */
export interface FirstOwner extends Omit<SetupForm, 'password' | 'retype_password'> {
  readonly passwordHash: string;
  readonly now: Instant;
  /** Where it was asked for; missing: by the environment. */
  readonly remote?: string;
}

/**
 * Makes the owner account with its standard roles and its administrator, and records both. Null where a
 * login exists: of two that come at the same time one waits for the other and finds its login.
 */
export async function createFirstOwner(database: Database, owner: FirstOwner): Promise<UserId | null> {
  return database.transaction(async (transaction) => {
    // Nobody else makes a login until this one is there, or was refused.
    await transaction.query('lock table app_user in share row exclusive mode');
    if (await hasLogin(transaction)) return null;
    const userId = (await transaction.nextId('app_user')) as UserId;
    await insertAdministrator(transaction, userId, owner);
    const actor: Actor = { userId, now: owner.now, ...(owner.remote === undefined ? {} : { remote: owner.remote }) };
    const accountId = await insertOwnerAccount(transaction, owner, actor);
    const roleId = await insertStandardRoles(transaction, actor, accountId, 'OWNER', null);
    await transaction.query(
      'insert into membership (user_id, account_id, role_id, created_at) values ($1, $2, $3, $4)',
      [userId, accountId, roleId, new Date(owner.now)],
    );
    await recordEventBy(transaction, actor, {
      accountId,
      kind: 'userJoined',
      subjectId: userId,
      data: { user_id: userId, email: owner.email, role_id: roleId, role_name: 'Administrator' },
    });
    return userId;
  });
}

async function insertAdministrator(transaction: Transaction, userId: UserId, owner: FirstOwner): Promise<void> {
  await transaction.query(
    `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, mobile, time_zone, password_hash, status, lang, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, '', '', $8, 'active', $9, $10)`,
    [
      userId,
      owner.username,
      nameKey(owner.username),
      owner.email,
      nameKey(owner.email),
      owner.first_name,
      owner.last_name,
      owner.passwordHash,
      owner.language,
      new Date(owner.now),
    ],
  );
}

async function insertOwnerAccount(transaction: Transaction, owner: FirstOwner, actor: Actor): Promise<number> {
  const accountId = await transaction.nextId('account');
  const settings = { ...DEFAULT_SETTINGS, timezone: owner.time_zone };
  await transaction.query(
    `insert into account (id, parent_id, name, type, status, settings, default_language, created_at) values ($1, null, $2, 'OWNER', 'active', $3, $4, $5)`,
    [accountId, owner.account_name, JSON.stringify(settings), owner.language, new Date(owner.now)],
  );
  // Whole as the directory needs it: the next call enters the account by this event, before it was read.
  const after: EventData<'accountCreated'>['after'] = {
    name: owner.account_name,
    type: 'OWNER',
    parent_id: null,
    status: 'active',
    restrict_sub_accounts: false,
    settings,
    default_language: owner.language,
  };
  await recordEventBy(transaction, actor, {
    accountId,
    kind: 'accountCreated',
    subjectId: accountId,
    data: { name: owner.account_name, type: 'OWNER', after },
  });
  return accountId;
}
