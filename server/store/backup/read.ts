import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { failure, success, type Result } from '../../../src/domain/base/index.ts';
import { compareSchema, readMigration } from '../migrate.ts';
import { copyIn } from './copy.ts';
import {
  BadBackup,
  decodeBackup,
  FORMAT,
  type BackupRecord,
  type FileHead,
  type Manifest,
  type TableHead,
} from './format.ts';
import { columnList, quoted, readIdentities, readTables } from './tables.ts';
import { CLUSTER_FOLDER } from './write.ts';

export interface RestoreTarget {
  readonly connection: pg.ClientConfig;
  readonly dataDirectory: string;
  /** Replaces what is there. */
  readonly force: boolean;
}

/** Why nothing was restored. `newer`: the backup is of a later version of the product. */
export type RestoreRefusal =
  | { readonly kind: 'damaged'; readonly reason: string }
  | { readonly kind: 'newer' | 'running' | 'filled' | 'foreign' };

export interface RestoreSummary {
  readonly created: string;
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
}

type Records = AsyncGenerator<Exclude<BackupRecord, { kind: 'checksum' }>>;
const refuse = (refusal: RestoreRefusal) => failure<RestoreRefusal>(refusal);

/**
 * Puts a backup into a database, with the tables of its own version, and its files into the data folder:
 * all of it or, whatever happens, nothing. A start of the server then brings older tables up to date.
 */
export async function readBackup(target: RestoreTarget, file: string): Promise<Result<RestoreSummary, RestoreRefusal>> {
  const client = new pg.Client(target.connection);
  client.on('error', () => undefined);
  await client.connect();
  const staged = new StagedFiles(target.dataDirectory);
  const records = decodeBackup(unpacked(file));
  try {
    const manifest = await readManifest(records);
    if (manifest.format > FORMAT || compareSchema(manifest.migrations).unknown.length > 0)
      return refuse({ kind: 'newer' });
    await client.query('begin');
    const refused = await refuseTarget(client, target.force);
    if (refused) return refuse(refused);
    await makeTables(client, manifest);
    const counts = await restoreRecords(client, records, staged);
    await advanceSequences(client, manifest);
    await client.query('commit');
    staged.place();
    return success({ created: manifest.created, ...counts });
  } catch (error) {
    if (error instanceof BadBackup) return refuse({ kind: 'damaged', reason: error.message });
    throw error;
  } finally {
    await records.return(undefined).catch(() => undefined);
    // Uncommitted rows go with the connection.
    await client.end().catch(() => undefined);
    staged.drop();
  }
}

async function* unpacked(file: string): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  const input = pipeline(fs.createReadStream(file), gunzip);
  input.catch(() => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Buffer;
    await input;
  } catch (error) {
    // zlib's errors: no gzip at all, damaged, or ended too early.
    if (String((error as { code?: string }).code).startsWith('Z_'))
      throw new BadBackup('it is no backup of Wayline, or damaged');
    throw error;
  }
}

async function readManifest(records: Records): Promise<Manifest> {
  const first = await records.next();
  if (first.done || first.value.kind !== 'manifest' || first.value.body.wayline !== 'backup')
    throw new BadBackup('it is no backup of Wayline');
  return first.value.body;
}

/** Null where the database may be written: nobody else is in it, and it is empty or `force` was given. */
async function refuseTarget(client: pg.Client, force: boolean): Promise<RestoreRefusal | null> {
  const { rows: others } = await client.query(
    "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and application_name = 'wayline' limit 1",
  );
  if (others.length > 0) return { kind: 'running' };
  const tables = (await readTables(client)).map(({ name }) => name);
  if (tables.length === 0) return null;
  if (!tables.includes('migration')) return { kind: 'foreign' };
  const { rows } = await client.query<{ filled: boolean }>(
    'select exists (select from account) or exists (select from app_user) as filled',
  );
  return rows[0]?.filled && !force ? { kind: 'filled' } : null;
}

