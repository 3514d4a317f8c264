import fs from 'node:fs';
import path from 'node:path';
import type { Database, Transaction } from './database.types.ts';
import type { StoreLogger } from './logger.ts';

const DIRECTORY = path.join(import.meta.dirname, 'migrations');

/**
 * Runs the migrations that this database has not seen, in the order of their names, each once and in
 * a transaction of its own. Two processes may start at the same time: the second waits.
 */
export async function migrate(database: Database, logger: StoreLogger, directory: string = DIRECTORY): Promise<void> {
  await createLedger(database);
  const names = fs.readdirSync(directory).filter((name) => name.endsWith('.sql')).sort();
  for (const name of names) {
    const sql = fs.readFileSync(path.join(directory, name), 'utf8');
    const ran = await database.transaction((transaction) => runOnce(transaction, name, sql));
    if (ran) logger.info({ migration: name }, 'migrated the database');
  }
}

/** `if not exists` still loses a race in the catalogue with 23505 or 42P07; then the other one made it. */
async function createLedger(database: Database): Promise<void> {
  try {
    await database.query('create table if not exists migration (name text primary key, applied_at timestamptz not null)');
  } catch (error) {
    if (!['23505', '42P07'].includes(String((error as { code?: string }).code))) throw error;
  }
}

/** The row is the lock: a second process waits at the insert until the first has committed. */
async function runOnce(transaction: Transaction, name: string, sql: string): Promise<boolean> {
  const claimed = await transaction.query(
    'insert into migration (name, applied_at) values ($1, now()) on conflict (name) do nothing returning name',
    [name],
  );
  if (claimed.length === 0) return false;
  await transaction.query(sql);
  return true;
}
