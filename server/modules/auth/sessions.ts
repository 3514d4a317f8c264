import { randomBytes } from 'node:crypto';
import { can, effectivePermissions, type Need, type Permissions } from '../../../src/domain/access/index.ts';
import {
  DAY,
  MINUTE,
  SECOND,
  failure,
  success,
  type AccountId,
  type Instant,
  type Result,
  type UserId,
} from '../../../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../../../src/domain/errors/index.ts';
import type { Authenticated, Authenticator, Refusal, UnitDirectory } from '../../call/ports.ts';
import { reachOf } from '../../call/reach.ts';
import type { CallAccount } from '../../call/types.ts';
import type { Database, Queryable } from '../../store/database.types.ts';
import { allowLongStatements } from '../../store/index.ts';
import { asApiKey, createApiKeyAuthenticator, isApiKey } from './apiKeyAuthenticator.ts';
import { SessionCache, type CachedSession, type CachedUser } from './sessionCache.ts';
import {
  BEARER_LIFETIME,
  endSession,
  insertSession,
  noteUsed,
  sessionOfBearer,
  sha256,
  spendBearer,
  statusRefusal,
  type Lifetimes,
  type RenewedTokens,
  type SessionOrigin,
  type TokenKeeper,
  type Tokens,
} from './tokens.ts';

const LONGEST = 90 * DAY;
/** The permission to change a device includes reporting for it. */
const CHANGES_DEVICES: Need = { resource: 'devices', action: 'u' };
const TOKEN_BYTES = 32;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{20,200}$/;
/**
 * Changes through the product are noticed at once, by their events. A cached entry is read again
 * after this time, for changes that someone made in the database by hand.
 */
const READ_AGAIN_AFTER = 30 * SECOND;

/** Sessions of signed-in users: tokens, their rotation and the check that every call makes. */
export interface Sessions extends Authenticator {
  open(userId: UserId, origin: SessionOrigin, now: Instant): Promise<Tokens>;
  /** Spends a bearer token. One that was spent before ends its session, since someone else holds it too. */
  renew(bearerToken: string, now: Instant, keeper?: TokenKeeper): Promise<Result<RenewedTokens, Refusal>>;
  end(sessionId: number, now: Instant): Promise<void>;
  /** Ends the session that the bearer token is of, spent or not; one that is unknown ends nothing. */
  endByBearer(bearerToken: string, now: Instant): Promise<void>;
  /** Notes that the person has proven themselves once more. */
  prove(sessionId: number, now: Instant): Promise<void>;
  /** Notified of sessions that have ended, as they end. Returns an undo. */
  onEnded(listener: (sessionIds: readonly number[]) => void): () => void;
  /** Forgets sessions that a transaction has ended, once it is committed. */
  forget(sessionIds: readonly number[]): void;
  /** Forgets a key that was revoked. */
  forgetApiKey(apiKeyId: number): void;
  /** Accounts for whose devices the key may send positions, or why it may not. */
  sendersAccounts(key: string, now: Instant): Promise<Result<readonly AccountId[], Refusal>>;
  /** The account as a call may act in it, or why not. */
  enter(userId: UserId, account: AccountId, now: Instant): Promise<Result<CallAccount, Refusal>>;
  /** Remembers the account that the session last selected. */
  remember(sessionId: number, account: AccountId, now: Instant): Promise<void>;
  /** Removes sessions that ended or ran out long ago. */
  purge(now: Instant): Promise<void>;
  close(): void;
}

export interface SessionsOptions {
  readonly database: Database;
  readonly directory: Pick<UnitDirectory, 'account' | 'scopeOf' | 'statusOf'>;
  /** Milliseconds that an access token lives. */
  readonly accessLifetime?: number;
  /** Milliseconds after which a session ends, however often it was renewed. */
  readonly longest?: number;
  /** A new unguessable token; tests pass one that they know. */
  readonly newToken?: () => string;
  readonly cacheLimit?: number;
}

