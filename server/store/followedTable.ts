import { SECOND } from '../../src/domain/base/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { DatabaseUnavailable, type Database } from './database.types.ts';

/** How a table in memory is read. */
export interface TableReading<Change> {
  /** What operators know it by: `rules`. */
  readonly name: string;
  readonly database: Pick<Database, 'onEvents'>;
  /** Reads all of it, and forgets what is not there any more. */
  readAll(): Promise<void>;
  /** What of it the events changed, or null. Called at once, before the transaction that recorded them ends. */
  changeOf(events: readonly DomainEvent[]): Change | null;
  /** Reads what changed. */
  read(change: Change): Promise<void>;
  /** Called for every failure, for the log; it is read again in a moment. */
  onFailure(error: unknown): void;
  /** Pause before the first new attempt, in milliseconds; it doubles up to the longest. */
  readonly retryPause?: number;
}

/** A copy of a table, kept up to date by events. */
export interface FollowedTable {
  readonly name: string;
  /** Not read yet, or an attempt failed: it may lack changes until it is read again. */
  readonly stale: boolean;
  /** Reads all of it. Resolves when that was tried. */
  reload(): Promise<void>;
  /** Resolves when every change so far was read, or could not be. */
  settled(): Promise<void>;
  /** Resolves when it is not stale and nothing is left to read. Rejects with DatabaseUnavailable once it is closed. */
  current(): Promise<void>;
  close(): void;
}

const FIRST_PAUSE = SECOND;
const LONGEST_PAUSE = 30 * SECOND;

/** Those that are open, by the database that they follow. */
const open = new WeakMap<TableReading<never>['database'], Set<FollowedTable>>();

/** The tables in memory that follow the database now. */
export function followedTables(database: TableReading<never>['database']): readonly FollowedTable[] {
  return [...(open.get(database) ?? [])];
}

/**
 * Reads a table into memory and keeps it up to date: what an event changed is read before the transaction that recorded
 * it ends. After a failure all of it is read, at the next event or after a pause, until that succeeds: a copy that
 * missed a change stays wrong for good.
 */
export function followTable<Change>(reading: TableReading<Change>): FollowedTable {
  const table = new Follower(reading);
  const tables = open.get(reading.database) ?? new Set();
  open.set(reading.database, tables.add(table));
  return table;
}

class Follower<Change> implements FollowedTable {
  readonly name: string;
  stale = true;
  readonly #reading: TableReading<Change>;
  readonly #stop: () => void;
  // One after another: an older answer must not undo a newer one.
  #work: Promise<void>;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #read = Promise.withResolvers<void>();
  #closed = false;

  constructor(reading: TableReading<Change>) {
    this.name = reading.name;
    this.#reading = reading;
    // Listening starts before reading, so that nothing falls between the two.
    this.#stop = reading.database.onEvents((events) => {
      const change = reading.changeOf(events);
      return change === null ? undefined : this.#add(change);
    });
    this.#work = this.#attempt(null);
  }

  reload(): Promise<void> {
    return this.#add(null);
  }

  settled(): Promise<void> {
    return this.#work;
  }

  async current(): Promise<void> {
    for (let work = this.#work; ; work = this.#work) {
      await work;
      if (this.stale && !this.#closed) await this.#read.promise;
      if (this.#closed) throw new DatabaseUnavailable(`${this.name} are not followed any more.`);
      if (!this.stale && work === this.#work) return;
    }
  }

  close(): void {
    this.#closed = true;
    this.#stop();
    clearTimeout(this.#retry);
    this.#read.resolve();
    open.get(this.#reading.database)?.delete(this);
  }

  #add(change: Change | null): Promise<void> {
    return (this.#work = this.#work.then(() => this.#attempt(change)));
  }

  /** Never rejects. */
  async #attempt(change: Change | null): Promise<void> {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    try {
      await (change === null || this.stale ? this.#reading.readAll() : this.#reading.read(change));
      this.stale = false;
      this.#failures = 0;
      this.#read.resolve();
    } catch (error) {
      if (!this.#closed) this.#failed(error);
    }
  }

  #failed(error: unknown): void {
    if (!this.stale) this.#read = Promise.withResolvers();
    this.stale = true;
    const pause = Math.min(LONGEST_PAUSE, (this.#reading.retryPause ?? FIRST_PAUSE) * 2 ** this.#failures++);
    this.#retry = setTimeout(() => void this.reload(), pause).unref();
    this.#reading.onFailure(error);
  }
}
