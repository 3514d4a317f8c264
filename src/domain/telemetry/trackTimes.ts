import type { TrackReader, TrackWriter } from './trackBytes.ts';
import { readPacked, writePacked } from './trackPacked.ts';

/**
 * The column of times:
 *
 *     u8 mode | the times after the first one (which the header says) as a column of whole numbers
 *
 * Mode 1: in milliseconds; mode 2: in seconds, a tracker's usual clock. Mode 0, when they span more than
 * such numbers hold (24 days, 68 years): the times themselves, as f64 one after another.
 */
const MODE = { plain: 0, milliseconds: 1, seconds: 2 } as const;
const LONGEST_SPAN = 0x7fffffff;

export function writeTimes(writer: TrackWriter, times: Float64Array, scratch: Int32Array): void {
  const mode = modeOf(times);
  writer.byte(mode);
  if (mode === MODE.plain) {
    for (let row = 0; row < times.length; row++) writer.double(times[row]);
    return;
  }
  const unit = mode === MODE.seconds ? 1000 : 1;
  for (let row = 0; row < times.length; row++) scratch[row] = (times[row] - times[0]) / unit;
  writePacked(writer, scratch.subarray(0, times.length));
}

function modeOf(times: Float64Array): number {
  let seconds = true;
  let longest = 0;
  for (let row = 1; row < times.length; row++) {
    const after = times[row] - times[0];
    if (!Number.isInteger(after)) return MODE.plain;
    if (after % 1000 !== 0) seconds = false;
    longest = Math.max(longest, Math.abs(after));
  }
  if (seconds && longest / 1000 <= LONGEST_SPAN) return MODE.seconds;
  return longest <= LONGEST_SPAN ? MODE.milliseconds : MODE.plain;
}

/** Reads the first `rows` of `count` times into `into` from `offset` on; `first` is the header's. */
export function readTimes(
  reader: TrackReader,
  count: number,
  rows: number,
  first: number,
  into: Float64Array,
  offset: number,
  scratch: Int32Array,
): void {
  const mode = reader.byte('times');
  if (mode === MODE.plain) {
    const end = reader.at + count * 8;
    for (let row = 0; row < rows; row++) into[offset + row] = reader.double('times');
    reader.take(end - reader.at, 'times');
    return;
  }
  const unit = unitOf(mode);
  readPacked(reader, count, rows, scratch, 0, 'times');
  for (let row = 0; row < rows; row++) into[offset + row] = first + scratch[row] * unit;
}

/**
 * Reads the times as whole milliseconds after `origin`, modulo 2^32: right for a block whose times all
 * lie within 2^31 ms after it. They cost no pass of their own.
 */
export function readOffsets(
  reader: TrackReader,
  count: number,
  first: number,
  origin: number,
  into: Int32Array,
  offset: number,
): void {
  const mode = reader.byte('times');
  if (mode === MODE.plain) for (let row = 0; row < count; row++) into[offset + row] = reader.double('times') - origin;
  else readPacked(reader, count, count, into, offset, 'times', unitOf(mode), first - origin);
}

/** Milliseconds of one step of the mode's numbers. */
function unitOf(mode: number): number {
  if (mode === MODE.seconds) return 1000;
  if (mode === MODE.milliseconds) return 1;
  throw new RangeError(`Track block has mode ${mode} in its times`);
}
