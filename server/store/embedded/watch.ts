import type pg from 'pg';
import type { StoreLogger } from '../logger.ts';
import { connectionTo, type Cluster } from './cluster.ts';
import { adoptOrStart, type RunningPostmaster } from './postmaster.ts';
import { pause, processState } from './processes.ts';

/** A killed server is noticed after this long at most. */
const CHECK = 50;
const FIRST_RETRY = 500;
const LONGEST_RETRY = 15_000;

export interface Watcher {
  readonly pid: number;
  /** Stops watching; resolves when no restart is under way any more. */
  end(): Promise<void>;
}

/** Starts the server again whenever it dies. The connection's port follows where it changes (Windows). */
export function watch(
  cluster: Cluster,
  first: RunningPostmaster,
  connection: pg.ClientConfig,
  logger: StoreLogger,
): Watcher {
  let pid = first.pid;
  let ended = false;
  let restarting: Promise<void> | null = null;

  const restart = async (): Promise<void> => {
    logger.error({ pid }, 'the embedded Postgres died; starting it again');
    for (let wait = FIRST_RETRY; !ended; wait = Math.min(wait * 2, LONGEST_RETRY)) {
      try {
        const again = await adoptOrStart(cluster);
        pid = again.pid;
        connection.port = connectionTo(cluster, again.port, '').port;
        logger.info({ pid }, 'the embedded Postgres runs again');
        return;
      } catch (error) {
        logger.error({ error: String(error), retryAfter: wait }, 'the embedded Postgres does not start');
        await pause(wait);
      }
    }
  };
  const timer = setInterval(() => {
    if (restarting || processState(pid) === 'running') return;
    restarting = restart().finally(() => (restarting = null));
  }, CHECK);
  timer.unref();

  return {
    get pid() {
      return pid;
    },
    async end() {
      ended = true;
      clearInterval(timer);
      await restarting;
    },
  };
}
