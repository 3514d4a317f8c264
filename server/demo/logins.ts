import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { Database, Queryable } from '../store/database.types.ts';
import { DEMO_MAIL_DOMAIN, DEMO_PASSWORD } from './companies.ts';
import { MARK } from './scribe.ts';

/** Where the provider's settings list the logins that a start without the demo closed. */
const CLOSED = 'demo_closed';

interface Login {
  readonly id: number;
  readonly hash: string;
}

/**
 * Refuses demo logins that still have the published password: makes them inactive and ends their sessions.
 * Answers which are closed now, those of the published table first. A login with a password of its own, or with
 * another address, is somebody's.
 */
export async function closeDemoLogins(
  database: Database,
  hasher: { verify(phc: string, password: string): Promise<boolean> },
  now: Instant,
): Promise<readonly string[]> {
  const owner = await demoOwner(database);
  if (owner === null) return [];
  const open = await published(await activeLogins(database), hasher);
  const closed = [...new Set([...owner.closed, ...open])];
  if (open.length > 0) {
    await database.transaction(async (transaction) => {
      await transaction.query("update app_user set status = 'inactive' where id = any($1::int8[])", [open]);
      await transaction.query(
        "update session set ended_at = $2, ended_reason = 'demoClosed' where user_id = any($1::int8[]) and ended_at is null",
        [open, toIso(now)],
      );
      await remember(transaction, owner.id, closed);
    });
  }
  const rows = await database.query<{ username: string }>(
    "select username from app_user where id = any($1::int8[]) and status = 'inactive' order by id",
    [closed],
  );
  return rows.map(({ username }) => username);
}

/** Opens again what {@link closeDemoLogins} closed. */
export async function openDemoLogins(database: Database): Promise<void> {
  const owner = await demoOwner(database);
  if (owner === null || owner.closed.length === 0) return;
  await database.transaction(async (transaction) => {
    await transaction.query(
      "update app_user set status = 'active' where id = any($1::int8[]) and status = 'inactive'",
      [owner.closed],
    );
    await remember(transaction, owner.id, []);
  });
}

async function demoOwner(database: Queryable): Promise<{ id: number; closed: number[] } | null> {
  const [row] = await database.query<{ id: number; closed: number[] | null }>(
    `select id, settings -> '${CLOSED}' as closed from account where settings ->> '${MARK}' = 'owner'`,
  );
  return row ? { id: row.id, closed: row.closed ?? [] } : null;
}

async function activeLogins(database: Queryable): Promise<Login[]> {
  const rows = await database.query<{ id: number; password_hash: string }>(
    "select id, password_hash from app_user where status = 'active' and email_key like $1",
    [`%@${DEMO_MAIL_DOMAIN}`],
  );
  return rows.map((row) => ({ id: row.id, hash: row.password_hash }));
}

/** Staff share a hash, so each is checked once. */
async function published(
  logins: readonly Login[],
  hasher: { verify(phc: string, password: string): Promise<boolean> },
): Promise<number[]> {
  const isPublished = new Map<string, boolean>();
  for (const { hash } of logins)
    if (!isPublished.has(hash)) isPublished.set(hash, await hasher.verify(hash, DEMO_PASSWORD));
  return logins.filter(({ hash }) => isPublished.get(hash)).map(({ id }) => id);
}

const remember = (database: Queryable, ownerId: number, closed: readonly number[]) =>
  database.query('update account set settings = settings || $2::jsonb where id = $1', [
    ownerId,
    JSON.stringify({ [CLOSED]: closed }),
  ]);