/**
 * The tables of the backup's version, empty. The job queue's own tables go: who waits in line, the next start finds by
 * the open jobs of the backup.
 */
async function makeTables(client: pg.Client, { migrations }: Manifest): Promise<void> {
  await client.query('drop schema if exists graphile_worker cascade');
  const before = await readTables(client);
  if (before.length > 0) await client.query(`drop table ${before.map(({ name }) => quoted(name)).join(', ')} cascade`);
  await client.query('create table migration (name text primary key, applied_at timestamptz not null)');
  for (const name of migrations) await client.query(readMigration(name));
  await client.query(`truncate ${(await readTables(client)).map(({ name }) => quoted(name)).join(', ')}`);
}

/**
 * Columns that number themselves go on behind the highest id that was given before the backup, and that came in. The
 * id of a row that was deleted is not given again: what is kept of it (events, positions) would be another row's.
 */
async function advanceSequences(client: pg.Client, { lastIds = {} }: Manifest): Promise<void> {
  for (const { table, column, sequence } of await readIdentities(client)) {
    await client.query(
      `select setval($1::regclass, greatest(max(${quoted(column)}), $2, 1), greatest(max(${quoted(column)}), $2, 0) > 0) from ${quoted(table)}`,
      [sequence, lastIds[table] ?? 0],
    );
  }
}

async function restoreRecords(
  client: pg.Client,
  records: Records,
  staged: StagedFiles,
): Promise<{ tables: number; rows: number; files: number }> {
  const counts = { tables: 0, rows: 0, files: 0 };
  for await (const record of { [Symbol.asyncIterator]: () => withoutReturn(records) }) {
    if (record.kind === 'table') {
      counts.rows += await copyTable(client, record.body, records);
      counts.tables++;
    } else if (record.kind === 'file') {
      await staged.write(record.body, bodyOf(records));
      counts.files++;
    } else throw new BadBackup('it is damaged');
  }
  return counts;
}

/** Two loops read the same records in turn; leaving the inner one must not end the outer. */
const withoutReturn = (records: Records): AsyncIterator<Exclude<BackupRecord, { kind: 'checksum' }>> => ({
  next: () => records.next(),
});

async function* bodyOf(records: Records): AsyncGenerator<Buffer> {
  for (;;) {
    const next = await records.next();
    if (next.done) throw new BadBackup('it was cut short');
    if (next.value.kind === 'end') return;
    if (next.value.kind !== 'data') throw new BadBackup('it is damaged');
    yield next.value.body;
  }
}

function copyTable(client: pg.Client, table: TableHead, records: Records): Promise<number> {
  return copyIn(
    client,
    `copy ${quoted(table.name)} (${columnList(table)}) from stdin (format binary)`,
    bodyOf(records),
  );
}

/** Files wait under other names until the tables are in. */
class StagedFiles {
  readonly #directory: string;
  readonly #staged: { readonly from: string; readonly to: string }[] = [];

  constructor(directory: string) {
    this.#directory = directory;
  }

  async write({ path: name, mode }: FileHead, body: AsyncIterable<Buffer>): Promise<void> {
    const to = path.resolve(this.#directory, name);
    const inside = path.relative(this.#directory, to);
    if (path.isAbsolute(name) || inside.split(path.sep).some((part) => part === '..' || part === CLUSTER_FOLDER))
      throw new BadBackup(`it holds a file outside of the data folder: ${name}`);
    const from = `${to}.restoring`;
    this.#staged.push({ from, to });
    fs.mkdirSync(path.dirname(to), { recursive: true });
    await pipeline(body, fs.createWriteStream(from, { mode, flush: true }));
  }

  place(): void {
    for (const { from, to } of this.#staged.splice(0)) fs.renameSync(from, to);
  }

  drop(): void {
    for (const { from } of this.#staged) fs.rmSync(from, { force: true });
  }
}
