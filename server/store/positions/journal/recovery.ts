import type { Database } from '../../database.types.ts';
import { SEQUENCE_COUNTER } from '../blocks/compaction.ts';
import type { SetAside } from '../../setAside/index.ts';
import { eachRecord, openJournalRow } from './journalRow.ts';
import type { Latest } from '../latest/latest.ts';
import { recordTime } from './record.ts';
import { journalProblem, readJournal, unitsNamed } from './soundRows.ts';
import type { TailSegment } from './tail.ts';

const ROWS_A_PAGE = 200;

/**
 * Reads the journal back: into the tail, all of it, since compaction removes what is in blocks in the
 * transaction that writes these; into the latest states, what they do not know. Spoilt rows are set aside.
 * Answers the last sequence.
 */
export async function replayJournal(
  { database, setAside }: { readonly database: Database; readonly setAside: SetAside },
  shard: number,
  latest: Latest,
  tail: TailSegment,
): Promise<number> {
  let after = 0;
  for (;;) {
    const { rows, last } = await readJournal(database, setAside, { shard, after, most: ROWS_A_PAGE });
    for (const row of rows) {
      const reason = journalProblem(row);
      if (reason !== null) {
        await setAside.journalRow({ shard, sequence: row.sequence }, unitsNamed(row), { reason });
        continue;
      }
      const source = openJournalRow(row.data);
      tail.addSource(source, row.sequence);
      eachRecord(source, (offset) =>
        tail.add(latest.applyRecord(source, offset, row.sequence), offset, recordTime(source, offset)),
      );
    }
    if (last === null) return after;
    after = last;
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
