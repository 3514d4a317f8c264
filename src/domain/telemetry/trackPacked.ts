import type { TrackReader, TrackWriter } from './trackBytes.ts';

/**
 * A column of whole numbers as it lies in a block:
 *
 *     i32 first value | varint step s (0: every value is the first) | groups of GROUP_ROWS values after the first
 *
 * All differences are multiples of s (a tracker that sends whole km/h or six decimals changes in tens).
 * A group is `u8 head | residuals of w bits each, low bits first, filled up to a byte`; head = w, plus
 * {@link STEADY} when the residuals are what the difference changes by, and not the differences themselves.
 * Residuals are zigzagged, so that small ones of either sign have few bits.
 *
 * The writer takes for each group whichever is shorter: a straight road and a steady clock are a few
 * bits, a parked unit none, and one jump costs its own group only. A reader needs no inflating and
 * no branch a value. Everything wraps at 32 bits, so every i32 comes back exactly.
 */
export const GROUP_ROWS = 32;
const STEADY = 0x40;
const WIDTH = 0x3f;
const WIDEST = 32;
/** Widths up to this can be taken out of one unaligned 32-bit word. */
const WORD_WIDTH = 25;
/** And up to this, four out of one. */
const QUARTER_WIDTH = 6;
/** The reader takes whole words: so many bytes of anything follow the last column of a part. */
const PADDING = 3;

/** Ends a part of columns. */
export function padPacked(writer: TrackWriter): void {
  const start = writer.reserve(PADDING);
  writer.bytes.fill(0, start, writer.length);
}

/** Passes what {@link padPacked} wrote. */
export const passPadding = (reader: TrackReader): number => reader.take(PADDING, 'padding');

const plain = new Int32Array(GROUP_ROWS);
const steady = new Int32Array(GROUP_ROWS);

/** Writes a column. */
export function writePacked(writer: TrackWriter, values: Int32Array): void {
  const count = values.length;
  const first = count === 0 ? 0 : values[0];
  writer.int32(first);
  const step = commonStep(values);
  writer.varint(step);
  if (step === 0) return;
  let previous = first;
  let difference = 0;
  for (let start = 1; start < count; start += GROUP_ROWS) {
    const size = Math.min(GROUP_ROWS, count - start);
    let plainBits = 0;
    let steadyBits = 0;
    for (let place = 0; place < size; place++) {
      const value = values[start + place];
      const next = step === 1 ? (value - previous) | 0 : (value - previous) / step;
      plainBits |= plain[place] = zigzag(next);
      steadyBits |= steady[place] = zigzag((next - difference) | 0);
      previous = value;
      difference = next;
    }
    const plainWidth = WIDEST - Math.clz32(plainBits);
    const steadyWidth = WIDEST - Math.clz32(steadyBits);
    if (steadyWidth < plainWidth) writeGroup(writer, STEADY, steadyWidth, steady, size);
    else writeGroup(writer, 0, plainWidth, plain, size);
  }
}

const zigzag = (value: number): number => (value << 1) ^ (value >> 31);

/** The largest number that all differences are multiples of; 1 where they do not fit 32 bits, 0 when there are none. */
function commonStep(values: Int32Array): number {
  let step = 0;
  for (let row = 1; row < values.length && step !== 1; row++) {
    let left = Math.abs(values[row] - values[row - 1]);
    if (left > 0x7fffffff) return 1;
    while (left !== 0) {
      const rest = step % left;
      step = left;
      left = rest;
    }
  }
  return step;
}

function writeGroup(writer: TrackWriter, mode: number, width: number, residuals: Int32Array, size: number): void {
  writer.byte(width | mode);
  if (width === 0) return;
  let at = writer.reserve((size * width + 7) >> 3);
  const { bytes } = writer;
  let buffer = 0;
  let bits = 0;
  for (let place = 0; place < size; place++) {
    let residual = residuals[place] >>> 0;
    let left = width;
    while (left > 0) {
      const taken = Math.min(left, 8 - bits);
      buffer |= (residual & ((1 << taken) - 1)) << bits;
      residual >>>= taken;
      bits += taken;
      left -= taken;
      if (bits < 8) continue;
      bytes[at++] = buffer;
      buffer = 0;
      bits = 0;
    }
  }
  if (bits > 0) bytes[at] = buffer;
}

