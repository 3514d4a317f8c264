import path from 'node:path';
import { migrate, openDatabase, startEmbeddedPostgres, type Database } from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

/** Starts the embedded database or takes the outside one, and brings its tables up to date. */
export async function openStore(
  configuration: Pick<Configuration, 'databaseUrl' | 'dataDirectory'>,
  logger: Logger,
  say: (step: string) => void,
  closers: Closers,
): Promise<Database> {
  const database =
    configuration.databaseUrl === null
      ? await openEmbedded(configuration.dataDirectory, logger, say, closers)
      : openDatabase({ url: configuration.databaseUrl, logger });
  closers.add('database', () => database.close());
  await migrate(database, logger);
  return database;
}

async function openEmbedded(
  dataDirectory: string,
  logger: Logger,
  say: (step: string) => void,
  closers: Closers,
): Promise<Database> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: path.join(dataDirectory, 'postgres'),
    logger,
    progress: (step) => say(step),
  });
  closers.add('embedded Postgres', () => postgres.stop());
  return openDatabase({ connection: postgres.connection, logger });
}
