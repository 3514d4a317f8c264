import { checksumProblem, isDamage, queryHurtPages, readingProblem, type SetAside } from '../../setAside/index.ts';
import type { Database } from '../../database.types.ts';
import { eachRecord, openJournalRow } from './journalRow.ts';
import { recordCarries, recordTime, summarise, type RecordSource, type RecordSummary } from './record.ts';

/** Of a spoilt row so many units are named. */
const MOST_UNITS = 100;
const LARGEST_UNIT = 0xffff_ffff;

/** A row of the journal; times in Unix ms. */
export interface JournalRow {
  readonly sequence: number;
  readonly t0: number;
  readonly t1: number;
  readonly n: number;
  readonly data: Buffer;
  readonly checksum: number | null;
}

const MILLISECONDS = (column: string): string => `(extract(epoch from ${column}) * 1000)::float8`;
/** Columns of {@link JournalRow}. */
const JOURNAL_COLUMNS = `sequence, ${MILLISECONDS('t0')} as t0, ${MILLISECONDS('t1')} as t1, n, data, checksum`;

/** The shard's next rows after the sequence, spoilt or not: what Postgres itself cannot read is set aside here. */
export async function readJournal(
  database: Pick<Database, 'query' | 'transaction'>,
  setAside: Pick<SetAside, 'journalRow'>,
  { shard, after, most }: { readonly shard: number; readonly after: number; readonly most: number },
): Promise<{ rows: JournalRow[]; last: number | null }> {
  const where = 'from journal where shard = $1 and sequence > $2 order by sequence limit $3';
  const parameters = [shard, after, most];
  try {
    const rows = await queryHurtPages<JournalRow>(database, `select ${JOURNAL_COLUMNS} ${where}`, parameters);
    return { rows, last: rows.at(-1)?.sequence ?? null };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const keys = await queryHurtPages<{ sequence: number }>(database, `select sequence ${where}`, parameters);
  const rows: JournalRow[] = [];
  for (const { sequence } of keys) {
    try {
      const sql = `select ${JOURNAL_COLUMNS} from journal where shard = $1 and sequence = $2`;
      rows.push(...(await queryHurtPages<JournalRow>(database, sql, [shard, sequence])));
    } catch (error) {
      if (!isDamage(error)) throw error;
      await setAside.journalRow({ shard, sequence }, [], { reason: String(error), isLost: true });
    }
  }
  return { rows, last: keys.at(-1)?.sequence ?? null };
}

/** Why the row cannot be read; null where it is sound. One of an older version has no checksum: it is gone through. */
export function journalProblem(row: JournalRow): string | null {
  if (row.checksum !== null) return checksumProblem(row.data, row.checksum);
  return readingProblem(() => {
    let count = 0;
    const source = openJournalRow(row.data);
    eachRecord(source, (offset) => {
      count++;
      const time = recordTime(source, offset);
      if (!(time >= row.t0 && time <= row.t1)) throw new RangeError(`Journal record at ${offset} is of another time`);
      recordCarries(source, offset);
    });
    if (count !== row.n) throw new RangeError(`Journal row has ${count} records of ${row.n}`);
  });
}

/** The units that a spoilt row names as far as it can be read: a help for who looks for what is missing. */
export function unitsNamed(row: JournalRow): number[] {
  const units = new Set<number>();
  readingProblem(() => {
    const source: RecordSource = openJournalRow(row.data);
    const record: RecordSummary = {
      unitId: 0,
      time: 0,
      receivedAt: 0,
      flags: 0,
      longitude: 0,
      latitude: 0,
      speed: 0,
      course: 0,
    };
    eachRecord(source, (offset) => {
      summarise(source, offset, record);
      const isLikely =
        record.unitId > 0 && record.unitId <= LARGEST_UNIT && record.time >= row.t0 && record.time <= row.t1;
      if (isLikely && units.size < MOST_UNITS) units.add(record.unitId);
    });
  });
  return [...units].sort((a, b) => a - b);
}