/**
 * Reads the first `rows` of a column of `count` values into `into` from `offset` on, and passes the
 * rest. Each value comes back times `factor` plus `base`, at no cost: so are its first and its step.
 * Throws a RangeError where the bytes end too early or make no column.
 */
export function readPacked(
  reader: TrackReader,
  count: number,
  rows: number,
  into: Int32Array,
  offset: number,
  what: string,
  factor = 1,
  base = 0,
): void {
  const first = (Math.imul(reader.int32(what), factor) + base) | 0;
  const step = Math.imul(reader.varint(what), factor);
  if (rows > 0) into[offset] = first;
  if (step === 0) {
    into.fill(first, offset, offset + rows);
    return;
  }
  state.value = first;
  state.difference = 0;
  state.step = step;
  readGroups(reader, count, rows, into, offset, what);
}

/** Where a column is: after its first value, and between stretches of groups. */
const state = { value: 0, difference: 0, step: 0 };

function readGroups(
  reader: TrackReader,
  count: number,
  rows: number,
  into: Int32Array,
  offset: number,
  what: string,
): void {
  const { bytes, view } = reader;
  const { step } = state;
  let { value, difference } = state;
  for (let start = 1; start < count;) {
    const head = reader.byte(what);
    const width = head & WIDTH;
    if (width > WORD_WIDTH && (width > WIDEST || head > (STEADY | WIDEST)))
      throw new RangeError(`Track block has width ${head} in its ${what}`);
    // Differences that do not go on start from nothing.
    const keep = (head & STEADY) === 0 ? 0 : -1;
    let end = Math.min(start + GROUP_ROWS, count);
    if (width === 0) {
      // Parked for hours is many groups of nothing: one stretch.
      while (end < count && bytes[reader.at] === head) {
        reader.at++;
        end = Math.min(end + GROUP_ROWS, count);
      }
      difference &= keep;
      const change = Math.imul(difference, step);
      const last = offset + Math.min(end, rows);
      if (change === 0) into.fill(value, offset + start, Math.max(last, offset + start));
      else {
        for (let row = offset + start; row < last; row++) {
          value = (value + change) | 0;
          into[row] = value;
        }
      }
    } else {
      const size = end - start;
      let bit = reader.take((size * width + 7) >> 3, what) * 8;
      const last = offset + Math.min(end, rows);
      if (width <= WORD_WIDTH) {
        const mask = (1 << width) - 1;
        let row = offset + start;
        // Narrow ones are several a word: a word is fetched and shifted once for four.
        if (width <= QUARTER_WIDTH) {
          for (; row + 3 < last; row += 4, bit += 4 * width) {
            let word = view.getInt32(bit >>> 3, true) >>> (bit & 7);
            for (let place = 0; place < 4; place++, word >>>= width) {
              const residual = word & mask;
              difference = ((difference & keep) + ((residual >>> 1) ^ -(residual & 1))) | 0;
              value = (value + Math.imul(difference, step)) | 0;
              into[row + place] = value;
            }
          }
        }
        for (; row < last; row++, bit += width) {
          const residual = (view.getInt32(bit >>> 3, true) >>> (bit & 7)) & mask;
          difference = ((difference & keep) + ((residual >>> 1) ^ -(residual & 1))) | 0;
          value = (value + Math.imul(difference, step)) | 0;
          into[row] = value;
        }
      } else {
        for (let row = offset + start; row < last; row++, bit += width) {
          const residual = wideResidual(bytes, bit, width);
          difference = ((difference & keep) + ((residual >>> 1) ^ -(residual & 1))) | 0;
          value = (value + Math.imul(difference, step)) | 0;
          into[row] = value;
        }
      }
    }
    start = end;
  }
}

/** A residual that does not lie within one word. */
function wideResidual(bytes: Uint8Array, bit: number, width: number): number {
  let residual = 0;
  for (let place = 0; place < width; place++)
    residual |= ((bytes[(bit + place) >>> 3] >>> ((bit + place) & 7)) & 1) << place;
  return residual;
}
