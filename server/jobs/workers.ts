import { run, runOnce, type Runner, type RunnerOptions, type TaskList } from 'graphile-worker';
import type pg from 'pg';
import { SECOND, type TimeSource } from '../../src/domain/base/index.ts';
import type { Database } from '../store/database.types.ts';
import type { StoreLogger } from '../store/logger.ts';
import { libraryLogger } from './graphile.ts';
import { openPresence, releaseDeadWorkers, type Presence } from './presence.ts';
import { afterTimeout, RunningJobs, type After, type EndedCounts } from './running.ts';
import { cronItemsOf, tasksOf, type TaskParts } from './tasks.ts';
import type { JobHandlers, JobKinds, Lane } from './types.ts';
import { countOpenJobs, lineUpStrays, type OpenJobs } from './upkeep.ts';

/** Workers of each lane in a process. */
const WORKERS: Readonly<Record<Lane, number>> = { quick: 3, long: 3 };
/** Workers are notified of new jobs immediately; this is for those that fall due. */
const POLL = 2 * SECOND;
const LOOK_EVERY = 15 * SECOND;
const RESTART = SECOND;
const GRACE = 5 * SECOND;

export interface WorkersOptions<Kinds extends JobKinds> {
  readonly kinds: Kinds;
  readonly handlers: JobHandlers<Kinds>;
  /** Crontab lines that take the place of the catalogue's. */
  readonly schedules?: Partial<Record<keyof Kinds, string>>;
  readonly database: Database;
  /** The workers' own connections, so that long jobs take none from calls; ten at least. */
  readonly pool: pg.Pool;
  readonly time: TimeSource;
  readonly logger: StoreLogger;
  readonly after?: After;
  /** Milliseconds that a stop waits for jobs to end by themselves; then they are handed back. */
  readonly grace?: number;
}

/** The workers of this process. */
export interface Workers {
  /** Open jobs of all processes, a quarter of a minute old at most; and what ended here. */
  counts(): { readonly open: readonly OpenJobs[]; readonly ended: EndedCounts };
  /** Takes nothing new; waits a little for what runs, then hands it back. */
  stop(): Promise<void>;
}

/** Starts the workers; rejects where the database does not answer. Later they come back by themselves. */
export async function startWorkers<Kinds extends JobKinds>(options: WorkersOptions<Kinds>): Promise<Workers> {
  const workers = new SupervisedWorkers(options);
  await workers.open();
  return workers;
}

/**
 * Does every job that is due, one after another, and ends when none is left: for tests, which move the clock by hand.
 */
export async function runDueJobs<Kinds extends JobKinds>(options: WorkersOptions<Kinds>): Promise<void> {
  const tasks = tasksOf({ ...options, running: new RunningJobs(options.after ?? afterTimeout) }, null);
  const isLeft = async (): Promise<boolean> => {
    const { rows } = await options.pool.query(
      `select from graphile_worker.jobs where task_identifier = any($1::text[])
          and (locked_at is not null or (run_at <= $2 and attempts < max_attempts)) limit 1`,
      [Object.keys(tasks), new Date(options.time.now())],
    );
    return rows.length > 0;
  };
  // The library notes the end of a job on the side, and its queue is free for the next only then.
  while (await isLeft()) await runOnce({ ...libraryOptions(options), concurrency: 1 }, tasks);
}

/** In batches of whatever is there: otherwise a database that is away just then is a rejection that nobody handles. */
const NOTING = { completeJobBatchDelay: 0, failJobBatchDelay: 0 };

const libraryOptions = ({ pool, logger }: Pick<WorkersOptions<JobKinds>, 'pool' | 'logger'>): RunnerOptions => ({
  pgPool: pool,
  logger: libraryLogger(logger),
  noHandleSignals: true,
  // One clock for all: jobs fall due by that of the servers, not of the database.
  useNodeTime: true,
  pollInterval: POLL,
  preset: { worker: NOTING },
});

class SupervisedWorkers<Kinds extends JobKinds> implements Workers {
  readonly #options: WorkersOptions<Kinds>;
  readonly #parts: TaskParts<Kinds>;
  readonly #running: RunningJobs;
  readonly #after: After;
  #presence: Presence | null = null;
  #runners: Runner[] = [];
  #open: readonly OpenJobs[] = [];
  #cancelLook: () => void = () => undefined;
  #looking: Promise<void> = Promise.resolve();
  #restarting: Promise<void> | null = null;
  #stopping = false;
  /** Something that the workers cannot do without is gone. */
  #broken = false;

