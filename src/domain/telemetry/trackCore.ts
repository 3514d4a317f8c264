import type { TrackReader, TrackWriter } from './trackBytes.ts';
import type { TrackAttribute, TrackColumns } from './trackColumns.ts';
import { padPacked, passPadding, readPacked, writePacked } from './trackPacked.ts';
import { readOffsets, readTimes, writeTimes } from './trackTimes.ts';

/**
 * What maps, timelines and trails need of a track, and the part of a block that holds it. All columns
 * but the times are Int32Arrays: a loop that meets one kind of array only is several times as fast.
 */
export interface CoreColumns extends CoreFields {
  /** Unix milliseconds. */
  readonly times: Float64Array;
}

/** The columns with times in 32 bits, for readers that know the span. */
export interface CoreOffsets extends CoreFields {
  /** Milliseconds after an origin. */
  readonly offsets: Int32Array;
}

/** The core's columns but the times. */
export interface CoreFields {
  /** 1e-7 degrees. */
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  /** As in TrackColumns. */
  readonly speeds: Int32Array;
  readonly courses: Int32Array;
  /** Flags of the row (TRACK_FLAG) in the low byte, and what it says of the ignition ({@link CORE_IGNITION}). */
  readonly marks: Int32Array;
}

/** Bits 8 and 9 of the marks: nothing, off or on, in this message. */
export const CORE_IGNITION = { mask: 0x300, unsaid: 0, off: 0x100, on: 0x200 } as const;

/** The attribute that travels in the core when it is a boolean. */
export const isCoreAttribute = (attribute: TrackAttribute): boolean =>
  attribute.name === 'ignition' && attribute.kind === 'boolean';

/** Room for so many rows. */
export function createCore(rows: number): CoreColumns {
  return {
    times: new Float64Array(rows),
    longitudes: new Int32Array(rows),
    latitudes: new Int32Array(rows),
    speeds: new Int32Array(rows),
    courses: new Int32Array(rows),
    marks: new Int32Array(rows),
  };
}

export function writeCore(writer: TrackWriter, track: TrackColumns, scratch: Int32Array): void {
  const { count } = track;
  writeTimes(writer, track.times.subarray(0, count), scratch);
  writePacked(writer, track.longitudes.subarray(0, count));
  writePacked(writer, track.latitudes.subarray(0, count));
  for (const column of [track.speeds, track.courses]) {
    scratch.set(column.subarray(0, count));
    writePacked(writer, scratch.subarray(0, count));
  }
  fillMarks(track, scratch);
  writePacked(writer, scratch.subarray(0, count));
  padPacked(writer);
}

function fillMarks(track: TrackColumns, into: Int32Array): void {
  const ignition = track.attributes.find(isCoreAttribute);
  for (let row = 0; row < track.count; row++) {
    into[row] = track.flags[row];
    if (!ignition || (ignition.present && ignition.present[row] === 0)) continue;
    into[row] |= ignition.values[row] === 0 ? CORE_IGNITION.off : CORE_IGNITION.on;
  }
}

/** Reads the first `rows` of a core of `count` into the columns from `offset` on. */
export function readCore(
  reader: TrackReader,
  count: number,
  rows: number,
  first: number,
  into: CoreColumns,
  offset: number,
  scratch: Int32Array,
): void {
  readTimes(reader, count, rows, first, into.times, offset, scratch);
  readFields(reader, count, rows, into, offset);
}

/** Reads a whole core of `count` rows into the columns from `offset` on, its times after `origin` (readOffsets). */
export function readCoreAfter(
  reader: TrackReader,
  count: number,
  first: number,
  origin: number,
  into: CoreOffsets,
  offset: number,
): void {
  readOffsets(reader, count, first, origin, into.offsets, offset);
  readFields(reader, count, count, into, offset);
}

function readFields(reader: TrackReader, count: number, rows: number, into: CoreFields, offset: number): void {
  readPacked(reader, count, rows, into.longitudes, offset, 'longitudes');
  readPacked(reader, count, rows, into.latitudes, offset, 'latitudes');
  readPacked(reader, count, rows, into.speeds, offset, 'speeds');
  readPacked(reader, count, rows, into.courses, offset, 'courses');
  readPacked(reader, count, rows, into.marks, offset, 'marks');
  passPadding(reader);
}
