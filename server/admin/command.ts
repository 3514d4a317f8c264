import type { ClientConfig } from 'pg';
import type { Instant, Result } from '../../src/domain/base/index.ts';
import type { Database, StoreLogger } from '../store/index.ts';

/** A command of `npm run admin`. Add one to `registry.ts`; help, usage and argument checks follow from this. */
export interface AdminCommand {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /** What follows the command, all of it required: name, and what it takes. */
  readonly parameters: readonly { readonly name: string; readonly takes: string }[];
  /** Switches by name, without the dashes, and what each does. */
  readonly options: Readonly<Record<string, string>>;
  /** Further lines of `--help`: what happens, what to know before. */
  readonly details: readonly string[];
  /** Answers what to print for the operator, or why it was not done. A bug throws. */
  run(call: AdminCall): Promise<Result<string, string>>;
}

/**
 * What a command asks of the database: `current` refuses one that is missing or whose tables are of another
 * version, `existing` one that is missing, `any` makes a missing one, without tables.
 */
export type DatabaseNeed = 'current' | 'existing' | 'any';

/** What a command is called with. */
export interface AdminCall {
  /** As many as the command's `parameters`. */
  readonly parameters: readonly string[];
  /** The switches that were given. */
  readonly options: ReadonlySet<string>;
  /** Absolute path of DATA_DIR. */
  readonly dataDirectory: string;
  readonly now: () => Instant;
  readonly logger: StoreLogger;
  /** Shows progress. */
  say(step: string): void;
  /**
   * Opens the product's database, running or not; it is closed when the command ends.
   */
  openDatabase(need: DatabaseNeed): Promise<Result<Database, string>>;
  /** The same, for work that needs a connection of its own. */
  openConnection(need: DatabaseNeed): Promise<Result<ClientConfig, string>>;
}
