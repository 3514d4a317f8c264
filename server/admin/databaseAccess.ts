import path from 'node:path';
import type { ClientConfig } from 'pg';
import { failure, success, type Result } from '../../src/domain/base/index.ts';
import type { Closers } from '../app/closers.ts';
import type { Configuration } from '../app/config.ts';
import {
  hasCluster,
  openDatabase,
  readSchemaState,
  startEmbeddedPostgres,
  type Database,
  type StoreLogger,
} from '../store/index.ts';
import type { DatabaseNeed } from './command.ts';

/** The installation that a command works on. */
export interface Installation {
  readonly configuration: Pick<Configuration, 'databaseUrl' | 'dataDirectory'>;
  readonly logger: StoreLogger;
  readonly closers: Closers;
}

/** Opens the database that the server uses, beside a running server or without one. */
export async function openInstallation(
  installation: Installation,
  need: DatabaseNeed,
): Promise<Result<Database, string>> {
  const { closers, logger } = installation;
  const connection = await connect(installation, need);
  if (!connection.ok) return connection;
  const database = openDatabase({ connection: connection.value, logger });
  closers.add('database', () => database.close());
  const refused = await refuseSchema(database, need);
  return refused ?? success(database);
}

/** The same for work that needs a connection of its own: how to connect. */
export async function reachInstallation(
  installation: Installation,
  need: DatabaseNeed,
): Promise<Result<ClientConfig, string>> {
  const connection = await connect(installation, need);
  if (!connection.ok || need === 'any') return connection;
  const database = openDatabase({ connection: connection.value, logger: installation.logger, connections: 1 });
  const refused = await refuseSchema(database, need).finally(() => database.close());
  return refused ?? connection;
}

async function refuseSchema(database: Database, need: DatabaseNeed): Promise<Result<never, string> | null> {
  if (need === 'any') return null;
  const { applied, pending, unknown } = await readSchemaState(database);
  if (applied.length === 0) return failure('The database is empty: the server has never been started on it.');
  if (need === 'existing') return null;
  if (unknown.length > 0) return failure('The database was upgraded by a newer version of Wayline. Use that version.');
  return pending.length === 0
    ? null
    : failure(
        'The database is of an older version of Wayline. Start the server once to upgrade it, then run the command again.',
      );
}

async function connect(
  { configuration, logger, closers }: Installation,
  need: DatabaseNeed,
): Promise<Result<ClientConfig, string>> {
  const { databaseUrl, dataDirectory } = configuration;
  if (databaseUrl !== null) return success({ connectionString: databaseUrl });
  const cluster = path.join(dataDirectory, 'postgres');
  if (need !== 'any' && !hasCluster(cluster)) {
    return failure(
      `There is no database under ${dataDirectory}. Set DATA_DIR (or DATABASE_URL) to what the server is started with.`,
    );
  }
  const postgres = await startEmbeddedPostgres({ dataDirectory: cluster, logger, guest: true });
  closers.add('embedded Postgres', () => postgres.stop());
  return success(postgres.connection);
}
