import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg, { type ClientConfig } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '../../../src/domain/base/index.ts';
import { seedDemoWorld } from '../../demo/index.ts';
import { fixAt, START, withPositionStore } from '../../../tests/support/positionStore.ts';
import { silentLogger, withTestDatabase } from '../../../tests/support/postgres.ts';
import { migrateJobs } from '../../../tests/support/postgresServer.ts';
import { addJob, JOB_KINDS, lineUpStrays } from '../../jobs/index.ts';
import { openDatabase } from '../database.ts';
import type { Database } from '../database.types.ts';
import { migrate, migrationNames, readMigration, readSchemaState } from '../migrate.ts';
import { readBackup, writeBackup } from './index.ts';
import { readTables } from './tables.ts';

const source = withPositionStore();
const target = withTestDatabase();
let folder = '';
const at = (...names: string[]) => path.join(folder, ...names);

async function ask<Row extends pg.QueryResultRow>(connection: ClientConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection);
  await client.connect();
  return client
    .query<Row>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

/** As the server has the restored database; it may not stay connected. */
async function inTarget<Value>(work: (database: Database) => Promise<Value>): Promise<Value> {
  const database = openDatabase({ connection: target.connection, logger: silentLogger });
  const value = await work(database).finally(() => database.close());
  // Postgres lists a connection until its process has ended, which is after the client's end.
  await expect.poll(() => ask(target.connection, CONNECTED)).toEqual([]);
  return value;
}

/** Connections of a server to the database that is asked. */
const CONNECTED = "select from pg_stat_activity where datname = current_database() and application_name = 'wayline'";

