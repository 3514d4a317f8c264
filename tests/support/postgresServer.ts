import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg, { type ClientConfig } from 'pg';
import { migrateQueue } from '../../server/jobs/index.ts';
import {
  migrate,
  openDatabase,
  openPool,
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/store/index.ts';
import { silentLogger } from './silentLogger.ts';

/** The database that those of test files are copied from: migrated, and empty. Nobody may be connected to it. */
const TEMPLATE = 'wayline_template';

/** A server for tests: everything in one small folder, and no waiting for disks that nobody trusts. */
export async function startTestPostgres(
  settings: Record<string, string> = {},
): Promise<EmbeddedPostgres & { readonly dataDirectory: string; remove(): Promise<void> }> {
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-pg-'));
  const server = await startEmbeddedPostgres({
    dataDirectory,
    logger: silentLogger,
    settings: { shared_buffers: '32MB', max_wal_size: '256MB', fsync: 'off', wal_compression: 'off', ...settings },
  });
  // A run that is broken off must not leave servers behind.
  const onExit = () => process.kill(server.pid(), 'SIGQUIT');
  process.once('exit', onExit);
  return {
    ...server,
    dataDirectory,
    async remove() {
      process.off('exit', onExit);
      await server.stop();
      fs.rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Runs one statement on a server, outside of any transaction. */
export async function onServer(connection: ClientConfig, sql: string): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

/** Makes the tables of the job queue, as a start of the product does. */
export async function migrateJobs(connection: ClientConfig): Promise<void> {
  const pool = openPool({ connection, connections: 2 }, () => undefined);
  await migrateQueue(pool, silentLogger).finally(() => pool.end());
}

/** Makes the template on a server; without one, {@link copyTemplate} has nothing to copy. */
export async function createTemplate(connection: ClientConfig): Promise<void> {
  await onServer(connection, `create database ${TEMPLATE}`);
  const database = openDatabase({ connection: { ...connection, database: TEMPLATE }, logger: silentLogger });
  await migrate(database, silentLogger).finally(() => database.close());
  await migrateJobs({ ...connection, database: TEMPLATE });
}

/** File by file, for a fifth of the time that Postgres takes to write every page into its log as well. */
export const copyTemplate = (connection: ClientConfig, name: string): Promise<void> =>
  onServer(connection, `create database ${name} template ${TEMPLATE} strategy file_copy`);

export const dropDatabase = (connection: ClientConfig, name: string): Promise<void> =>
  onServer(connection, `drop database ${name} with (force)`);
