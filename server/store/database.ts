import pg from 'pg';
import { LOCK_TIMEOUT, STATEMENT_TIMEOUT } from '../../src/domain/base/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import type { Database, EventFollower, Transaction } from './database.types.ts';
import type { StoreLogger } from './logger.ts';
import { rowTypes } from './rowTypes.ts';
import { EventOrder, type EventTurn } from './eventOrder.ts';
import { openTransaction } from './transaction.ts';
import { isAway, isUnavailable, translateError, wantsRetry } from './unavailable.ts';

const CONNECT_TIMEOUT = 5_000;
/** Postgres ends a statement at its time limit; one that says nothing for so much longer is frozen, ms. */
const GRACE = 2_000;
const DEFAULT_CONNECTIONS = 10;
/** A conflict that comes back this often is a mistake in the work. */
const ATTEMPTS = 6;

export interface DatabaseOptions {
  /** Of the embedded server... */
  connection?: pg.ClientConfig;
  /** ...or postgres://user:password@host:port/database. */
  url?: string;
  logger: StoreLogger;
  /** Most connections at a time. */
  connections?: number;
  /** Of one statement, in milliseconds; STATEMENT_TIMEOUT.call when absent. */
  statementTimeout?: number;
}

/** What came of a transaction, the events that it committed, and when it is their turn to be published. */
interface Done<Result> {
  readonly result: Result;
  readonly events: DomainEvent[];
  readonly turn: EventTurn;
}

/** Opens a pool; connects on first use. Never throws later on its own: a lost connection shows in the calls. */
export function openDatabase(options: DatabaseOptions): Database {
  return new PooledDatabase(options);
}

/** Connections alone, for who needs them as `pg` has them; `onError` hears of those that were lost. */
export function openPool(
  options: Omit<DatabaseOptions, 'logger'>,
  onError: (error: Error) => void,
  more: pg.PoolConfig = {},
): pg.Pool {
  const pool = new pg.Pool({
    max: options.connections ?? DEFAULT_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    application_name: 'wayline',
    ...(options.url ? { connectionString: options.url } : liveConnection(options.connection ?? {})),
    ...more,
  });
  // Without these listeners the death of Postgres would end the process.
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

class PooledDatabase implements Database {
  readonly #pool: pg.Pool;
  readonly #logger: StoreLogger;
  readonly #listeners = new Set<EventFollower>();
  readonly #order = new EventOrder();
  /** Milliseconds after which a statement without an answer counts as one that Postgres did not hear. */
  readonly #patience: number;
  #available = true;
  #closed: Promise<void> | null = null;

  constructor(options: DatabaseOptions) {
    const limit = options.statementTimeout ?? STATEMENT_TIMEOUT.call;
    this.#logger = options.logger;
    this.#patience = limit + GRACE;
    this.#pool = openPool(options, (error) => this.#note(error), {
      types: rowTypes,
      statement_timeout: limit,
      lock_timeout: LOCK_TIMEOUT,
    });
  }

  get available(): boolean {
    return this.#available;
  }

  async query<Row extends pg.QueryResultRow>(
    sql: string,
    parameters: readonly unknown[] = [],
    // One that did not answer lately is not waited for that long again.
    patience: number = this.#available ? this.#patience : CONNECT_TIMEOUT,
  ): Promise<Row[]> {
    try {
      const { rows } = await this.#pool.query<Row>(timed(patience, sql, parameters));
      this.#reached();
      return rows;
    } catch (error) {
      this.#note(error);
      throw translateError(error);
    }
  }

  async transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result> {
    const { result, events, turn } = await this.#untilDone(work);
    await turn.due;
    const published = this.#publish(events);
    turn.end();
    await published;
    return result;
  }

  async answers(within: number): Promise<boolean> {
    return this.query('select 1', [], within).then(
      () => true,
      () => false,
    );
  }

  onEvents(listener: EventFollower): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    return (this.#closed ??= this.#pool.end());
  }

  async #untilDone<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Done<Result>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#attempt(work);
      } catch (error) {
        if (!wantsRetry(error) || attempt === ATTEMPTS) throw error;
        this.#logger.debug({ attempt, error: String(error) }, 'a transaction met another one and is tried again');
      }
    }
  }

  async #attempt<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Done<Result>> {
    const client = await this.#connect();
    let broken: Error | undefined;
    const turn = this.#order.begin();
    try {
      await client.query(timed(this.#available ? this.#patience : CONNECT_TIMEOUT, 'begin'));
      const transaction = openTransaction(client, (accounts) => turn.join(accounts));
      const result = await work(transaction);
      await client.query('commit');
      this.#reached();
      return { result, events: transaction.events, turn };
    } catch (error) {
      turn.end();
      this.#note(error);
      // A connection that was lost, or is frozen, takes no rollback.
      broken = isUnavailable(error) ? new Error(String(error)) : await rollback(client);
      throw translateError(error);
    } finally {
      client.release(broken);
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect();
    } catch (error) {
      this.#note(error);
      throw translateError(error);
    }
  }

  /** Calls every listener at once, then waits for those that have to read what changed. */
  async #publish(events: DomainEvent[]): Promise<void> {
    if (events.length === 0) return;
    await Promise.all(
      Array.from(this.#listeners, async (listener) => {
        try {
          await listener(events);
        } catch (error) {
          // The facts are stored; one listener's mistake must not look like a failed transaction.
          this.#logger.error({ error: String(error) }, 'a listener to events failed');
        }
      }),
    );
  }

  #reached(): void {
    if (this.#available) return;
    this.#available = true;
    this.#logger.info({}, 'the database is back');
  }

  #note(error: unknown): void {
    // While it closes, connections end as they please. Of a full disk those report who wanted to store something.
    if (this.#closed || !this.#available || !isAway(error)) return;
    this.#available = false;
    this.#logger.error({ error: String(error) }, 'the database cannot be reached');
  }
}

/** The embedded server may come back on another port (Windows): read it at each connection. */
function liveConnection(connection: pg.ClientConfig): pg.PoolConfig {
  return Object.defineProperty({ ...connection }, 'port', { enumerable: true, get: () => connection.port });
}

/**
 * A statement that is given up where no answer comes within so many milliseconds; the types of `pg` do not know of
 * it.
 */
function timed(patience: number, text: string, parameters: readonly unknown[] = []): pg.QueryConfig {
  const config: pg.QueryConfig & { query_timeout: number } = { text, values: [...parameters], query_timeout: patience };
  return config;
}

/** Undefined when the connection may be used again. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('rollback');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
