import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { Instant } from '../../../../src/domain/base/index.ts';
import { PackedBytes } from './packedBytes.ts';
import { recordEnd, type RecordSource } from './record.ts';

/**
 * The bytes of one journal row:
 *
 *     0 u8 version (1 as it is, 2 what follows the base as raw deflate) | 1 f64 base time, Unix ms
 *     9 records one after another
 */
const VERSION = { plain: 1, deflated: 2 } as const;
export const JOURNAL_HEADER = 9;

/** Smaller rows lie in the table as they are; larger ones Postgres would compress itself, at more cost for less. */
const WORTH_DEFLATING = 4096;

/** The row's bytes for a group of records, not compressed: as the tail keeps it. */
export function journalRow(base: Instant, records: Uint8Array): Buffer {
  const row = Buffer.allocUnsafeSlow(JOURNAL_HEADER + records.length);
  row[0] = VERSION.plain;
  row.writeDoubleLE(base, 1);
  row.set(records, JOURNAL_HEADER);
  return row;
}

/** The row as it is stored. */
export function toStoredRow(row: Buffer): Buffer {
  if (row.length < WORTH_DEFLATING) return row;
  const head = Buffer.from(row.subarray(0, JOURNAL_HEADER));
  head[0] = VERSION.deflated;
  return Buffer.concat([head, deflateRawSync(row.subarray(JOURNAL_HEADER), { level: 1 })]);
}

/** The row's records, stored or not. Throws a RangeError on a version that this program does not know. */
export function openJournalRow(row: Buffer): RecordSource {
  if (row.length < JOURNAL_HEADER)
    throw new RangeError(`Journal row of ${row.length} bytes is shorter than its header`);
  const base = row.readDoubleLE(1);
  if (row[0] === VERSION.plain) return { base, bytes: new PackedBytes(row) };
  if (row[0] === VERSION.deflated)
    return { base, bytes: new PackedBytes(journalRow(base, inflateRawSync(row.subarray(JOURNAL_HEADER)))) };
  throw new RangeError(`Journal version ${row[0]} is unknown`);
}

/** Calls back with the place of each record. */
export function eachRecord(source: RecordSource, visit: (offset: number) => void): void {
  for (let offset = JOURNAL_HEADER; offset < source.bytes.length;) {
    const end = recordEnd(source.bytes, offset);
    visit(offset);
    offset = end;
  }
}