/** Opens the sessions; once for the process, since it holds the cache that events clear. */
export function createSessions(options: SessionsOptions): Sessions {
  const { database, directory } = options;
  const cache = new SessionCache(options.cacheLimit);
  const lifetimes: Lifetimes = { access: options.accessLifetime ?? 30 * MINUTE, longest: options.longest ?? LONGEST };
  const newToken = options.newToken ?? (() => randomBytes(TOKEN_BYTES).toString('base64url'));
  const stop = database.onEvents((events) => cache.apply(events));
  const apiKeys = createApiKeyAuthenticator(database);
  const endings = createEndings(cache);
  const { forget } = endings;

  const { sessionOf, userOf } = cachedReads(database, cache);
  const enter: Sessions['enter'] = async (userId, accountId, now) => {
    const grant = (await userOf(userId, now)).grants.get(accountId);
    const account = directory.account(accountId);
    // An account that does not exist is answered like one that is not ours.
    if (!grant || !account) return refuse(ERROR.accountAccess);
    const status = directory.statusOf(accountId);
    if (status === 'inactive') return refuse(ERROR.accountInactive);
    if (status === 'blocked') return refuse(ERROR.accessDenied);
    const tree = directory.scopeOf(accountId);
    return success({ accountId, permissions: effectivePermissions(account, grant), scope: tree, tree });
  };
  const authenticateKey = async (
    token: string,
    accountId: AccountId | null,
    now: Instant,
  ): Promise<Result<Authenticated, Refusal>> => {
    const key = await apiKeys.find(token, now);
    if (!key) return refuse(ERROR.accessToken);
    const status = statusRefusal((await userOf(key.userId, now)).status);
    return status ? refuse(status) : success(await asApiKey(key, accountId, now, enter));
  };

  return {
    async authenticate(token, accountId, now) {
      if (isApiKey(token)) return authenticateKey(token, accountId, now);
      const session = await sessionOf(token, now);
      if (!session) return refuse(ERROR.accessToken);
      const status = statusRefusal((await userOf(session.userId, now)).status);
      if (status) return refuse(status);
      const entered = accountId === null ? null : await enter(session.userId, accountId, now);
      const { sessionId, userId, provenAt } = session;
      const authenticated: Authenticated = {
        session: { sessionId, userId, account: entered?.ok ? entered.value : null, provenAt },
        accountRefusal: entered && !entered.ok ? entered.error : null,
      };
      return success(authenticated);
    },
    sendersAccounts: createSendersCheck(apiKeys, userOf, enter),
    enter,
    open: (userId, origin, now) =>
      database.transaction(async (transaction) => {
        const tokens = { accessToken: newToken(), bearerToken: newToken() };
        return insertSession(transaction, { userId, origin, now, lifetimes, tokens });
      }),
    async renew(bearerToken, now, keeper = 'program') {
      if (!TOKEN_PATTERN.test(bearerToken)) return refuse(ERROR.bearerToken);
      const next = { accessToken: newToken(), bearerToken: newToken() };
      const outcome = await database.transaction((transaction) =>
        spendBearer(transaction, { hash: sha256(bearerToken), next, now, lifetimes, keeper }),
      );
      if (outcome.sessionId !== null && outcome.result.ok) cache.dropSession(outcome.sessionId);
      else if (outcome.sessionId !== null) forget([outcome.sessionId]);
      return outcome.result;
    },
    ...endings,
    forgetApiKey: (id) => apiKeys.forget(id),
    async end(sessionId, now) {
      await endSession(database, sessionId, now);
      // The windows of a person who signs out leave by themselves, saying so: a feed that refuses them first would
      // call it forced.
      cache.dropSession(sessionId);
    },
    async endByBearer(bearerToken, now) {
      const sessionId = await sessionOfBearer(database, sha256(bearerToken));
      if (sessionId === null) return;
      await endSession(database, sessionId, now);
      cache.dropSession(sessionId);
    },
    async prove(sessionId, now) {
      await database.query('update session set proven_at = $2 where id = $1', [sessionId, new Date(now)]);
      cache.dropSession(sessionId);
    },
    async remember(sessionId, account, now) {
      await database.query('update session set account_id = $2, last_used_at = $3 where id = $1', [
        sessionId,
        account,
        new Date(now),
      ]);
    },
    purge: (now) => purgeSessions(database, now),
    close: stop,
  };
}

