import fs from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import { copyOut } from './copy.ts';
import { encodeBackup, FORMAT, type BackupRecord } from './format.ts';
import { columnList, quoted, readIdentities, readTables } from './tables.ts';

/** Levels above cost time and win little: positions are packed already. */
const GZIP_LEVEL = 4;

export interface BackupSource {
  readonly connection: pg.ClientConfig;
  /** Its files go along, the embedded database's folder aside. */
  readonly dataDirectory: string;
  readonly now: Instant;
}

export interface BackupSummary {
  readonly tables: number;
  readonly files: number;
  /** Of the backup, compressed. */
  readonly bytes: number;
}

/**
 * Writes the whole product into one file: all tables as of one instant, also while the server runs, and the
 * files of the data folder. The file appears under its name when it is whole. Rejects with what the disk or
 * Postgres says; nothing is left behind then.
 */
export async function writeBackup(source: BackupSource, file: string): Promise<BackupSummary> {
  const client = new pg.Client(source.connection);
  // A lost connection shows in the query that suffers from it.
  client.on('error', () => undefined);
  await client.connect();
  const partial = `${file}.part`;
  const counts = { tables: 0, files: 0 };
  try {
    await client.query('begin isolation level repeatable read, read only');
    // The file holds secrets and password hashes: for its owner only.
    const output = fs.createWriteStream(partial, { mode: 0o600, flush: true });
    await pipeline(encodeBackup(recordsOf(client, source, counts)), createGzip({ level: GZIP_LEVEL }), output);
    fs.renameSync(partial, file);
    return { ...counts, bytes: fs.statSync(file).size };
  } finally {
    fs.rmSync(partial, { force: true });
    await client.end().catch(() => undefined);
  }
}

async function* recordsOf(
  client: pg.Client,
  { dataDirectory, now }: BackupSource,
  counts: { tables: number; files: number },
): AsyncGenerator<BackupRecord> {
  const { rows } = await client.query<{ name: string }>('select name from migration order by name');
  yield {
    kind: 'manifest',
    body: {
      wayline: 'backup',
      format: FORMAT,
      created: toIso(now),
      migrations: rows.map(({ name }) => name),
      lastIds: await readLastIds(client),
    },
  };
  for (const table of await readTables(client)) {
    yield { kind: 'table', body: table };
    const bytes = copyOut(client, `copy ${quoted(table.name)} (${columnList(table)}) to stdout (format binary)`);
    yield* dataOf(bytes);
    counts.tables++;
  }
  for (const name of filesOf(dataDirectory)) {
    const full = path.join(dataDirectory, name);
    yield { kind: 'file', body: { path: name.split(path.sep).join('/'), mode: fs.statSync(full).mode & 0o777 } };
    yield* dataOf(fs.createReadStream(full));
    counts.files++;
  }
}

/** Read in the transaction of the tables: no row in it has a higher id. */
async function readLastIds(client: pg.Client): Promise<Record<string, number>> {
  const lastIds: Record<string, number> = {};
  for (const { table, sequence } of await readIdentities(client)) {
    const { rows } = await client.query<{ last: string | null }>(
      'select pg_sequence_last_value($1::regclass) as last',
      [sequence],
    );
    if (rows[0]?.last) lastIds[table] = Number(rows[0].last);
  }
  return lastIds;
}

async function* dataOf(bytes: AsyncIterable<Buffer>): AsyncGenerator<BackupRecord> {
  for await (const body of bytes) yield { kind: 'data', body };
  yield { kind: 'end' };
}

/** Folder of the embedded database in a data folder: its contents travel as tables. */
export const CLUSTER_FOLDER = 'postgres';

/** Regular files below the data folder, the embedded database aside. */
function filesOf(dataDirectory: string): string[] {
  if (!fs.existsSync(dataDirectory)) return [];
  const found = fs.readdirSync(dataDirectory, { withFileTypes: true }).filter(({ name }) => name !== CLUSTER_FOLDER);
  return found
    .flatMap((entry) => {
      if (entry.isFile()) return [entry.name];
      if (!entry.isDirectory()) return [];
      const below = fs.readdirSync(path.join(dataDirectory, entry.name), { recursive: true, withFileTypes: true });
      return below
        .filter((each) => each.isFile())
        .map((each) => path.relative(dataDirectory, path.join(each.parentPath, each.name)));
    })
    .toSorted();
}
