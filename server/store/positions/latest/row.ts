import type { Instant } from '../../../../src/domain/base/index.ts';
import { PackedBytes } from '../journal/packedBytes.ts';
import { recordCarries, recordEnd, recordTime, type RecordSource } from '../journal/record.ts';
import { readKept } from './lastValues.ts';

/**
 * The bytes of a unit's row in last_position: its last position, and its last report when that came
 * later and without one; and what the unit said last of what its last report does not carry.
 *
 *     0 u8 version (1) | u8 records (1 or 2) | for each: f64 base time, Unix ms, and the record
 *     the rest: kept values, see LastValues
 */
const VERSION = 1;
const HEADER = 2;
const BASE = 8;

export interface StoredRecord {
  readonly source: RecordSource;
  readonly offset: number;
}

export function packStored(first: StoredRecord, second: StoredRecord | null, kept: Buffer): Buffer {
  const records = second ? [first, second] : [first];
  const row = Buffer.allocUnsafeSlow(
    records.reduce((sum, record) => sum + BASE + lengthOf(record), HEADER) + kept.length,
  );
  row[0] = VERSION;
  row[1] = records.length;
  let at = HEADER;
  for (const { source, offset } of records) {
    at = row.writeDoubleLE(source.base, at);
    at += source.bytes.bytes.copy(row, at, offset, recordEnd(source.bytes, offset));
  }
  kept.copy(row, at);
  return row;
}

const lengthOf = ({ source, offset }: StoredRecord): number => recordEnd(source.bytes, offset) - offset;

/** Throws a RangeError on a version that this program does not know, or on torn bytes. */
export function unpackStored(row: Buffer): { first: StoredRecord; second: StoredRecord | null; kept: Buffer } {
  if (row.length < HEADER || row[0] !== VERSION) throw new RangeError(`Last position of version ${row[0]} is unknown`);
  const bytes = new PackedBytes(row);
  const first = recordAt(bytes, HEADER);
  const second = row[1] === 2 ? recordAt(bytes, recordEnd(bytes, first.offset)) : null;
  return { first, second, kept: row.subarray(recordEnd(bytes, (second ?? first).offset)) };
}

/** The unit that the row's records name. Throws a RangeError where they are torn, or of two units. */
export function unitOfStored(row: Buffer): number {
  const { first, second, kept } = unpackStored(row);
  const units = [first, ...(second ? [second] : [])].map(({ source, offset }) => {
    if (!Number.isFinite(recordTime(source, offset))) throw new RangeError('Last position has no time');
    recordCarries(source, offset);
    source.bytes.at = offset + 2;
    return source.bytes.readVarint();
  });
  if (units[0] !== (units[1] ?? units[0])) throw new RangeError('Last position is of two units');
  readKept(kept);
  return units[0];
}

function recordAt(bytes: PackedBytes, at: number): StoredRecord {
  const base: Instant = bytes.bytes.readDoubleLE(at);
  return { source: { base, bytes }, offset: at + BASE };
}
