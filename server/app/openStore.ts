import path from 'node:path';
import type pg from 'pg';
import { migrateQueue } from '../jobs/index.ts';
import {
  holdAlone,
  migrate,
  openDatabase,
  openPool,
  SecondServer,
  startEmbeddedPostgres,
  type Database,
  type DatabaseOptions,
  type EmbeddedPostgres,
} from '../store/index.ts';
import type { Closers } from './closers.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

type Place = Pick<DatabaseOptions, 'url' | 'connection'>;
/** The embedded database is ours to look after; an outside one has somebody who does. */
type OwnedPlace = Place & Partial<Pick<EmbeddedPostgres, 'checkpoint' | 'stop' | 'release'>>;

export interface OpenedStore {
  readonly database: Database;
  /** Connections of the job workers: a long job takes none from a call. */
  readonly jobPool: pg.Pool;
}

/**
 * Starts the embedded database or takes the outside one, keeps it to this process, and brings its tables up to date.
 * Throws `SecondServer` where another server works on it, whose embedded database is left alone.
 */
export async function openStore(
  configuration: Pick<Configuration, 'databaseUrl' | 'dataDirectory'>,
  logger: Logger,
  say: (step: string) => void,
  closers: Closers,
): Promise<OpenedStore> {
  const { checkpoint, stop, release, ...place }: OwnedPlace =
    configuration.databaseUrl === null
      ? await startEmbedded(configuration.dataDirectory, logger, say)
      : { url: configuration.databaseUrl };
  const letGo = await holdAlone(place, logger).catch(async (error: unknown) => {
    await (error instanceof SecondServer ? release?.() : stop?.());
    throw error;
  });
  if (stop) closers.add('embedded Postgres', stop);
  closers.add('hold on the database', letGo);
  const database = openDatabase({ ...place, logger });
  closers.add('database', () => database.close());
  const migrations = await migrate(database, logger);
  const jobPool = openPool(place, (error) =>
    logger.debug({ error: String(error) }, 'a job worker lost its connection'),
  );
  closers.add('connections of job workers', () => jobPool.end());
  await migrateQueue(jobPool, logger);
  if (migrations > 0) await checkpoint?.();
  return { database, jobPool };
}

async function startEmbedded(dataDirectory: string, logger: Logger, say: (step: string) => void): Promise<OwnedPlace> {
  const postgres = await startEmbeddedPostgres({
    dataDirectory: path.join(dataDirectory, 'postgres'),
    logger,
    progress: (step) => say(step),
  });
  return {
    connection: postgres.connection,
    checkpoint: () => postgres.checkpoint(),
    stop: () => postgres.stop(),
    release: () => postgres.release(),
  };
}
