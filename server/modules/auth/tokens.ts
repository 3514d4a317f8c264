import { createHash } from 'node:crypto';
import {
  DAY,
  SECOND,
  failure,
  success,
  type Instant,
  type Result,
  type UserId,
} from '../../../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../../../src/domain/errors/index.ts';
import type { Refusal } from '../../call/ports.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import { recordPersonEvent } from '../shared/index.ts';

export const BEARER_LIFETIME = 30 * DAY;
/** A browser's windows share one cookie, and may spend it at the same moment: what was spent so lately still renews. */
const GRACE = 10 * SECOND;
/** Windows of one browser that may work at once: beyond, the token that would end first goes. */
const WINDOWS = 32;
/** So much of what a browser calls itself is kept. */
export const USER_AGENT_LENGTH = 300;

export interface Tokens {
  readonly accessToken: string;
  readonly bearerToken: string;
  /** Milliseconds until the bearer token runs out. */
  readonly bearerLifetime: number;
}

/** Who keeps the bearer token: a program that is answered it, or a browser whose cookie it is. */
export type TokenKeeper = 'program' | 'browser';

export interface RenewedTokens extends Tokens {
  readonly userId: UserId;
}

export interface SessionOrigin {
  readonly remote: string;
  readonly userAgent: string;
  /** How the person proved themselves; reported in the audit. */
  readonly method?: 'password' | 'passkey' | 'invitation';
}

export interface Lifetimes {
  readonly access: number;
  readonly longest: number;
}

type NewTokens = Pick<Tokens, 'accessToken' | 'bearerToken'>;

interface NewSession {
  readonly userId: UserId;
  readonly origin: SessionOrigin;
  readonly now: Instant;
  readonly lifetimes: Lifetimes;
  readonly tokens: NewTokens;
}

/** Why a user of this status may not go on, or null. */
export function statusRefusal(status: string): ErrorCode | null {
  if (status === 'blocked') return ERROR.loginBlocked;
  return status === 'active' ? null : ERROR.loginInactive;
}

