import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import pg from 'pg';
import { migrate, openDatabase, startEmbeddedPostgres, type Database, type EmbeddedPostgres } from '../../server/store/index.ts';
import { silentLogger } from './silentLogger.ts';

export { silentLogger };

/** A database of the test file's own. Read the fields inside tests or hooks, not while the file loads. */
export interface TestDatabase {
  readonly database: Database;
  readonly connection: pg.ClientConfig;
  /** The embedded server, to kill it; null where WAYLINE_TEST_DATABASE_URL names another. */
  readonly server: EmbeddedPostgres | null;
  /** Another pool on the same database, closed with the file. */
  openAnother(): Database;
}

/** A server for tests: everything in one small folder, and no waiting for disks that nobody trusts. */
export async function startTestPostgres(settings: Record<string, string> = {}): Promise<EmbeddedPostgres & { readonly dataDirectory: string; remove(): Promise<void> }> {
  const dataDirectory = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-pg-'));
  const server = await startEmbeddedPostgres({
    dataDirectory,
    logger: silentLogger,
    settings: { shared_buffers: '32MB', max_wal_size: '256MB', ...settings },
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

/**
 * Gives the test file a fresh, migrated database on a server that starts before its first test and
 * goes after its last. Call it at the top level, or in a `describe`.
 */
export function withTestDatabase(options: { migrated?: boolean } = {}): TestDatabase {
  let open: { database: Database; connection: pg.ClientConfig; server: EmbeddedPostgres | null } | null = null;
  const others: Database[] = [];
  let dispose: () => Promise<void> = async () => undefined;

  beforeAll(async () => {
    const external = process.env.WAYLINE_TEST_DATABASE_URL;
    const place = external ? await externalDatabase(external) : await embeddedDatabase();
    dispose = place.dispose;
    const database = openDatabase({ connection: place.connection, logger: silentLogger });
    if (options.migrated !== false) await migrate(database, silentLogger);
    open = { database, connection: place.connection, server: place.server };
  });
  afterAll(async () => {
    await Promise.all([open?.database.close(), ...others.map((other) => other.close())]);
    await dispose();
  });

  const opened = () => {
    if (!open) throw new Error('The test database is there inside tests and hooks only');
    return open;
  };
  return {
    get database() {
      return opened().database;
    },
    get connection() {
      return opened().connection;
    },
    get server() {
      return opened().server;
    },
    openAnother() {
      const other = openDatabase({ connection: opened().connection, logger: silentLogger });
      others.push(other);
      return other;
    },
  };
}

interface Place {
  connection: pg.ClientConfig;
  server: EmbeddedPostgres | null;
  dispose(): Promise<void>;
}

async function embeddedDatabase(): Promise<Place> {
  const server = await startTestPostgres({ fsync: 'off' });
  return { connection: server.connection, server, dispose: () => server.remove() };
}

async function externalDatabase(url: string): Promise<Place> {
  const name = `wayline_test_${randomBytes(6).toString('hex')}`;
  const onServer = async (sql: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await onServer(`create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return { connection: { connectionString: address.toString() }, server: null, dispose: () => onServer(`drop database ${name} with (force)`) };
}
