import { createHash } from 'node:crypto';
import type { Permissions } from '../../../src/domain/access/index.ts';
import { ACTIONS, RESOURCES, can, type Action, type Resource } from '../../../src/domain/access/index.ts';
import {
  MINUTE,
  SECOND,
  type AccountId,
  type Instant,
  type Result,
  type UserId,
} from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Authenticated, Refusal } from '../../call/ports.ts';
import type { CallAccount } from '../../call/types.ts';
import type { Database, Queryable } from '../../store/database.types.ts';

/** What every key begins with, so that one that leaked into a log is known for what it is. */
export const API_KEY_PREFIX = 'wl_';
const PATTERN = /^wl_[A-Za-z0-9_-]{43}$/;
/** Revoking is noticed at once; this is for changes made in the database by hand. */
const READ_AGAIN_AFTER = 30 * SECOND;
const NOTE_USE_AFTER = MINUTE;
const MAXIMUM_KEYS = 5_000;

export function isApiKey(token: string): boolean {
  return token.startsWith(API_KEY_PREFIX);
}

export function hashApiKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

/** A key as a call needs it. */
export interface FoundApiKey {
  readonly id: number;
  readonly userId: UserId;
  readonly accountId: AccountId;
  readonly permissions: Permissions;
  /** It may send positions of trackers for the devices that its holder may change. */
  readonly mayIngest: boolean;
}

interface Kept extends FoundApiKey {
  readonly expiresAt: Instant;
  readonly readAt: Instant;
  notedAt: Instant;
}

/** Keys in memory, bounded, so that a script's call costs no SQL. */
export function createApiKeyAuthenticator(database: Database) {
  const kept = new Map<string, Kept>();
  return {
    async find(key: string, now: Instant): Promise<FoundApiKey | null> {
      if (!PATTERN.test(key)) return null;
      const hash = hashApiKey(key);
      const name = hash.toString('base64');
      let known = kept.get(name) ?? null;
      if (!known || now - known.readAt >= READ_AGAIN_AFTER) {
        known = await readKey(database, hash, now);
        kept.delete(name);
        if (known) kept.set(name, known);
        if (kept.size > MAXIMUM_KEYS) kept.delete([...kept.keys()][0] ?? '');
      }
      if (!known || known.expiresAt <= now) return null;
      if (now - known.notedAt >= NOTE_USE_AFTER) {
        known.notedAt = now;
        await database.query('update api_key set last_used_at = $2 where id = $1', [known.id, new Date(now)]);
      }
      return known;
    },
    forget(id: number): void {
      for (const [name, key] of kept) if (key.id === id) kept.delete(name);
    },
  };
}

async function readKey(database: Queryable, hash: Buffer, now: Instant): Promise<Kept | null> {
  const [row] = await database.query<{
    id: number;
    user_id: number;
    account_id: number;
    permissions: Permissions;
    may_ingest: boolean;
    expires_at: Date | null;
    last_used_at: Date | null;
  }>(
    'select id, user_id, account_id, permissions, may_ingest, expires_at, last_used_at from api_key where hash = $1 and revoked_at is null',
    [hash],
  );
  if (!row) return null;
  return {
    id: row.id,
    userId: row.user_id as UserId,
    accountId: row.account_id as AccountId,
    permissions: row.permissions,
    mayIngest: row.may_ingest,
    expiresAt: row.expires_at === null ? Infinity : new Date(row.expires_at).getTime(),
    readAt: now,
    notedAt: row.last_used_at === null ? -Infinity : new Date(row.last_used_at).getTime(),
  };
}

/** Enters an account as the holder of a key. */
type Enter = (userId: UserId, account: AccountId, now: Instant) => Promise<Result<CallAccount, Refusal>>;

/**
 * The key as the caller of one call. It acts in its own account only, and may do what it was given as
 * long as its holder may: what the holder loses, the key loses.
 */
export async function asApiKey(
  key: FoundApiKey,
  asked: AccountId | null,
  now: Instant,
  enter: Enter,
): Promise<Authenticated> {
  const session = { sessionId: 0, userId: key.userId, apiKeyId: key.id };
  if (asked !== null && asked !== key.accountId)
    return { session: { ...session, account: null }, accountRefusal: { code: ERROR.accountAccess } };
  const entered = await enter(key.userId, key.accountId, now);
  if (!entered.ok) return { session: { ...session, account: null }, accountRefusal: entered.error };
  return {
    session: {
      ...session,
      account: { ...entered.value, permissions: intersection(key.permissions, entered.value.permissions) },
    },
    accountRefusal: null,
  };
}

function intersection(given: Permissions, own: Permissions): Permissions {
  const both: Partial<Record<Resource, readonly Action[]>> = {};
  for (const resource of RESOURCES) {
    const actions = ACTIONS.filter((action) => can(given, { resource, action }) && can(own, { resource, action }));
    if (actions.length > 0) both[resource] = actions;
  }
  return both;
}
