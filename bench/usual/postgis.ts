import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';

/** Where Debian's packages postgresql-15 and postgresql-15-postgis-3 put what they have. */
const BINARIES = '/usr/lib/postgresql/15/bin';
const EXTENSION = '/usr/share/postgresql/15/extension/postgis.control';
const SETTINGS = {
  listen_addresses: '',
  shared_buffers: '2GB',
  work_mem: '256MB',
  maintenance_work_mem: '1GB',
  max_wal_size: '8GB',
  fsync: 'off',
  synchronous_commit: 'off',
  jit: 'off',
};

export const hasPostgis = (): boolean => fs.existsSync(path.join(BINARIES, 'postgres')) && fs.existsSync(EXTENSION);

/** Runs the work on an empty database of the system's Postgres 15 with PostGIS, and removes all of it. */
export async function withPostgis<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-postgis-'));
  const identity = ownerOf(folder);
  const data = path.join(folder, 'data');
  const run = (program: string, parameters: string[]): void => {
    const { status, stderr } = spawnSync(path.join(BINARIES, program), parameters, { ...identity, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${program} of the system's Postgres failed: ${stderr}`);
  };
  run('initdb', ['-D', data, '-U', 'bench', '--auth=trust', '--locale=C', '-E', 'UTF8']);
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: folder });
  const server = spawn(
    path.join(BINARIES, 'postgres'),
    ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...identity, stdio: 'ignore' },
  );
  const ended = new Promise((resolve) => server.once('exit', resolve));
  try {
    const client = await connected(folder);
    try {
      await client.query('create extension postgis');
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    server.kill('SIGINT');
    await ended;
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** Postgres does not run as root: then it runs as the user that its package made. */
function ownerOf(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .find(([name]) => name === 'postgres') ?? ['', '', '65534', '65534'];
  fs.chownSync(folder, Number(uid), Number(gid));
  return { uid: Number(uid), gid: Number(gid) };
}

async function connected(folder: string): Promise<pg.Client> {
  for (let attempt = 1; ; attempt++) {
    const client = new pg.Client({ host: folder, user: 'bench', database: 'postgres' });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
