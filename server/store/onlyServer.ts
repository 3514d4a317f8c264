import type pg from 'pg';
import { SECOND } from '../../src/domain/base/index.ts';
import { openPool, type DatabaseOptions } from './database.ts';
import type { StoreLogger } from './logger.ts';

/** Of our advisory locks: the one that a server holds while it runs. Any number that nobody else has. */
const LOCK = 563;
/** A server that was killed a moment ago may still be in the list of connections. */
const PATIENCE = 2 * SECOND;
const AGAIN = SECOND / 10;
const LOST_AGAIN = SECOND;

/** Another server works on the database: two would each answer for the same trackers, from copies that disagree. */
export class SecondServer extends Error {
  override readonly name = 'SecondServer';
}

/**
 * Keeps the database to this process by an advisory lock, which Postgres drops with the connection. Answers how to let
 * go. Throws {@link SecondServer} where another server holds it. A lock that is lost with the database is taken again
 * when that is back.
 */
export async function holdAlone(
  place: Pick<DatabaseOptions, 'url' | 'connection'>,
  logger: StoreLogger,
): Promise<() => Promise<void>> {
  const pool = openPool(place, () => undefined, { max: 1, application_name: 'wayline server' });
  let client: pg.PoolClient | null = null;
  let timer: NodeJS.Timeout | null = null;
  let isOver = false;
  const hold = async (patience: number): Promise<boolean> => {
    const asked = await pool.connect();
    const isOurs = await lockWithin(asked, patience).catch((error: unknown) => {
      asked.release(true);
      throw error;
    });
    if (!isOurs || isOver) {
      // Let go while it was asked: the lock goes with the connection.
      asked.release(isOver);
      return isOurs;
    }
    client = asked;
    asked.once('error', () => lost(asked));
    return true;
  };
  const lost = (asked: pg.PoolClient): void => {
    // One that was let go may still hear that the database ends.
    if (client !== asked) return;
    client = null;
    asked.release(true);
    takeAgain();
  };
  const takeAgain = (): void => {
    if (isOver) return;
    timer = setTimeout(() => {
      hold(0).then(
        (isOurs) => {
          if (isOurs) return;
          logger.error({}, 'another server works on this database: stop one of the two');
          takeAgain();
        },
        // The database is not back.
        () => takeAgain(),
      );
    }, LOST_AGAIN).unref();
  };
  const letGo = async (): Promise<void> => {
    isOver = true;
    if (timer) clearTimeout(timer);
    const last = client;
    client = null;
    last?.release(true);
    await pool.end();
  };
  try {
    if (await hold(PATIENCE)) return letGo;
    throw new SecondServer(await otherServer(pool));
  } catch (error) {
    await letGo();
    throw error;
  }
}

async function lockWithin(client: pg.PoolClient, patience: number): Promise<boolean> {
  const deadline = performance.now() + patience;
  while (!(await isLocked(client))) {
    if (performance.now() >= deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, AGAIN));
  }
  return true;
}

async function isLocked(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1, 0) as taken', [LOCK]);
  return rows[0].taken;
}

async function otherServer(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ since: Date; address: string | null }>(
    `select a.backend_start as since, host(a.client_addr) as address
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.classid = $1 and l.objid = 0 and l.granted
       and l.database = (select oid from pg_database where datname = current_database())`,
    [LOCK],
  );
  const [other] = rows;
  const about = other ? ` since ${other.since.toISOString()}, from ${other.address ?? 'this machine'}` : '';
  return `another Wayline server works on this database${about}. Two would both answer for the same trackers. Stop the other one, or give this one a DATA_DIR or DATABASE_URL of its own.`;
}