/** Contents of every table, independent of the order of rows. */
async function contents(connection: ClientConfig): Promise<Record<string, string>> {
  const client = new pg.Client(connection);
  await client.connect();
  const prints: Record<string, string> = {};
  for (const { name } of await readTables(client)) {
    const { rows } = await client.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '\n' order by t::text)), '') as print from "${name}" t`,
    );
    prints[name] = rows[0]?.print ?? '';
  }
  await client.end();
  return prints;
}

const write = (file = at('full.backup')) =>
  writeBackup({ connection: source.test.connection, dataDirectory: at('data'), now: START }, file);
const restore = (file = at('full.backup'), force = false) =>
  readBackup({ connection: target.connection, dataDirectory: at('elsewhere'), force }, file);

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-backup-'));
  fs.mkdirSync(at('data', 'postgres'), { recursive: true });
  fs.mkdirSync(at('data', 'files', 'a'), { recursive: true });
  fs.writeFileSync(at('data', 'seal.secret'), 'the key of sealed secrets', { mode: 0o600 });
  fs.writeFileSync(at('data', 'files', 'a', 'report.bin'), Buffer.alloc(2_500_000, 'report '));
  fs.writeFileSync(at('data', 'postgres', 'PG_VERSION'), '18');
  await seedDemoWorld({
    database: source.test.database,
    units: 20,
    now: START,
    hashPassword: (text) => Promise.resolve(`hash of ${text}`),
  });
  // Its connections would look like those of a running server.
  await target.database.close();
}, 60_000);
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));
beforeEach(async () => {
  const tables = await ask<{ name: string }>(
    target.connection,
    "select tablename as name from pg_tables where schemaname = 'public'",
  );
  if (tables.length > 0)
    await ask(target.connection, `drop table ${tables.map(({ name }) => `"${name}"`).join(', ')} cascade`);
  fs.rmSync(at('elsewhere'), { recursive: true, force: true });
  for (let minute = 0; minute < 50; minute++)
    await source.put(
      11,
      fixAt(START + minute * MINUTE, { speed: minute }, { ignition: true, note: 'Тест', driver_key: 'A1' }),
    );
  await source.store.compact();
  await source.put(11, fixAt(START + 60 * MINUTE, { speed: 7 }));
  // Latest positions are written a little later: afterwards the tables rest.
  await source.store.close();
});

describe('a backup', () => {
  it('brings the demo world with its telemetry and the files to another place, the same in every table', async () => {
    const written = await write();
    expect(written).toMatchObject({ files: 2 });
    expect(fs.statSync(at('full.backup')).mode & 0o777).toBe(0o600);
    const restored = await restore();
    expect(restored).toMatchObject({
      ok: true,
      value: { tables: written.tables, files: 2, created: new Date(START).toISOString() },
    });
    const [there, here] = [await contents(source.test.connection), await contents(target.connection)];
    expect(here).toEqual(there);
    for (const table of ['account', 'app_user', 'unit', 'event', 'track_block', 'journal', 'migration', 'image'])
      expect(here[table], table).not.toMatch(/^0 /);
    expect(fs.readFileSync(at('elsewhere', 'seal.secret'), 'utf8')).toBe('the key of sealed secrets');
    expect(fs.statSync(at('elsewhere', 'seal.secret')).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(at('elsewhere', 'files', 'a', 'report.bin'))).toEqual(Buffer.alloc(2_500_000, 'report '));
    expect(fs.existsSync(at('elsewhere', 'postgres'))).toBe(false);
  });

  it('numbers on behind the highest number of columns that number themselves', async () => {
    await source.test.database.query('insert into reread_request (requested_at) values (now()), (now()), (now())');
    const [{ last }] = await source.test.database.query<{ last: string }>(
      'select max(id)::text as last from reread_request',
    );
    await write(at('numbered.backup'));
    expect(await restore(at('numbered.backup'))).toMatchObject({ ok: true });
    const [{ id }] = await ask<{ id: string }>(
      target.connection,
      'insert into reread_request (requested_at) values (now()) returning id::text',
    );
    expect(Number(id)).toBe(Number(last) + 1);
    await source.test.database.query('delete from reread_request');
  });

  it('does not give the id of a deleted row again', async () => {
    const { database } = source.test;
    const gone = await database.transaction((transaction) => transaction.nextId('unit'));
    await write(at('deleted.backup'));
    expect(await restore(at('deleted.backup'))).toMatchObject({ ok: true });
    const [{ id }] = await ask<{ id: string }>(
      target.connection,
      "select nextval(pg_get_serial_sequence('unit', 'id'))::text as id",
    );
    expect(Number(id)).toBe(gone + 1);
  });

  it('is of one instant while others write', async () => {
    let writing = true;
    const others = (async () => {
      for (let id = 900_000; writing; id++) {
        // An account and its counter change together: a backup between the two would not fit.
        await source.test.database.transaction(async (transaction) => {
          await transaction.query(
            "insert into account (id, name, type, created_at) values ($1, 'Late', 'CONSUMER', now())",
            [id],
          );
          await transaction.query(
            "insert into counter (name, value) values ('late', 1) on conflict (name) do update set value = counter.value + 1",
          );
        });
      }
    })();
    await expect.poll(() => source.test.database.query("select 1 from counter where name = 'late'")).not.toEqual([]);
    await write(at('live.backup'));
    writing = false;
    await others;
    expect(await restore(at('live.backup'))).toMatchObject({ ok: true });
    const [row] = await ask<{ same: boolean }>(
      target.connection,
      "select (select count(*) from account where name = 'Late') = (select value from counter where name = 'late') as same",
    );
    expect(row.same).toBe(true);
    await source.test.database.query("delete from account where name = 'Late'");
    await source.test.database.query("delete from counter where name = 'late'");
  });

  it('leaves nothing behind where it cannot be written', async () => {
    await expect(
      writeBackup(
        { connection: { ...source.test.connection, database: 'not_there' }, dataDirectory: at('data'), now: START },
        at('none.backup'),
      ),
    ).rejects.toThrow(/not_there/);
    await expect(write(at('no', 'folder.backup'))).rejects.toThrow(/ENOENT/);
    expect(fs.readdirSync(folder).filter((name) => name.includes('none') || name.includes('part'))).toEqual([]);
  });
});

describe('a restore', () => {
  beforeEach(() => write().then(() => undefined));
  const untouched = async () => {
    expect(await contents(target.connection)).toEqual({});
    const left = fs.existsSync(at('elsewhere'))
      ? fs.readdirSync(at('elsewhere'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
      : [];
    expect(left).toEqual([]);
  };

  it('refuses an installation with people in it, and replaces it with force', async () => {
    expect(await restore()).toMatchObject({ ok: true });
    await ask(target.connection, "update app_user set first_name = 'Changed'");
    const changed = await contents(target.connection);
    expect(await restore()).toEqual({ ok: false, error: { kind: 'filled' } });
    expect(await contents(target.connection)).toEqual(changed);
    expect(await restore(at('full.backup'), true)).toMatchObject({ ok: true });
    expect(await contents(target.connection)).toEqual(await contents(source.test.connection));
  });

  it('brings open jobs along, and leaves none of the replaced installation in line', async () => {
    await migrateJobs(source.test.connection);
    await source.test.database.transaction((transaction) =>
      addJob(transaction, 'purgeOutbox', {}, { now: START, runAt: START + MINUTE }),
    );
    await write(at('jobs.backup'));
    await source.test.database.query('delete from job');
    expect(await restore()).toMatchObject({ ok: true });
    await migrateJobs(target.connection);
    await inTarget((database) =>
      database.transaction((transaction) => addJob(transaction, 'purgeSessions', {}, { now: START })),
    );
    expect(await restore(at('jobs.backup'), true)).toMatchObject({ ok: true });
    await migrateJobs(target.connection);
    expect(await ask(target.connection, 'select from graphile_worker.jobs')).toEqual([]);
    expect(await inTarget((database) => lineUpStrays(database, JOB_KINDS, START))).toBe(1);
    expect(await ask(target.connection, 'select task_identifier, run_at from graphile_worker.jobs')).toEqual([
      { task_identifier: 'purgeOutbox', run_at: new Date(START + MINUTE) },
    ]);
  });

  it('refuses tables that are not of the product, with force too', async () => {
    await ask(target.connection, 'create table somebodys_own (id int8)');
    expect(await restore(at('full.backup'), true)).toEqual({ ok: false, error: { kind: 'foreign' } });
  });

  it('refuses while the server is connected', async () => {
    const server = new pg.Client({ ...target.connection, application_name: 'wayline' });
    await server.connect();
    expect(await restore().finally(() => server.end())).toEqual({ ok: false, error: { kind: 'running' } });
  });

  it('refuses what a newer version wrote', async () => {
    const bytes = gunzipSync(fs.readFileSync(at('full.backup')));
    const newer = Buffer.from(
      bytes.toString('latin1').replace('"0001_foundation.sql"', '"9999_foundation.sql"'),
      'latin1',
    );
    fs.writeFileSync(at('newer.backup'), gzipSync(newer));
    expect(await restore(at('newer.backup'))).toEqual({ ok: false, error: { kind: 'newer' } });
    await untouched();
  });

  it('brings back a backup of an older version with the tables of that version, for the next start to migrate', async () => {
    const older = migrationNames().slice(0, -1);
    const admin = new pg.Client(target.connection);
    await admin.connect();
    await admin.query('create table migration (name text primary key, applied_at timestamptz not null)');
    for (const name of older)
      await admin
        .query(readMigration(name))
        .then(() => admin.query('insert into migration (name, applied_at) values ($1, now())', [name]));
    await admin.query("insert into account (id, name, type, created_at) values (1, 'Old', 'OWNER', now())");
    await admin.end();
    await writeBackup({ connection: target.connection, dataDirectory: at('data'), now: START }, at('older.backup'));
    expect(await restore(at('older.backup'), true)).toMatchObject({ ok: true, value: { rows: older.length + 1 } });
    const again = target.openAnother();
    expect((await readSchemaState(again)).pending).toEqual(migrationNames().slice(-1));
    await migrate(again, silentLogger);
    expect(await again.query('select name from account')).toEqual([{ name: 'Old' }]);
    await again.close();
  });

  it('changes nothing where Postgres refuses a row', async () => {
    const bytes = gunzipSync(fs.readFileSync(at('full.backup'))).toString('latin1');
    // A table that the backup's version has not.
    fs.writeFileSync(
      at('odd.backup'),
      gzipSync(Buffer.from(bytes.replace('"name":"image"', '"name":"xmage"'), 'latin1')),
    );
    await expect(restore(at('odd.backup'))).rejects.toThrow(/xmage/);
    await untouched();
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['cut short', (bytes) => gzipSync(bytes.subarray(0, bytes.length - 200))],
    ['cut within the compression', (bytes) => gzipSync(bytes).subarray(0, 5_000)],
    ['without its checksum', (bytes) => gzipSync(bytes.subarray(0, bytes.length - 71))],
    [
      'changed in one byte',
      (bytes) => {
        const changed = Buffer.from(bytes);
        const place = changed.indexOf('Wayline');
        changed[place] = 'K'.charCodeAt(0);
        return gzipSync(changed);
      },
    ],
    ['with more behind its end', (bytes) => gzipSync(Buffer.concat([bytes, Buffer.from('D\0\0\0\0')]))],
    ['something else', () => Buffer.from('this is a text and no backup at all')],
    ['something else that is compressed', () => gzipSync('this is a text and no backup at all')],
  ])('refuses a file that is %s, and changes nothing', async (_, change) => {
    fs.writeFileSync(at('bad.backup'), change(gunzipSync(fs.readFileSync(at('full.backup')))));
    const outcome = await restore(at('bad.backup'));
    expect(outcome).toMatchObject({ ok: false, error: { kind: 'damaged' } });
    await untouched();
  });

  it('writes no file outside of the data folder', async () => {
    const bytes = gunzipSync(fs.readFileSync(at('full.backup'))).toString('latin1');
    fs.writeFileSync(
      at('evil.backup'),
      gzipSync(Buffer.from(bytes.replace('"path":"seal.secret"', '"path":"../x.secret"'), 'latin1')),
    );
    expect(await restore(at('evil.backup'))).toMatchObject({ ok: false, error: { kind: 'damaged' } });
    expect(fs.existsSync(at('x.secret'))).toBe(false);
    await untouched();
  });
});
