import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silentLogger } from '../../tests/support/silentLogger.ts';
import { Closers } from './closers.ts';
import { openStore } from './openStore.ts';

let folder = '';
let closers = new Closers(silentLogger);

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-store-'));
  closers = new Closers(silentLogger);
});
afterEach(async () => {
  await closers.closeAll();
  fs.rmSync(folder, { recursive: true, force: true });
});

describe('the embedded database', { timeout: 60_000 }, () => {
  it('has little to recover when it is killed right after its tables were made, and is kept from a second server', async () => {
    const configuration = { databaseUrl: null, dataDirectory: folder };
    const { database } = await openStore(configuration, silentLogger, () => undefined, closers);
    const [unwritten] = await database.query<{ bytes: number }>(
      'select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()',
    );
    // Making the tables writes more than a megabyte.
    expect(unwritten.bytes).toBeLessThan(200_000);

    const second = openStore(configuration, silentLogger, () => undefined, new Closers(silentLogger));
    await expect(second).rejects.toThrow(/another Wayline server works on this database since .* from this machine/);
    // The first one goes on, and the folder is free once it ended.
    expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
    await closers.closeAll();
    await openStore(configuration, silentLogger, () => undefined, closers);
  });
});
