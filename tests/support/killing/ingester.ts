/**
 * A server to be killed: takes positions in as fast as they are committed and prints which ones were
 * acknowledged, one line a batch: `first last`, or `refused` and when Postgres is back `stored`.
 * Arguments: data folder, number of the first position.
 */
import fs from 'node:fs';
import { createFix } from '../../../src/domain/telemetry/index.ts';
import { migrate, openDatabase, openPositionStore, startEmbeddedPostgres } from '../../../server/store/index.ts';
import { BATCH, ingestedFix, unitOf } from './numbered.ts';

const logger = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined };
const [dataDirectory, start] = process.argv.slice(2);

const server = await startEmbeddedPostgres({ dataDirectory, logger, settings: { shared_buffers: '32MB' } });
const database = openDatabase({ connection: server.connection, logger });
// As the product does it, see openStore.
if ((await migrate(database, logger)) > 0) await server.checkpoint();
const store = await openPositionStore({ database, logger, time: { now: () => Date.now() } });

// A job does this in the product. While the database is away it fails, and is tried again.
const again = (work: () => Promise<unknown>, every: number): void =>
  void setInterval(() => void work().catch(() => undefined), every).unref();
again(() => store.compact(), 150);
again(() => store.mergeDays(), 400);

const print = (line: string): void => void fs.writeSync(1, `${line}\n`);
const fix = createFix();
print('ready');

let refusing = false;
let next = Number(start);
const send = (): void => {
  const first = next;
  for (; next < first + BATCH; next++) store.append(unitOf(next), 2, ingestedFix(fix, next).time + 500, fix);
  store.afterCommit((stored) => {
    if (stored) print(`${first} ${first + BATCH - 1}`);
    if (stored && refusing) print('stored');
    if (!stored && !refusing) print('refused');
    refusing = !stored;
    setImmediate(send);
  });
};
// Several devices' worth at a time, so that groups hold more than one batch.
for (let device = 0; device < 8; device++) send();
