import { createHash, randomBytes } from 'node:crypto';
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
import type { Database, Queryable, Transaction } from '../../store/database.types.ts';
import { allowLongStatements } from '../../store/index.ts';
import { recordPersonEvent } from '../shared/index.ts';
import { asApiKey, createApiKeyAuthenticator, isApiKey } from './apiKeyAuthenticator.ts';
import { SessionCache, type CachedSession, type CachedUser } from './sessionCache.ts';

const BEARER_LIFETIME = 30 * DAY;
const LONGEST = 90 * DAY;
/** Whoever may change a device may report for it. */
const CHANGES_DEVICES: Need = { resource: 'devices', action: 'u' };
const TOKEN_BYTES = 32;
/** So much of what a browser calls itself is kept. */
export const USER_AGENT_LENGTH = 300;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{20,200}$/;
/**
 * Changes through the product are noticed at once, by their events. A cached entry is read again
 * after this time, for changes that someone made in the database by hand.
 */
const READ_AGAIN_AFTER = 30 * SECOND;

interface Tokens {
  readonly accessToken: string;
  readonly bearerToken: string;
}

export interface SessionOrigin {
  readonly remote: string;
  readonly userAgent: string;
  /** How the person proved themselves; reported in the audit. */
  readonly method?: 'password' | 'passkey' | 'invitation';
}

