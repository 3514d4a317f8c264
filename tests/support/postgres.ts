import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, inject } from 'vitest';
import type pg from 'pg';
import { migrate, openDatabase, openPool, type Database, type EmbeddedPostgres } from '../../server/store/index.ts';
import { copyTemplate, dropDatabase, migrateJobs, onServer, startTestPostgres } from './postgresServer.ts';
import { silentLogger } from './silentLogger.ts';

export { silentLogger };

/** A database of the test file's own. Read the fields inside tests or hooks, not while the file loads. */
export interface TestDatabase {
  readonly database: Database;
  readonly connection: pg.ClientConfig;
  /**
   * The file's own embedded server, to kill it; null without `ownServer`, and where WAYLINE_TEST_DATABASE_URL names
   * another.
   */
  readonly server: EmbeddedPostgres | null;
  /** Connections for job workers, closed with the file. */
  openJobPool(): pg.Pool;
  /** Another pool on the same database, closed with the file. */
  openAnother(): Database;
}

/**
 * Gives the test file a fresh, migrated database from before its first test to after its last.
 * `ownServer`: on a server of its own, which it may kill. Call it at the top level, or in a `describe`.
 */
export function withTestDatabase(options: { ownServer?: boolean } = {}): TestDatabase {
  let open: { database: Database; place: Place } | null = null;
  const others: Database[] = [];
  const pools: pg.Pool[] = [];

  beforeAll(async () => {
    const external = process.env.WAYLINE_TEST_DATABASE_URL;
    const place = external
      ? await externalDatabase(external)
      : options.ownServer
        ? await ownDatabase()
        : await copiedDatabase();
    open = { place, database: openDatabase({ connection: place.connection, logger: silentLogger }) };
    await migrate(open.database, silentLogger);
    // A copy of the template has the tables of the job queue already.
    if (external || options.ownServer) await migrateJobs(place.connection);
  });
  afterAll(async () => {
    await Promise.all([
      open?.database.close(),
      ...others.map((other) => other.close()),
      ...pools.map((pool) => pool.end()),
    ]);
    await open?.place.dispose();
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
      return opened().place.connection;
    },
    get server() {
      return opened().place.server;
    },
    openJobPool() {
      const pool = openPool({ connection: opened().place.connection }, () => undefined);
      pools.push(pool);
      return pool;
    },
    openAnother() {
      const other = openDatabase({ connection: opened().place.connection, logger: silentLogger });
      others.push(other);
      return other;
    },
  };
}

interface Place {
  readonly connection: pg.ClientConfig;
  readonly server: EmbeddedPostgres | null;
  dispose(): Promise<void>;
}

const newName = (): string => `wayline_test_${randomBytes(6).toString('hex')}`;

async function copiedDatabase(): Promise<Place> {
  const server = inject('postgres');
  if (!server)
    throw new Error('No Postgres was started: the file belongs to the project "database" of vitest.config.ts');
  const name = newName();
  await copyTemplate(server, name);
  return { connection: { ...server, database: name }, server: null, dispose: () => dropDatabase(server, name) };
}

async function ownDatabase(): Promise<Place> {
  const server = await startTestPostgres();
  return { connection: server.connection, server, dispose: () => server.remove() };
}

async function externalDatabase(url: string): Promise<Place> {
  const name = newName();
  await onServer({ connectionString: url }, `create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return {
    connection: { connectionString: address.toString() },
    server: null,
    dispose: () => dropDatabase({ connectionString: url }, name),
  };
}
