import type pg from 'pg';
import { CANCEL_CHANNEL } from './queue.ts';

/** The first half of our advisory locks' numbers: any, as long as nobody else has it ("job" on a telephone's keys). */
const LOCKS = 562;

export interface PresenceEvents {
  /** Somebody asks for the end of a job, which may run here. */
  cancelled(jobId: number): void;
  /** The connection is gone: others may take over what runs here. */
  lost(): void;
}

/** One connection that says which worker pools of this process are alive, and hears of cancelled jobs. */
export interface Presence {
  /** Others leave what the pool is at alone until this process or its connection is gone. */
  hold(poolId: string): Promise<void>;
  close(): void;
}

/**
 * Opens the connection. A pool that is alive holds an advisory lock by its name, and Postgres drops the lock with the
 * connection: no heartbeat that is late under load, and no clock.
 */
export async function openPresence(pool: pg.Pool, events: PresenceEvents): Promise<Presence> {
  const client = await pool.connect();
  let isOver = false;
  const over = (): boolean => {
    if (isOver) return false;
    isOver = true;
    client.release(true);
    return true;
  };
  const lost = (): void => {
    if (over()) events.lost();
  };
  client.on('error', lost);
  client.on('end', lost);
  client.on('notification', ({ channel, payload }) => {
    if (channel === CANCEL_CHANNEL) events.cancelled(Number(payload));
  });
  await client.query(`listen ${CANCEL_CHANNEL}`);
  // Workers of a pool ask for the same lock at the same time.
  const locks = new Map<string, Promise<unknown>>();
  let last: Promise<unknown> = Promise.resolve();
  return {
    async hold(poolId) {
      const lock = () => client.query('select pg_advisory_lock($1, hashtext($2))', [LOCKS, poolId]);
      const holding = locks.get(poolId) ?? (last = last.then(lock));
      locks.set(poolId, holding);
      await holding;
    },
    close: () => void over(),
  };
}

/**
 * Gives back what workers were at whose process is gone; the library would wait for hours. Answers how many workers
 * that were.
 */
export async function releaseDeadWorkers(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ dead: string[] }>(
    `with locked as (select distinct locked_by from graphile_worker.jobs where locked_by is not null),
          dead as materialized (select locked_by from locked where pg_try_advisory_xact_lock($1, hashtext(locked_by)))
     select coalesce(array_agg(locked_by), '{}') as dead from dead`,
    [LOCKS],
  );
  const dead = rows[0]?.dead ?? [];
  if (dead.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [dead]);
  return dead.length;
}
