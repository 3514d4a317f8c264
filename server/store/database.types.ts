import type { QueryResultRow } from 'pg';
import type { DomainEvent, UnnumberedEvent } from '../../src/domain/events/index.ts';

/**
 * Runs SQL with numbered parameters. Rejects with {@link DatabaseUnavailable} when Postgres is away, or its disk is
 * full, and with {@link StatementTimedOut} when the statement takes too long.
 */
export interface Queryable {
  query<Row extends QueryResultRow>(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
}

/**
 * An event to be appended. `remote`, the address that the act came from, and the account in which its person acted, are
 * kept for the audit and not sent to viewers.
 */
export type AppendedEvent = UnnumberedEvent & { readonly remote?: string; readonly actorAccountId?: number };

/** One transaction: its changes and the events that report them commit together, or not at all. */
export interface Transaction extends Queryable {
  /** Appends a fact to the account's event log; answers its sequence. */
  appendEvent(event: AppendedEvent): Promise<number>;
  /** The same of many, each in the log of its account and in this order. */
  appendEvents(events: readonly AppendedEvent[]): Promise<void>;
  /** The next free id of a table ("unit", "device", ...), of its identity column. */
  nextId(table: string): Promise<number>;
}

/**
 * Follows committed events. A follower that keeps a copy of what they changed answers a promise of having it read:
 * the transaction ends after that, so that a device that reports upon the answer "created" is known. The promise must
 * settle also while the database is away.
 */
export type EventFollower = (events: DomainEvent[]) => void | Promise<void>;

export interface Database extends Queryable {
  /** Runs `work` in a transaction and again when the engine asks for it (40001, 40P01). */
  transaction<Result>(work: (transaction: Transaction) => Promise<Result>): Promise<Result>;
  /** Notified of events after their transaction committed. Returns an undo. */
  onEvents(listener: EventFollower): () => void;
  /** Whether Postgres answers within so many milliseconds. A frozen one takes connections and says nothing. */
  answers(within: number): Promise<boolean>;
  /** True when the last attempt to reach Postgres succeeded. */
  readonly available: boolean;
  close(): Promise<void>;
}

/**
 * Postgres ended a statement that ran for longer than STATEMENT_TIMEOUT, or waited for a lock for longer than
 * LOCK_TIMEOUT; what was asked was not done.
 */
export class StatementTimedOut extends Error {
  override readonly name = 'StatementTimedOut';
}

/** Postgres could not be reached, or had no room; what was asked was not done. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}