/** Sessions of signed-in users: tokens, their rotation and the check that every call makes. */
export interface Sessions extends Authenticator {
  open(userId: UserId, origin: SessionOrigin, now: Instant): Promise<Tokens>;
  /** Spends a bearer token. One that was spent before ends its session, since someone else holds it too. */
  renew(bearerToken: string, now: Instant): Promise<Result<Tokens, Refusal>>;
  end(sessionId: number, now: Instant): Promise<void>;
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

/** Opens the sessions' desk; one for the process, since it holds the cache that events clear. */
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
        await insertSession(transaction, { userId, origin, now, lifetimes, tokens });
        return tokens;
      }),
    async renew(bearerToken, now) {
      if (!TOKEN_PATTERN.test(bearerToken)) return refuse(ERROR.bearerToken);
      const outcome = await database.transaction((transaction) =>
        spendBearer(
          transaction,
          sha256(bearerToken),
          { accessToken: newToken(), bearerToken: newToken() },
          now,
          lifetimes,
        ),
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

/** Why a user of this status may not go on, or null. */
export function statusRefusal(status: string): ErrorCode | null {
  if (status === 'blocked') return ERROR.loginBlocked;
  return status === 'active' ? null : ERROR.loginInactive;
}

function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

async function readSession(database: Queryable, hash: Buffer, now: Instant): Promise<CachedSession | null> {
  const [row] = await database.query<{ id: number; user_id: number; access_expires_at: Date; proven_at: Date | null }>(
    'select id, user_id, access_expires_at, proven_at from session where access_hash = $1 and ended_at is null',
    [hash],
  );
  if (!row) return null;
  return {
    sessionId: row.id,
    userId: row.user_id as UserId,
    expiresAt: new Date(row.access_expires_at).getTime(),
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

interface Lifetimes {
  readonly access: number;
  readonly longest: number;
}

/** When the access token and the bearer token of a session run out that began then: neither outlives the session. */
function endsOf(begun: Instant, now: Instant, { access, longest }: Lifetimes): [access: Date, bearer: Date] {
  const end = begun + longest;
  return [new Date(Math.min(now + access, end)), new Date(Math.min(now + BEARER_LIFETIME, end))];
}

interface NewSession {
  userId: UserId;
  origin: SessionOrigin;
  now: Instant;
  lifetimes: Lifetimes;
  tokens: Tokens;
}

async function insertSession(
  transaction: Transaction,
  { userId, origin, now, lifetimes, tokens }: NewSession,
): Promise<void> {
  const id = await transaction.nextId('session');
  await transaction.query(
    `insert into session (id, user_id, access_hash, access_expires_at, bearer_expires_at, remote, user_agent, created_at, last_used_at, proven_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $8)`,
    [
      id,
      userId,
      sha256(tokens.accessToken),
      ...endsOf(now, now, lifetimes),
      origin.remote,
      origin.userAgent.slice(0, USER_AGENT_LENGTH),
      new Date(now),
    ],
  );
  await insertBearer(transaction, id, tokens.bearerToken, now);
  await recordPersonEvent(
    transaction,
    userId,
    { userId, remote: origin.remote, now },
    { kind: 'signedIn', data: { session_id: id, method: origin.method ?? 'password' } },
  );
}

async function insertBearer(transaction: Queryable, sessionId: number, token: string, now: Instant): Promise<void> {
  await transaction.query('insert into bearer_token (hash, session_id, issued_at) values ($1, $2, $3)', [
    sha256(token),
    sessionId,
    new Date(now),
  ]);
}

async function endSession(database: Queryable, sessionId: number, now: Instant): Promise<void> {
  await database.query('update session set ended_at = $2 where id = $1 and ended_at is null', [
    sessionId,
    new Date(now),
  ]);
}

interface Spent {
  /** Session whose tokens changed or ended; null when the bearer token is unknown. */
  readonly sessionId: number | null;
  readonly result: Result<Tokens, Refusal>;
}

async function spendBearer(
  transaction: Transaction,
  hash: Buffer,
  next: Tokens,
  now: Instant,
  lifetimes: Lifetimes,
): Promise<Spent> {
  const [spent] = await transaction.query<{ session_id: number }>(
    'update bearer_token set used_at = $2 where hash = $1 and used_at is null returning session_id',
    [hash, new Date(now)],
  );
  if (!spent) return endFamily(transaction, hash, now);
  const sessionId = spent.session_id;
  const [session] = await transaction.query<{
    ended_at: Date | null;
    bearer_expires_at: Date;
    created_at: Date;
    status: string;
  }>(
    'select s.ended_at, s.bearer_expires_at, s.created_at, u.status from session s join app_user u on u.id = s.user_id where s.id = $1',
    [sessionId],
  );
  // The status first: blocking somebody ends their sessions too, and they should learn the cause.
  const status = session && statusRefusal(session.status);
  if (status) return { sessionId, result: refuse(status) };
  const begun = session ? new Date(session.created_at).getTime() : now;
  const isOver = !session || new Date(session.bearer_expires_at).getTime() <= now || begun + lifetimes.longest <= now;
  if (isOver || session.ended_at !== null) {
    return { sessionId, result: refuse(ERROR.bearerToken) };
  }
  await transaction.query(
    'update session set access_hash = $2, access_expires_at = $3, bearer_expires_at = $4, last_used_at = $5 where id = $1',
    [sessionId, sha256(next.accessToken), ...endsOf(begun, now, lifetimes), new Date(now)],
  );
  await insertBearer(transaction, sessionId, next.bearerToken, now);
  // Tokens older than any bearer's life cannot be mistaken for a live one any more.
  await transaction.query('delete from bearer_token where session_id = $1 and issued_at < $2', [
    sessionId,
    new Date(now - BEARER_LIFETIME),
  ]);
  return { sessionId, result: success(next) };
}

/** A bearer token came twice: either side may be the thief, so the session ends for both. */
async function endFamily(transaction: Queryable, hash: Buffer, now: Instant): Promise<Spent> {
  const [token] = await transaction.query<{ session_id: number }>(
    'select session_id from bearer_token where hash = $1',
    [hash],
  );
  if (!token) return { sessionId: null, result: refuse(ERROR.bearerToken) };
  const sessionId = token.session_id;
  await endSession(transaction, sessionId, now);
  return { sessionId, result: refuse(ERROR.bearerToken) };
}