export function sha256(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** When the access token and the bearer token of a session run out that began then: neither outlives the session. */
function endsOf(begun: Instant, now: Instant, { access, longest }: Lifetimes): [access: Instant, bearer: Instant] {
  const end = begun + longest;
  return [Math.min(now + access, end), Math.min(now + BEARER_LIFETIME, end)];
}

/** Opens a session with its first tokens. */
export async function insertSession(
  transaction: Transaction,
  { userId, origin, now, lifetimes, tokens }: NewSession,
): Promise<Tokens> {
  const id = await transaction.nextId('session');
  const [accessEnd, bearerEnd] = endsOf(now, now, lifetimes);
  await transaction.query(
    `insert into session (id, user_id, bearer_expires_at, remote, user_agent, created_at, last_used_at, proven_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6)`,
    [id, userId, new Date(bearerEnd), origin.remote, origin.userAgent.slice(0, USER_AGENT_LENGTH), new Date(now)],
  );
  await insertTokens(transaction, { sessionId: id, tokens, renewedBy: null, accessEnd, now });
  await recordPersonEvent(
    transaction,
    userId,
    { userId, remote: origin.remote, now },
    { kind: 'signedIn', data: { session_id: id, method: origin.method ?? 'password' } },
  );
  return { ...tokens, bearerLifetime: bearerEnd - now };
}

interface GivenTokens {
  readonly sessionId: number;
  readonly tokens: NewTokens;
  readonly renewedBy: Buffer | null;
  readonly accessEnd: Instant;
  readonly now: Instant;
}

async function insertTokens(
  transaction: Queryable,
  { sessionId, tokens, renewedBy, accessEnd, now }: GivenTokens,
): Promise<void> {
  const bearer = sha256(tokens.bearerToken);
  await transaction.query(
    'insert into access_token (hash, session_id, expires_at, bearer, renewed_by) values ($1, $2, $3, $4, $5)',
    [sha256(tokens.accessToken), sessionId, new Date(accessEnd), bearer, renewedBy],
  );
  await transaction.query('insert into bearer_token (hash, session_id, issued_at) values ($1, $2, $3)', [
    bearer,
    sessionId,
    new Date(now),
  ]);
}

/** Notes that somebody has got the access token: what was spent for it is not needed again. */
export async function noteUsed(database: Queryable, hash: Buffer): Promise<void> {
  await database.query('update access_token set used = true where hash = $1', [hash]);
}

export async function endSession(database: Queryable, sessionId: number, now: Instant): Promise<void> {
  await database.query('update session set ended_at = $2 where id = $1 and ended_at is null', [
    sessionId,
    new Date(now),
  ]);
}

/** The session that the bearer token is of, spent or not; null: unknown. */
export async function sessionOfBearer(database: Queryable, hash: Buffer): Promise<number | null> {
  const [token] = await database.query<{ session_id: number }>('select session_id from bearer_token where hash = $1', [
    hash,
  ]);
  return token?.session_id ?? null;
}

interface Spending {
  readonly hash: Buffer;
  readonly next: NewTokens;
  readonly now: Instant;
  readonly lifetimes: Lifetimes;
  readonly keeper: TokenKeeper;
}

interface Spent {
  /** Session whose tokens changed or ended; null when the bearer token is unknown. */
  readonly sessionId: number | null;
  readonly result: Result<RenewedTokens, Refusal>;
}

const refuse = (code: ErrorCode): Result<never, Refusal> => failure({ code });

/** Exchanges a bearer token for the next tokens. One that comes a second time ends its session. */
export async function spendBearer(transaction: Transaction, spending: Spending): Promise<Spent> {
  const { hash, next, now, lifetimes, keeper } = spending;
  const [spent] = await transaction.query<{ session_id: number }>(
    'update bearer_token set used_at = $2 where hash = $1 and used_at is null returning session_id',
    [hash, new Date(now)],
  );
  const sessionId = spent?.session_id ?? (await sessionOfSpent(transaction, spending));
  if (sessionId === null) return endFamily(transaction, hash, now);
  await transaction.query('update access_token set used = true where bearer = $1 and session_id = $2', [
    hash,
    sessionId,
  ]);
  const [session] = await transaction.query<SessionRow>(
    `select s.user_id, s.ended_at, s.bearer_expires_at, s.created_at, u.status
     from session s join app_user u on u.id = s.user_id where s.id = $1`,
    [sessionId],
  );
  // The status first: blocking somebody ends their sessions too, and they should learn the cause.
  const status = session && statusRefusal(session.status);
  if (status) return { sessionId, result: refuse(status) };
  const begun = session ? new Date(session.created_at).getTime() : now;
  const isOver = !session || new Date(session.bearer_expires_at).getTime() <= now || begun + lifetimes.longest <= now;
  if (isOver || session.ended_at !== null) return { sessionId, result: refuse(ERROR.bearerToken) };
  const [accessEnd, bearerEnd] = endsOf(begun, now, lifetimes);
  await transaction.query('update session set bearer_expires_at = $2, last_used_at = $3 where id = $1', [
    sessionId,
    new Date(bearerEnd),
    new Date(now),
  ]);
  await removeTokens(transaction, sessionId, keeper, now);
  await insertTokens(transaction, { sessionId, tokens: next, renewedBy: hash, accessEnd, now });
  const userId = session.user_id as UserId;
  return { sessionId, result: success({ ...next, userId, bearerLifetime: bearerEnd - now }) };
}

interface SessionRow {
  user_id: number;
  ended_at: Date | null;
  bearer_expires_at: Date;
  created_at: Date;
  status: string;
}

/**
 * The session of a browser whose other window spent the token a moment ago, or that never got what it was spent for:
 * the line broke, or the page was left. Null: somebody has used what it was spent for, so one of the two is a thief.
 */
async function sessionOfSpent(
  transaction: Queryable,
  { hash, now, keeper }: Pick<Spending, 'hash' | 'now' | 'keeper'>,
): Promise<number | null> {
  if (keeper !== 'browser') return null;
  const [token] = await transaction.query<{ session_id: number }>(
    `select session_id from bearer_token b where hash = $1 and (used_at > $2 or 0 = (
       select coalesce(sum(used::int), 1) from access_token t where t.session_id = b.session_id and t.renewed_by = $1))`,
    [hash, new Date(now - GRACE)],
  );
  return token?.session_id ?? null;
}

/** Removes what the next tokens replace, and what has run out. */
async function removeTokens(
  transaction: Queryable,
  sessionId: number,
  keeper: TokenKeeper,
  now: Instant,
): Promise<void> {
  // A program has one access token; the windows of a browser have one each.
  if (keeper === 'program') await transaction.query('delete from access_token where session_id = $1', [sessionId]);
  else
    await transaction.query(
      `delete from access_token where session_id = $1 and hash not in (
         select hash from access_token where session_id = $1 and expires_at > $2 order by expires_at desc limit $3)`,
      [sessionId, new Date(now), WINDOWS - 1],
    );
  // Tokens older than any bearer's life cannot be mistaken for a live one any more.
  await transaction.query('delete from bearer_token where session_id = $1 and issued_at < $2', [
    sessionId,
    new Date(now - BEARER_LIFETIME),
  ]);
}

/** A bearer token came twice: either side may be the thief, so the session ends for both. */
async function endFamily(transaction: Queryable, hash: Buffer, now: Instant): Promise<Spent> {
  const sessionId = await sessionOfBearer(transaction, hash);
  if (sessionId !== null) await endSession(transaction, sessionId, now);
  return { sessionId, result: refuse(ERROR.bearerToken) };
}
