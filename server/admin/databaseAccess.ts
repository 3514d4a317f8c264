import path from 'node:path';
import { failure, success, type Result } from '../../src/domain/base/index.ts';
import type { Closers } from '../app/closers.ts';
import type { Configuration } from '../app/config.ts';
import { hasCluster, openDatabase, readSchemaState, startEmbeddedPostgres, type Database, type StoreLogger } from '../store/index.ts';
import type { AdminCall } from './command.ts';

/** The installation that a command works on. */
export interface Installation {
  readonly configuration: Pick<Configuration, 'databaseUrl' | 'dataDirectory'>;
  readonly logger: StoreLogger;
  readonly closers: Closers;
}

/** Opens the database that the server uses, beside a running server or without one. See {@link AdminCall.openDatabase}. */
export async function openInstallation(installation: Installation, need: Parameters<AdminCall['openDatabase']>[0]): Promise<Result<Database, string>> {
  const { configuration, closers } = installation;
  const missing = need === 'any' ? null : missingCluster(configuration);
  if (missing) return failure(missing);
  const database = await connect(installation);
  closers.add('database', () => database.close());
  if (need === 'any') return success(database);
  const { applied, pending, unknown } = await readSchemaState(database);
  if (applied.length === 0) return failure('The database is empty: the server has never been started on it.');
  if (need === 'current' && unknown.length > 0) return failure('The database was upgraded by a newer version of Wayline. Use that version.');
  if (need === 'current' && pending.length > 0) return failure('The database is of an older version of Wayline. Start the server once to upgrade it, then run the command again.');
  return success(database);
}

function missingCluster({ databaseUrl, dataDirectory }: Installation['configuration']): string | null {
  if (databaseUrl !== null || hasCluster(clusterOf(dataDirectory))) return null;
  return `There is no database under ${dataDirectory}. Set DATA_DIR (or DATABASE_URL) to what the server is started with.`;
}

async function connect({ configuration, logger, closers }: Installation): Promise<Database> {
  if (configuration.databaseUrl !== null) return openDatabase({ url: configuration.databaseUrl, logger });
  const postgres = await startEmbeddedPostgres({ dataDirectory: clusterOf(configuration.dataDirectory), logger, guest: true });
  closers.add('embedded Postgres', () => postgres.stop());
  return openDatabase({ connection: postgres.connection, logger });
}

const clusterOf = (dataDirectory: string): string => path.join(dataDirectory, 'postgres');
