import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { StoreLogger } from '../logger.ts';
import { findBinaries } from './binaries.ts';
import { connectionTo, initialise, isInitialised, type Cluster } from './cluster.ts';
import { chooseIdentity } from './identity.ts';
import { prepareDataDirectory, removeSocketDirectory } from './paths.ts';
import { adoptOrStart, stopPostmaster, type RunningPostmaster } from './postmaster.ts';
import { watch } from './watch.ts';

export { EmbeddedPostgresError } from './errors.ts';
export { hasCluster } from './cluster.ts';

/** What the start is at, for a progress line. */
type EmbeddedPostgresStep = 'preparing' | 'initialising' | 'starting' | 'ready';

export interface EmbeddedPostgresOptions {
  /** A folder of its own; made when missing. */
  dataDirectory: string;
  logger: StoreLogger;
  progress?(step: EmbeddedPostgresStep): void;
  /** Server settings beside ours, by name. */
  settings?: Readonly<Record<string, string>>;
  /** Name of the database; made when missing. */
  database?: string;
  /**
   * For a tool beside the product: a server that already runs is not watched, and `stop` leaves it to
   * whoever started it.
   */
  guest?: boolean;
}

export interface EmbeddedPostgres {
  readonly connection: pg.ClientConfig;
  /** For people: how it came to run. */
  readonly how: string;
  /** Process number of the server that runs now. */
  pid(): number;
  /**
   * Writes everything that changed into the tables' files. A server that is killed does this when it starts again, with
   * nobody served meanwhile: much has changed where tables have just been made.
   */
  checkpoint(): Promise<void>;
  /** Ends the server and the watch over it. */
  stop(): Promise<void>;
  /** Ends the watch and leaves the server to the next start. */
  release(): void;
}

/**
 * Runs Postgres on a folder: makes the cluster once, adopts a server that already runs there, starts
 * it otherwise, and starts it again whenever it dies.
 * Throws an EmbeddedPostgresError that names the cause when that is not possible.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const progress = options.progress ?? (() => undefined);
  progress('preparing');
  const cluster = openCluster(options);
  const fresh = !isInitialised(cluster);
  if (fresh) {
    progress('initialising');
    await initialise(cluster);
  }
  progress('starting');
  const postmaster = await adoptOrStart(cluster);
  const database = options.database ?? 'wayline';
  const connection = connectionTo(cluster, postmaster.port, database);
  await ensureDatabase({ ...connection, database: 'postgres' }, database);
  progress('ready');
  const how = describe(postmaster, fresh, cluster);
  options.logger.info({ directory: cluster.dataDirectory, pid: postmaster.pid }, how);
  if (options.guest && postmaster.how === 'adopted') return asGuest(postmaster, connection, how);
  const watcher = watch(cluster, postmaster, connection, options.logger);
  return {
    connection,
    how,
    pid: () => watcher.pid,
    checkpoint: () => checkpoint(connection),
    release: () => void watcher.end(),
    async stop() {
      await watcher.end();
      await stopPostmaster(cluster, watcher.pid);
      removeSocketDirectory(cluster.dataDirectory, cluster.identity);
    },
  };
}

/** The server belongs to another process, which watches it. */
function asGuest({ pid }: RunningPostmaster, connection: pg.ClientConfig, how: string): EmbeddedPostgres {
  return {
    connection,
    how,
    pid: () => pid,
    checkpoint: () => checkpoint(connection),
    release: () => undefined,
    stop: () => Promise.resolve(),
  };
}

function openCluster(options: EmbeddedPostgresOptions): Cluster {
  const wanted = path.resolve(options.dataDirectory);
  prepareDataDirectory(wanted);
  const dataDirectory = fs.realpathSync(wanted);
  const binaries = findBinaries();
  return {
    dataDirectory,
    binaries,
    identity: chooseIdentity(binaries, dataDirectory),
    settings: options.settings ?? {},
  };
}

function describe(postmaster: RunningPostmaster, fresh: boolean, cluster: Cluster): string {
  if (postmaster.how === 'adopted')
    return `took over the embedded Postgres that was running (process ${postmaster.pid})`;
  return `${fresh ? 'set up and started' : 'started'} the embedded Postgres as ${cluster.identity.description}`;
}

const checkpoint = (connection: pg.ClientConfig): Promise<void> =>
  withClient(connection, async (client) => void (await client.query('checkpoint')));

/** A connection for one thing, without the limits of the pool's. */
async function withClient(connection: pg.ClientConfig, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client(connection);
  client.on('error', () => undefined); // the query that suffers from it rejects
  await client.connect();
  await work(client).finally(() => client.end());
}

function ensureDatabase(connection: pg.ClientConfig, name: string): Promise<void> {
  return withClient(connection, (client) => ensureDatabaseBy(client, name));
}

async function ensureDatabaseBy(client: pg.Client, name: string): Promise<void> {
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error; // another process made it meanwhile
  }
}
