import type { Instant } from '../../../../src/domain/base/index.ts';
import { DAY, floorTo, HOUR } from '../../../../src/domain/base/index.ts';
import { decodeTrack, mergeTracks, TrackBuilder } from '../../../../src/domain/telemetry/index.ts';
import type { Database, Transaction } from '../../database.types.ts';
import { deleteBlocks, insertBlocks, readDay, unmergedDays, type StoredBlock } from './blockTable.ts';
import type { EventLoopBreaks } from '../../eventLoopBreaks.ts';
import { allowLongStatements } from '../../longStatements.ts';
import type { SetAside } from '../../setAside/index.ts';
import type { RecordReader } from '../journal/record.ts';
import type { TailSegment } from '../journal/tail.ts';
import { blocksOf, dayBlocksOf, inflate, type NewBlock } from './trackBlocks.ts';

/** Days are merged when stragglers have become rare. */
const MERGE_AFTER = 48 * HOUR;
const UNITS_A_LOOK = 1_000;
const DAYS_A_TRANSACTION = 16;

/** Numbers of groups in the database end here: it survives the journal rows themselves. */
export const SEQUENCE_COUNTER = 'position_sequence';

export interface CompactionOptions {
  database: Database;
  setAside: SetAside;
  reader: RecordReader;
  shard: number;
  breaks: EventLoopBreaks;
}

/** Parts of one compaction are unlike those of any other, of whatever shard. */
const partOf = (sequence: number, shard: number): number => sequence * 256 + shard;

/**
 * Turns a segment into blocks and removes its journal rows, in one transaction. May be tried again
 * after any failure. `storedUntil` has the end of each unit's blocks, and is moved on. Answers the
 * blocks, those of each unit side by side.
 */
export async function compactSegment(
  options: CompactionOptions,
  segment: TailSegment,
  unitIds: Uint32Array,
  storedUntil: Float64Array,
): Promise<NewBlock[]> {
  const blocks: NewBlock[] = [];
  const ends = new Map<number, Instant>();
  const builder = new TrackBuilder();
  for (const index of segment.units) {
    builder.reset(unitIds[index]);
    segment.read(index, options.reader, builder);
    const track = builder.finish();
    blocks.push(...blocksOf(track, storedUntil[index]));
    ends.set(index, track.times[track.count - 1]);
    await options.breaks.take();
  }
  await options.database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    await insertBlocks(transaction, blocks, partOf(segment.sequence, options.shard));
    await transaction.query(
      'insert into counter (name, value) values ($1, $2) on conflict (name) do update set value = greatest(counter.value, excluded.value)',
      [SEQUENCE_COUNTER, segment.sequence],
    );
    await transaction.query('delete from journal where shard = $1 and sequence <= $2', [
      options.shard,
      segment.sequence,
    ]);
  });
  for (const [index, end] of ends) storedUntil[index] = Math.max(storedUntil[index], end);
  return blocks;
}

/** Merges the blocks of days that are past, and drops doubled rows for good. Answers how many days it merged. */
export async function mergePastDays(
  options: CompactionOptions,
  unitIds: readonly number[],
  now: Instant,
  stop: () => boolean,
): Promise<number> {
  const before = floorTo(now - MERGE_AFTER, DAY);
  let merged = 0;
  for (let start = 0; start < unitIds.length && !stop(); start += UNITS_A_LOOK) {
    const days = await unmergedDays(options.database, unitIds.slice(start, start + UNITS_A_LOOK), before);
    for (let first = 0; first < days.length && !stop(); first += DAYS_A_TRANSACTION) {
      const some = days.slice(first, first + DAYS_A_TRANSACTION);
      // Before the transaction, which a damaged page would end.
      const stored: StoredBlock[][] = [];
      for (const day of some) stored.push(await readDay(options, day));
      await options.database.transaction(async (transaction) => {
        await allowLongStatements(transaction);
        await mergeDays(transaction, stored, options.breaks);
      });
      merged += some.length;
    }
  }
  return merged;
}

async function mergeDays(
  transaction: Transaction,
  days: readonly (readonly StoredBlock[])[],
  breaks: EventLoopBreaks,
): Promise<void> {
  for (const blocks of days) {
    if (blocks.length === 0) continue;
    const tracks = [];
    for (const block of blocks) {
      tracks.push(decodeTrack(block.bytes, { inflate }));
      await breaks.take();
    }
    const merged = dayBlocksOf(mergeTracks(tracks));
    await deleteBlocks(transaction, blocks);
    // The oldest part: what is merged was stored before what comes later.
    await insertBlocks(transaction, merged, blocks[0].part);
    await breaks.take();
  }
}
