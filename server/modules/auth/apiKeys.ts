import { randomBytes } from 'node:crypto';
import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { beyond, can, unusable, type Permissions } from '../../../src/domain/access/index.ts';
import {
  KEY_LIFETIME,
  SECURITY,
  failure,
  fromIso,
  success,
  toIso,
  type Result,
} from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { ApiKey } from '../../../src/domain/user/index.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { notFound, recordEvent, sessionOf } from '../shared/index.ts';
import { API_KEY_PREFIX, hashApiKey } from './apiKeyAuthenticator.ts';
import { noticePerson } from './notices.ts';
import type { AuthServices } from './services.ts';

const KEY_BYTES = 32;
/** Characters that are shown ever after, so that people can distinguish their keys. */
const SHOWN = 10;

interface ApiKeyRow {
  id: number;
  name: string;
  prefix: string;
  account_id: number;
  account_name: string;
  permissions: Permissions;
  may_ingest: boolean;
  created_at: Date;
  expires_at: Date | null;
  last_used_at: Date | null;
}

const COLUMNS =
  'k.id, k.name, k.prefix, k.account_id, a.name as account_name, k.permissions, k.may_ingest, k.created_at, k.expires_at, k.last_used_at';

/** Keys for scripts: of one person, in one account, for some of what that person may do there. */
export function createApiKeyHandlers(
  services: AuthServices,
): Pick<Handlers, 'getApiKeys' | 'createApiKey' | 'revokeApiKey'> {
  const { database, problems, sessions } = services;
  return {
    async getApiKeys(_, context) {
      const rows = await database.query<ApiKeyRow>(
        `select ${COLUMNS} from api_key k join account a on a.id = k.account_id where k.user_id = $1 and k.revoked_at is null order by k.created_at desc, k.id desc`,
        [sessionOf(context).userId],
      );
      return success({ api_keys: rows.map(apiKeyOf) });
    },
    createApiKey: (data, context) => createKey(services, data, context),
    async revokeApiKey(data, context) {
      const { userId } = sessionOf(context);
      const revoked = await database.transaction(async (transaction) => {
        const [row] = await transaction.query<{ account_id: number; name: string; prefix: string }>(
          'update api_key set revoked_at = $3 where id = $1 and user_id = $2 and revoked_at is null returning account_id, name, prefix',
          [data.api_key_id, userId, new Date(context.now)],
        );
        if (!row) return false;
        // Forgotten before anybody is notified, so that who checks again finds it gone.
        sessions.forgetApiKey(data.api_key_id);
        await recordEvent(transaction, context, {
          accountId: row.account_id,
          kind: 'apiKeyRevoked',
          subjectId: userId,
          data: { api_key_id: data.api_key_id, name: row.name, prefix: row.prefix },
        });
        return true;
      });
      sessions.forgetApiKey(data.api_key_id);
      return revoked ? success({}) : notFound(context, problems);
    },
  };
}

async function createKey(
  services: AuthServices,
  data: Request<'createApiKey'>,
  context: CallContext,
): Promise<Result<Reply<'createApiKey'>, CallError>> {
  const { database, problems } = services;
  const { userId, account } = sessionOf(context);
  if (!account) return failure(problems.error(context.lang, ERROR.conflict, { key: 'server.apiKeyAccount' }));
  if (data.may_ingest && !can(account.permissions, { resource: 'devices', action: 'u' }))
    return problems.refuseField(context.lang, 'may_ingest', 'server.permissionsBeyond');
  if (unusable(data.permissions).length > 0)
    return problems.refuseField(context.lang, 'permissions', 'validation.permissions');
  if (beyond(data.permissions, account.permissions).length > 0)
    return problems.refuseField(context.lang, 'permissions', 'server.permissionsBeyond');
  const expiresAt = data.expires_at ? fromIso(data.expires_at) : context.now + KEY_LIFETIME;
  if (!(expiresAt > context.now)) return problems.refuseField(context.lang, 'expires_at', 'server.apiKeyExpiry');
  const secret = `${API_KEY_PREFIX}${randomBytes(KEY_BYTES).toString('base64url')}`;
  return database.transaction(async (transaction): Promise<Result<Reply<'createApiKey'>, CallError>> => {
    await transaction.query('select id from app_user where id = $1 for update', [userId]);
    const [count] = await transaction.query<{ keys: number }>(
      'select count(*) as keys from api_key where user_id = $1 and revoked_at is null',
      [userId],
    );
    if (count?.keys >= SECURITY.apiKeys)
      return failure(
        problems.error(context.lang, ERROR.conflict, {
          key: 'server.tooManyApiKeys',
          values: { max: SECURITY.apiKeys },
        }),
      );
    const id = await transaction.nextId('api_key');
    const prefix = secret.slice(0, SHOWN);
    await transaction.query(
      'insert into api_key (id, user_id, account_id, name, prefix, hash, permissions, created_at, expires_at, may_ingest) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
      [
        id,
        userId,
        account.accountId,
        data.name,
        prefix,
        hashApiKey(secret),
        JSON.stringify(data.permissions),
        new Date(context.now),
        new Date(expiresAt),
        data.may_ingest,
      ],
    );
    await recordEvent(transaction, context, {
      accountId: account.accountId,
      kind: 'apiKeyCreated',
      subjectId: userId,
      data: {
        api_key_id: id,
        name: data.name,
        prefix,
        permissions: data.permissions,
        ...(data.may_ingest && { may_ingest: true }),
      },
    });
    await noticePerson(services, transaction, userId, context, 'apiKeyCreated', { key: data.name });
    const [row] = await transaction.query<ApiKeyRow>(
      `select ${COLUMNS} from api_key k join account a on a.id = k.account_id where k.id = $1`,
      [id],
    );
    if (!row) throw new Error(`API key ${id} was inserted and cannot be read.`);
    return success({ api_key: apiKeyOf(row), secret });
  });
}

function apiKeyOf(row: ApiKeyRow): ApiKey {
  const iso = (date: Date | null) => (date === null ? null : toIso(new Date(date).getTime()));
  return {
    api_key_id: row.id,
    name: row.name,
    prefix: row.prefix,
    account_id: row.account_id,
    account_name: row.account_name,
    permissions: row.permissions,
    may_ingest: row.may_ingest,
    created_at: toIso(new Date(row.created_at).getTime()),
    expires_at: iso(row.expires_at),
    last_used_at: iso(row.last_used_at),
  };
}
