import fs from 'node:fs';
import path from 'node:path';
import type { Database, Queryable, Transaction } from './database.types.ts';
import type { StoreLogger } from './logger.ts';

const DIRECTORY = path.join(import.meta.dirname, 'migrations');

/**
 * Runs the migrations that this database has not seen, in the order of their names, each once and in
 * a transaction of its own. Two processes may start at the same time: the second waits. Answers how many ran here.
 */
export async function migrate(database: Database, logger: StoreLogger, directory: string = DIRECTORY): Promise<number> {
  await createLedger(database);
  let count = 0;
  for (const name of migrationNames(directory)) {
    const ran = await database.transaction((transaction) => runOnce(transaction, name, readMigration(name, directory)));
    if (!ran) continue;
    count++;
    logger.info({ migration: name }, 'migrated the database');
  }
  return count;
}

/** File names of the migrations that this version of the product has, in their order. */
export function migrationNames(directory: string = DIRECTORY): string[] {
  return fs
    .readdirSync(directory)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/** The SQL of a migration. */
export function readMigration(name: string, directory: string = DIRECTORY): string {
  return fs.readFileSync(path.join(directory, name), 'utf8');
}

/**
 * How the tables of a database compare with this version of the product: what it lacks, and what is newer than we are.
 */
export interface SchemaState {
  /** Names of the migrations that ran, in their order; empty in a database that is not ours yet. */
  readonly applied: readonly string[];
  readonly pending: readonly string[];
  readonly unknown: readonly string[];
}

/** Compares what ran in the database with the migrations of this version. */
export async function readSchemaState(database: Queryable, directory: string = DIRECTORY): Promise<SchemaState> {
  const [{ ledger }] = await database.query<{ ledger: string | null }>(
    "select to_regclass('migration')::text as ledger",
  );
  const applied =
    ledger === null
      ? []
      : (await database.query<{ name: string }>('select name from migration order by name')).map(({ name }) => name);
  return compareSchema(applied, directory);
}

/** The same of a list of migrations, such as a backup's. */
export function compareSchema(applied: readonly string[], directory: string = DIRECTORY): SchemaState {
  const known = migrationNames(directory);
  return {
    applied,
    pending: known.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !known.includes(name)),
  };
}

/** `if not exists` still loses a race in the catalogue with 23505 or 42P07; then the other one made it. */
async function createLedger(database: Database): Promise<void> {
  try {
    await database.query(
      'create table if not exists migration (name text primary key, applied_at timestamptz not null)',
    );
  } catch (error) {
    if (!['23505', '42P07'].includes(String((error as { code?: string }).code))) throw error;
  }
}

/** The row is the lock: a second process waits at the insert until the first has committed. */
async function runOnce(transaction: Transaction, name: string, sql: string): Promise<boolean> {
  // A large table takes the time that it takes; a second process waits as long.
  await transaction.query('set local statement_timeout = 0');
  await transaction.query('set local lock_timeout = 0');
  const claimed = await transaction.query(
    'insert into migration (name, applied_at) values ($1, now()) on conflict (name) do nothing returning name',
    [name],
  );
  if (claimed.length === 0) return false;
  await transaction.query(sql);
  return true;
}
