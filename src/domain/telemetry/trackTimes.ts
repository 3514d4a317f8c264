import type { TrackReader, TrackWriter } from './trackBytes.ts';
import { readPlanes, writePlanes } from './trackPlanes.ts';

/**
 * The column of times:
 *
 *     u8 mode | f64 first time | the steps between times as a column of whole numbers
 *
 * Mode 1: steps in milliseconds; mode 2: in seconds (a tracker's usual clock; its steps fit a byte).
 * Columns hold differences, so a steady tracker's steps are zeros. Mode 0, when a step exceeds 24 days:
 * the times themselves, as f64 one after another.
 */
const MODE = { plain: 0, milliseconds: 1, seconds: 2 } as const;
const LONGEST_STEP = 0x7fffffff;

export function writeTimes(writer: TrackWriter, times: Float64Array, steps: Int32Array, scratch: Int32Array): void {
  const mode = fillSteps(times, steps);
  writer.byte(mode);
  if (mode === MODE.plain) {
    for (let row = 0; row < times.length; row++) writer.double(times[row]);
    return;
  }
  writer.double(times.length === 0 ? 0 : times[0]);
  writePlanes(writer, steps.subarray(0, Math.max(0, times.length - 1)), scratch);
}

function fillSteps(times: Float64Array, steps: Int32Array): number {
  let whole = true;
  for (let row = 1; row < times.length; row++) {
    const step = times[row] - times[row - 1];
    if (!(step >= -LONGEST_STEP && step <= LONGEST_STEP) || !Number.isInteger(step)) return MODE.plain;
    steps[row - 1] = step;
    if (step % 1000 !== 0) whole = false;
  }
  if (!whole) return MODE.milliseconds;
  for (let row = 0; row < times.length - 1; row++) steps[row] = steps[row] / 1000;
  return MODE.seconds;
}

/** Reads the first `rows` of `count` times into `into`. */
export function readTimes(reader: TrackReader, count: number, rows: number, into: Float64Array, scratch: Int32Array): void {
  const mode = reader.byte('times');
  if (mode === MODE.plain) {
    const end = reader.at + count * 8;
    for (let row = 0; row < rows; row++) into[row] = reader.double('times');
    reader.take(end - reader.at, 'times');
    return;
  }
  if (mode !== MODE.milliseconds && mode !== MODE.seconds) throw new RangeError(`Track block has mode ${mode} in its times`);
  const unit = mode === MODE.seconds ? 1000 : 1;
  let time = reader.double('times');
  readPlanes(reader, Math.max(0, count - 1), Math.max(0, rows - 1), scratch, 'times');
  for (let row = 0; row < rows; row++) {
    if (row > 0) time += scratch[row - 1] * unit;
    into[row] = time;
  }
}