/** Which accounts a key may send positions for: those whose devices its holder may change. */
function createSendersCheck(
  apiKeys: Pick<ReturnType<typeof createApiKeyAuthenticator>, 'find'>,
  userOf: (userId: UserId, now: Instant) => Promise<CachedUser>,
  enter: Sessions['enter'],
): Sessions['sendersAccounts'] {
  return async (token, now) => {
    const key = await apiKeys.find(token, now);
    if (!key) return refuse(ERROR.accessToken);
    const status = statusRefusal((await userOf(key.userId, now)).status);
    if (status) return refuse(status);
    const entered = await enter(key.userId, key.accountId, now);
    if (!entered.ok) return entered;
    return key.mayIngest && can(entered.value.permissions, CHANGES_DEVICES)
      ? success(reachOf(entered.value, CHANGES_DEVICES))
      : refuse(ERROR.accessRight);
  };
}

/** Who is notified of sessions that end; the cache is the first. */
function createEndings(cache: SessionCache): Pick<Sessions, 'forget' | 'onEnded'> {
  const listeners = new Set<(sessionIds: readonly number[]) => void>();
  return {
    forget(sessionIds) {
      for (const id of sessionIds) cache.dropSession(id);
      for (const listener of listeners) listener(sessionIds);
    },
    onEnded(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Sessions and users from the cache, or read where it does not know them or not any more. */
function cachedReads(database: Queryable, cache: SessionCache) {
  const sessionOf = async (token: string, now: Instant): Promise<CachedSession | null> => {
    if (!TOKEN_PATTERN.test(token)) return null;
    const hash = sha256(token);
    const key = hash.toString('base64');
    const known = cache.session(key);
    if (known && now - known.readAt < READ_AGAIN_AFTER) return known.expiresAt > now ? known : null;
    const { generation } = cache;
    const read = await readSession(database, hash, now);
    if (!read) {
      if (known) cache.dropSession(known.sessionId);
      return null;
    }
    if (generation === cache.generation) cache.keepSession(key, read);
    return read.expiresAt > now ? read : null;
  };
  const userOf = async (userId: UserId, now: Instant): Promise<CachedUser> => {
    const known = cache.user(userId);
    if (known && now - known.readAt < READ_AGAIN_AFTER) return known;
    const { generation } = cache;
    const read = await readUser(database, userId, now);
    if (generation === cache.generation) cache.keepUser(userId, read);
    return read;
  };
  return { sessionOf, userOf };
}

async function purgeSessions(database: Database, now: Instant): Promise<void> {
  const before = new Date(now - BEARER_LIFETIME);
  const gone = 'select id from session where ended_at < $1 or bearer_expires_at < $1';
  await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    await transaction.query(`delete from bearer_token where session_id in (${gone})`, [before]);
    await transaction.query('delete from session where ended_at < $1 or bearer_expires_at < $1', [before]);
  });
}

function refuse(code: ErrorCode): Result<never, Refusal> {
  return failure({ code });
}

async function readSession(database: Queryable, hash: Buffer, now: Instant): Promise<CachedSession | null> {
  const [row] = await database.query<{
    id: number;
    user_id: number;
    expires_at: Date;
    used: boolean;
    proven_at: Date | null;
  }>(
    `select s.id, s.user_id, t.expires_at, t.used, s.proven_at from access_token t join session s on s.id = t.session_id
     where t.hash = $1 and s.ended_at is null`,
    [hash],
  );
  if (!row) return null;
  if (!row.used) await noteUsed(database, hash);
  return {
    sessionId: row.id,
    userId: row.user_id as UserId,
    expiresAt: new Date(row.expires_at).getTime(),
    provenAt: row.proven_at === null ? 0 : new Date(row.proven_at).getTime(),
    readAt: now,
  };
}

async function readUser(database: Queryable, userId: UserId, now: Instant): Promise<CachedUser> {
  const rows = await database.query<{ status: string; account_id: number | null; permissions: Permissions | null }>(
    `select u.status, m.account_id, r.permissions from app_user u
     left join membership m on m.user_id = u.id left join role r on r.id = m.role_id
     where u.id = $1`,
    [userId],
  );
  const grants = new Map<AccountId, Permissions>();
  for (const row of rows) if (row.account_id !== null) grants.set(row.account_id as AccountId, row.permissions ?? {});
  return { status: rows[0]?.status ?? 'inactive', grants, readAt: now };
}
