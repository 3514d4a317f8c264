import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Binaries } from './binaries.ts';
import { EmbeddedPostgresError, explainFailure } from './errors.ts';
import type { Identity } from './identity.ts';
import { socketDirectory } from './paths.ts';

const SUPERUSER = 'wayline';
const SOCKET_PORT = 5432;
const LOG_LIMIT = 1024 * 1024;
const WINDOWS = process.platform === 'win32';

/** One data folder with everything that is needed to run a server on it. */
export interface Cluster {
  readonly dataDirectory: string;
  readonly binaries: Binaries;
  readonly identity: Identity;
  /** Extra server settings, by name. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Settings for a server beside the product: a socket only, UTC, and room for bursts between checkpoints. */
const SETTINGS = {
  wal_compression: 'pglz',
  max_wal_size: '2GB',
  shared_buffers: '192MB',
  max_connections: '80',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  log_checkpoints: 'off',
} as const;

/**
 * Before it recovers, a server that was killed makes sure that everything in its folder is on the disk: file by file,
 * which takes seconds where the disk has other work, or by one call for the file system. From Linux 5.8 on that call
 * reports write errors as the files' own would, so nothing of durability is given up.
 */
export function recoverySettings(platform: string, kernel: string): Record<string, string> {
  const [major = 0, minor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10));
  const reportsErrors = platform === 'linux' && (major > 5 || (major === 5 && minor >= 8));
  return reportsErrors ? { recovery_init_sync_method: 'syncfs' } : {};
}

export const logPath = (cluster: Cluster): string => path.join(cluster.dataDirectory, 'server.log');
/** What a server writes beside its socket, with its number in it. */
export const socketLockPath = ({ dataDirectory, identity }: Cluster): string =>
  path.join(socketDirectory(dataDirectory, identity), `.s.PGSQL.${SOCKET_PORT}.lock`);
const passwordPath = (cluster: Cluster): string => path.join(cluster.dataDirectory, 'wayline.password');

/** Stands beside the folder while it is being set up: a start that was killed half-way shows by it. */
const unfinishedPath = (cluster: Pick<Cluster, 'dataDirectory'>): string => `${cluster.dataDirectory}.unfinished`;

/** True when the folder holds a complete cluster. */
export function isInitialised(cluster: Pick<Cluster, 'dataDirectory'>): boolean {
  return fs.existsSync(path.join(cluster.dataDirectory, 'PG_VERSION')) && !fs.existsSync(unfinishedPath(cluster));
}

/** True where `dataDirectory` holds a finished cluster, running or not. */
export const hasCluster = (dataDirectory: string): boolean => isInitialised({ dataDirectory });

