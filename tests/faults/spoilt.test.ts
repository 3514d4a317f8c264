import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE } from '../../src/domain/base/index.ts';
import {
  migrate,
  openDatabase,
  openPositionStore,
  startEmbeddedPostgres,
  type Database,
  type OpenedPositionStore,
} from '../../server/store/index.ts';
import { runAdmin } from '../support/adminCommand.ts';
import { fixAt, START } from '../support/positionStore.ts';
import { silentLogger } from '../support/silentLogger.ts';

const NOW = START + 90 * MINUTE;
let folder = '';
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-spoilt-'));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

async function withStore<Value>(
  work: (store: OpenedPositionStore, database: Database) => Promise<Value>,
): Promise<Value> {
  const server = await startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres'), logger: silentLogger });
  const database = openDatabase({ connection: server.connection, logger: silentLogger });
  try {
    await migrate(database, silentLogger);
    const store = await openPositionStore({ database, logger: silentLogger, time: { now: () => NOW } });
    return await work(store, database).finally(() => store.close());
  } finally {
    await database.close();
    await server.stop();
  }
}

async function put(store: OpenedPositionStore, unit: number, time: number, word: string): Promise<void> {
  store.append(unit, 2, time + 1000, fixAt(time, {}, { note: word }));
  expect(await new Promise((resolve) => store.afterCommit(resolve))).toBe(true);
}

/** The file of a table in the stopped cluster. */
const fileOf = (database: Database, table: string): Promise<string> =>
  database
    .query<{ place: string }>(`select pg_relation_filepath('${table}') as place`)
    .then(([{ place }]) => path.join(folder, 'postgres', place));

/** The stored bytes of a row, as they lie in the file. */
const bytesOf = (database: Database, table: string, where: string): Promise<Buffer> =>
  database.query<{ data: Buffer }>(`select data from ${table} where ${where}`).then(([{ data }]) => data);

/** Changes one bit of the bytes where they lie in the file, as a failing disk would. */
function flip(file: string, row: Buffer): void {
  const bytes = fs.readFileSync(file);
  const at = bytes.indexOf(row);
  expect(at, file).toBeGreaterThan(0);
  bytes[at + row.length - 3] ^= 1;
  fs.writeFileSync(file, bytes);
}

const admin = (...words: string[]) => runAdmin(folder, ...words);

const timesOf = async (store: OpenedPositionStore, unit: number): Promise<number[]> => {
  const times: number[] = [];
  for await (const { time } of store.readPositions([unit], 0, NOW + 1)) times.push((Date.parse(time) - START) / MINUTE);
  return times;
};

describe('bytes that a disk has changed', () => {
  it('cost the row they are in alone: the rest starts and is served, and the check names what is hurt', async () => {
    const files = await withStore(async (store, database) => {
      for (const unit of [1, 2]) await put(store, unit, START, `block ${unit}`);
      await store.compact();
      for (const unit of [1, 2]) await put(store, unit, START + MINUTE, `row ${unit}`);
      return {
        blocks: await fileOf(database, 'track_block'),
        block: await bytesOf(database, 'track_block', 'unit_id = 1'),
        journal: await fileOf(database, 'journal'),
        row: await bytesOf(database, 'journal', 'sequence = (select max(sequence) from journal)'),
      };
    });
    const healthy = await admin('check');
    expect(healthy.output).toContain('All is well: 2 journal rows, 2 track blocks, 2 latest states');
    expect(healthy.code).toBe(0);

    flip(files.blocks, files.block);
    flip(files.journal, files.row);
    const hurt = await admin('check');
    expect(hurt.code).toBe(1);
    expect(hurt.output).toMatch(/journal row \d+ of shard 0, units 2: its checksum does not match/);
    expect(hurt.output).toMatch(/track block of unit 1 from 2026-03-02T07:30:00.000Z .*its checksum does not match/);
    expect(hurt.output).toMatch(/table track_block: invalid page/);

    await withStore(async (store) => {
      expect(await timesOf(store, 1)).toEqual([1]);
      expect(await timesOf(store, 2)).toEqual([0]);
      expect(store.setAside).toBe(2);
      await put(store, 2, START + 2 * MINUTE, 'on');
      await store.compact();
      expect(await timesOf(store, 2)).toEqual([0, 2]);
    });
    const after = await admin('check');
    expect(after.code).toBe(1);
    expect(after.output).toMatch(/0 damaged, 2 set aside/);
    expect((await admin('check', '--drop')).code).toBe(0);
  }, 120_000);
});
