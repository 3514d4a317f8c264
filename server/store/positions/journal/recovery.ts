import type { Database } from '../../database.types.ts';
import { SEQUENCE_COUNTER } from '../blocks/compaction.ts';
import { eachRecord, openJournalRow } from './journalRow.ts';
import type { Latest } from '../latest/latest.ts';
import { recordTime } from './record.ts';
import type { TailSegment } from './tail.ts';

const ROWS_A_PAGE = 200;

/**
 * Reads the journal back: into the tail, all of it, since compaction removes what is in blocks in the
 * transaction that writes these; into the latest states, what they do not know. Answers the last sequence.
 */
export async function replayJournal(
  database: Database,
  shard: number,
  latest: Latest,
  tail: TailSegment,
): Promise<number> {
  let last = 0;
  for (;;) {
    const rows = await database.query<{ sequence: number; data: Buffer }>(
      'select sequence, data from journal where shard = $1 and sequence > $2 order by sequence limit $3',
      [shard, last, ROWS_A_PAGE],
    );
    for (const row of rows) {
      last = row.sequence;
      const source = openJournalRow(row.data);
      tail.addSource(source, last);
      eachRecord(source, (offset) =>
        tail.add(latest.applyRecord(source, offset, last), offset, recordTime(source, offset)),
      );
    }
    if (rows.length < ROWS_A_PAGE) return last;
  }
}

/** The highest sequence that was given to a group, whether its row is still there or not. */
export async function lastSequence(database: Database, shard: number, replayed: number): Promise<number> {
  const [row] = await database.query<{ value: number | null }>(
    `select greatest((select value from counter where name = $1), (select max(sequence) from journal where shard = $2),
       (select max(sequence) from last_position)) as value`,
    [SEQUENCE_COUNTER, shard],
  );
  return Math.max(replayed, row.value ?? 0);
}