/** Makes a new cluster in an empty folder, or in one where an earlier attempt was cut short. */
export async function initialise(cluster: Cluster): Promise<void> {
  clearUnfinished(cluster);
  fs.writeFileSync(unfinishedPath(cluster), '');
  // Built-in C.UTF-8: the same order and case rules on every system, with no locale installed.
  const parameters = [
    '-D',
    cluster.dataDirectory,
    '-U',
    SUPERUSER,
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--no-instructions',
  ];
  // A Unix socket lies where only we can reach it; Windows has loopback only, where anyone could ask.
  const secret = WINDOWS ? newPassword(cluster) : null;
  parameters.push(...(secret ? ['--auth=scram-sha-256', `--pwfile=${secret}`] : ['--auth=trust']));
  const child = run(cluster, 'initdb', parameters, { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr?.on('data', (text: Buffer) => (output += text.toString()));
  const code = await exitCode(child);
  if (code !== 0) throw explainFailure('Preparing the database', output, cluster.dataDirectory);
  if (secret) fs.renameSync(secret, passwordPath(cluster));
  fs.rmSync(unfinishedPath(cluster));
}

function clearUnfinished(cluster: Cluster): void {
  const entries = fs.readdirSync(cluster.dataDirectory);
  if (entries.length > 0 && !fs.existsSync(unfinishedPath(cluster))) {
    throw new EmbeddedPostgresError(
      `${cluster.dataDirectory} holds other files (${entries[0]}); the database wants a folder of its own.`,
    );
  }
  for (const entry of entries) fs.rmSync(path.join(cluster.dataDirectory, entry), { recursive: true, force: true });
}

function newPassword(cluster: Cluster): string {
  const file = `${cluster.dataDirectory}.password`;
  fs.writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return file;
}

/** Starts a server on the cluster; what it prints goes to its log, so that it outlives us quietly. */
export async function launch(cluster: Cluster): Promise<ChildProcess> {
  trimLog(logPath(cluster));
  const log = fs.openSync(logPath(cluster), 'a', 0o600);
  if (cluster.identity.user) fs.fchownSync(log, cluster.identity.user.uid, cluster.identity.user.gid);
  try {
    const options = Object.entries({
      ...SETTINGS,
      ...recoverySettings(process.platform, os.release()),
      ...(await listening(cluster)),
      ...cluster.settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = WINDOWS
      ? // pg_ctl drops an administrator's rights, which Postgres refuses to have.
        run(
          cluster,
          'pg_ctl',
          ['start', '-w', '-D', cluster.dataDirectory, '-l', logPath(cluster), '-o', options.join(' ')],
          { stdio: 'ignore' },
        )
      : run(cluster, 'postgres', ['-D', cluster.dataDirectory, ...options], { stdio: ['ignore', log, log] });
    child.unref();
    return child;
  } finally {
    fs.closeSync(log);
  }
}

async function listening(cluster: Cluster): Promise<Record<string, string>> {
  if (WINDOWS) return { listen_addresses: '127.0.0.1', port: String(await freePort()) };
  return {
    listen_addresses: '',
    port: String(SOCKET_PORT),
    unix_socket_directories: socketDirectory(cluster.dataDirectory, cluster.identity),
    unix_socket_permissions: '0700',
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** What clients need to reach the server that wrote this port and socket folder. */
export function connectionTo(
  cluster: Cluster,
  port: number,
  database: string,
): { host: string; port: number; user: string; password?: string; database: string } {
  if (!WINDOWS)
    return {
      host: socketDirectory(cluster.dataDirectory, cluster.identity),
      port: SOCKET_PORT,
      user: SUPERUSER,
      database,
    };
  return {
    host: '127.0.0.1',
    port,
    user: SUPERUSER,
    password: fs.readFileSync(passwordPath(cluster), 'utf8'),
    database,
  };
}

/** Runs a program of the cluster as the chosen user, in a process group of its own: Ctrl-C is for us. */
function run(
  cluster: Cluster,
  program: 'postgres' | 'initdb' | 'pg_ctl',
  parameters: readonly string[],
  options: SpawnOptions,
): ChildProcess {
  const [command, ...rest] = [...cluster.identity.prefix, cluster.binaries.program(program), ...parameters];
  return spawn(command, rest, {
    ...options,
    ...cluster.identity.user,
    detached: !WINDOWS,
    windowsHide: true,
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
}

/** Asks the server to end, quickly and cleanly ("fast" shutdown). */
export async function askToStop(cluster: Cluster, pid: number): Promise<void> {
  if (!WINDOWS) {
    process.kill(pid, 'SIGINT');
    return;
  }
  await exitCode(run(cluster, 'pg_ctl', ['stop', '-m', 'fast', '-D', cluster.dataDirectory], { stdio: 'ignore' }));
}

function exitCode(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
}

function trimLog(file: string): void {
  const size = fs.statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > LOG_LIMIT) fs.truncateSync(file, 0);
}

/** The end of the server's log, to say why it stopped. */
export function readLog(cluster: Cluster, from: number): string {
  try {
    return fs.readFileSync(logPath(cluster), 'utf8').slice(from);
  } catch {
    return '';
  }
}