  constructor(options: WorkersOptions<Kinds>) {
    this.#options = options;
    this.#after = options.after ?? afterTimeout;
    this.#running = new RunningJobs(this.#after);
    this.#parts = { ...options, running: this.#running };
  }

  counts() {
    return { open: this.#open, ended: this.#running.counts };
  }

  async open(): Promise<void> {
    this.#presence = await openPresence(this.#options.pool, {
      cancelled: (jobId) => this.#running.stop(jobId, 'cancelled'),
      lost: () => this.#restart('the connection is gone'),
    });
    await this.#look();
    for (const lane of ['quick', 'long'] as const) await this.#openLane(lane);
    this.#lookLater();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    this.#cancelLook();
    await this.#restarting;
    await this.#looking;
    const cancel = this.#after(this.#options.grace ?? GRACE, () => this.#running.stopAll('handedBack'));
    await this.#close();
    cancel();
  }

  async #openLane(lane: Lane): Promise<void> {
    const tasks = tasksOf(this.#parts, lane);
    if (Object.keys(tasks).length === 0) return;
    const { schedules, kinds, handlers } = this.#options;
    // One lane looks at the clock; the library sees to it that of several processes one adds the job.
    const items = lane === 'quick' ? cronItemsOf({ kinds, handlers }, schedules) : [];
    const runner = await run(this.#runnerOptions(lane), tasks satisfies TaskList, items);
    this.#runners.push(runner);
    const ended = (error?: unknown): void => this.#restart(error === undefined ? 'it ended' : String(error));
    runner.promise.then(() => ended(), ended);
  }

  #runnerOptions(lane: Lane): RunnerOptions {
    const hooks = {
      // Before it takes its first job: a pool that others cannot see alive would be robbed of it.
      startWorker: async (_: unknown, { worker }: { worker: { workerPool: { id: string } } }) => {
        await this.#presence?.hold(worker.workerPool.id);
      },
    };
    return {
      ...libraryOptions(this.#options),
      concurrency: WORKERS[lane],
      preset: { worker: NOTING, plugins: [{ name: 'presence', version: '1', worker: { hooks } }] },
    };
  }

  /**
   * After the database was away: what ran here may be done by others by now, so it ends before anything is begun again.
   */
  #restart(reason: string): void {
    this.#broken = true;
    if (this.#stopping || this.#restarting) return;
    this.#options.logger.warn({ reason }, 'job workers start again');
    this.#cancelLook();
    this.#running.stopAll('handedBack');
    this.#restarting = this.#reopen().finally(() => (this.#restarting = null));
  }

  async #reopen(): Promise<void> {
    while (!this.#stopping) {
      await this.#close();
      await new Promise<void>((resolve) => void this.#after(RESTART, resolve));
      if (this.#stopping) return;
      this.#broken = false;
      try {
        await this.open();
        if (this.#broken) continue;
        this.#options.logger.info({}, 'job workers are back');
        return;
      } catch (error) {
        this.#options.logger.warn({ error: String(error) }, 'job workers could not start; trying again');
      }
    }
  }

  async #close(): Promise<void> {
    // One that has ended by itself says so by a rejection.
    await Promise.allSettled(this.#runners.splice(0).map((runner) => runner.stop()));
    await this.#running.settled();
    this.#presence?.close();
    this.#presence = null;
  }

  #lookLater(): void {
    if (this.#stopping) return;
    this.#cancelLook = this.#after(LOOK_EVERY, () => {
      this.#looking = this.#look()
        .catch((error: unknown) =>
          this.#options.logger.warn({ error: String(error) }, 'the job queue could not be looked after; trying again'),
        )
        .finally(() => this.#lookLater());
    });
  }

  async #look(): Promise<void> {
    const { pool, database, kinds, time, logger } = this.#options;
    const dead = await releaseDeadWorkers(pool);
    const strays = await lineUpStrays(database, kinds, time.now());
    if (dead + strays > 0) logger.info({ dead, strays }, 'jobs of workers that are gone go on');
    this.#open = await countOpenJobs(database, time.now());
  }
}
