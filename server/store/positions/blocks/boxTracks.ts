import type pg from 'pg';
import { STATEMENT_TIMEOUT } from '../../../../src/domain/base/index.ts';
import {
  createCore,
  readTrackCore,
  readTrackHeader,
  trackBoxOf,
  type TrackBox,
} from '../../../../src/domain/telemetry/index.ts';
import type { Database } from '../../database.types.ts';
import { EventLoopBreaks } from '../../eventLoopBreaks.ts';
import { readingProblem, type BlockKey } from '../../setAside/index.ts';
import { readBlocksWithoutBox, setBoxes, type StoredBlock } from './blockTable.ts';

/** Blocks a transaction: so few that nobody who merges a day waits for it. */
const BLOCKS_A_STEP = 500;
/** Row of the table of counters that says that there is nothing left to do. */
const DONE = 'track_boxes';

/**
 * Gives the blocks that were written before blocks had boxes theirs, and makes the index by which boxes are found,
 * without keeping anybody waiting. Once that is done it does nothing. Answers how many blocks got a box; stops where
 * the signal is aborted.
 */
export async function boxTracks(
  database: Database,
  pool: Pick<pg.Pool, 'connect'>,
  signal: AbortSignal,
): Promise<number> {
  const [done] = await database.query('select from counter where name = $1', [DONE]);
  if (done) return 0;
  await makeIndex(pool);
  let after: BlockKey | null = { unitId: 0, span: 0, from: 0, part: 0 };
  let boxed = 0;
  const breaks = new EventLoopBreaks();
  while (after !== null) {
    if (signal.aborted) return boxed;
    const { blocks, last } = await readBlocksWithoutBox(database, after, BLOCKS_A_STEP);
    const sound: StoredBlock[] = [];
    const boxes: TrackBox[] = [];
    for (const block of blocks) {
      // A spoilt one is set aside by whoever reads it; until then it may be anywhere.
      if (readingProblem(() => boxes.push(boxOfBlock(block.bytes))) === null) sound.push(block);
      await breaks.take();
    }
    if (sound.length > 0) await setBoxes(database, sound, boxes);
    boxed += sound.length;
    after = last;
  }
  await database.query('insert into counter (name, value) values ($1, 1) on conflict (name) do nothing', [DONE]);
  return boxed;
}

/**
 * Makes the index beside whoever writes, which is possible outside of transactions only; again where that once broke
 * off.
 */
async function makeIndex(pool: Pick<pg.Pool, 'connect'>): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`set statement_timeout = ${STATEMENT_TIMEOUT.upkeep}`);
    const { rows } = await client.query<{ is_whole: boolean }>(
      "select indisvalid as is_whole from pg_index where indexrelid = to_regclass('track_block_box')",
    );
    if (rows.some(({ is_whole: isWhole }) => isWhole)) return;
    if (rows.length > 0) await client.query('drop index concurrently track_block_box');
    await client.query(
      'create index concurrently track_block_box on track_block (unit_id, t0) include (t1, span, part, west, south, east, north)',
    );
  } finally {
    await client.query('reset statement_timeout').catch(() => undefined);
    client.release();
  }
}

/** The box around a stored block's fixes, by its core. */
function boxOfBlock(bytes: Uint8Array): TrackBox {
  const header = readTrackHeader(bytes);
  const core = createCore(header.count);
  readTrackCore(bytes, header, core, 0);
  return trackBoxOf(core.longitudes, core.latitudes, core.marks, header.count);
}
