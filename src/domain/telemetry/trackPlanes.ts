import type { TrackReader, TrackWriter } from './trackBytes.ts';

/**
 * A column of whole numbers as it lies in a block:
 *
 *     i32 first value | u8 width w (0–4) | w planes of (count - 1) bytes
 *
 * The planes hold the differences between neighbours, zigzagged so that small ones of either sign have
 * high bytes of zero, one plane for each byte: long runs of equal bytes, which deflate likes. A column
 * that never changes has width 0. Differences wrap at 32 bits, so every i32 comes back exactly.
 *
 * One loop for each width on Int32Array only: a loop that meets several kinds of arrays is ten times slower.
 */
export function writePlanes(writer: TrackWriter, values: Int32Array, scratch: Int32Array): void {
  const count = values.length;
  writer.int32(count === 0 ? 0 : values[0]);
  const width = count === 0 ? 0 : byteWidth(toZigzag(values, scratch));
  writer.byte(width);
  const size = Math.max(0, count - 1);
  const start = writer.reserve(width * size);
  if (width >= 1) writePlane(writer.bytes, start, scratch, size, 0);
  if (width >= 2) writePlane(writer.bytes, start + size, scratch, size, 8);
  if (width >= 3) writePlane(writer.bytes, start + 2 * size, scratch, size, 16);
  if (width >= 4) writePlane(writer.bytes, start + 3 * size, scratch, size, 24);
}

/** Writes the zigzagged differences to `scratch`; answers their bits, or-ed. */
function toZigzag(values: Int32Array, scratch: Int32Array): number {
  let bits = 0;
  let previous = values[0];
  for (let row = 1; row < values.length; row++) {
    const value = values[row];
    const difference = (value - previous) | 0;
    previous = value;
    const zigzag = (difference << 1) ^ (difference >> 31);
    scratch[row - 1] = zigzag;
    bits |= zigzag;
  }
  return bits;
}

function byteWidth(bits: number): number {
  const unsigned = bits >>> 0;
  if (unsigned === 0) return 0;
  if (unsigned < 0x100) return 1;
  if (unsigned < 0x10000) return 2;
  return unsigned < 0x1000000 ? 3 : 4;
}

function writePlane(bytes: Uint8Array, at: number, zigzags: Int32Array, size: number, shift: number): void {
  for (let row = 0; row < size; row++) bytes[at + row] = zigzags[row] >>> shift;
}

/**
 * Reads the first `rows` of a column of `count` values into `into`. The differences run forward, so a
 * reader that wants one early row pays for the rows before it only.
 */
export function readPlanes(reader: TrackReader, count: number, rows: number, into: Int32Array, what: string): void {
  const first = reader.int32(what);
  const width = reader.byte(what);
  if (width > 4) throw new RangeError(`Track block has width ${width} in its ${what}`);
  const size = Math.max(0, count - 1);
  const start = reader.take(width * size, what);
  if (rows > 0) into[0] = first;
  const bytes = reader.bytes;
  if (width === 0) into.fill(first, 0, rows);
  else if (width === 1) readOne(bytes, start, rows, into);
  else if (width === 2) readTwo(bytes, start, size, rows, into);
  else if (width === 3) readThree(bytes, start, size, rows, into);
  else readFour(bytes, start, size, rows, into);
}

/** Passes a column without reading it. */
export function skipPlanes(reader: TrackReader, count: number, what: string): void {
  reader.int32(what);
  const width = reader.byte(what);
  if (width > 4) throw new RangeError(`Track block has width ${width} in its ${what}`);
  reader.take(width * Math.max(0, count - 1), what);
}

function readOne(bytes: Uint8Array, start: number, rows: number, into: Int32Array): void {
  let value = into[0];
  for (let row = 1; row < rows; row++) {
    const zigzag = bytes[start + row - 1];
    value = (value + ((zigzag >>> 1) ^ -(zigzag & 1))) | 0;
    into[row] = value;
  }
}

function readTwo(bytes: Uint8Array, start: number, size: number, rows: number, into: Int32Array): void {
  const second = start + size;
  let value = into[0];
  for (let row = 1; row < rows; row++) {
    const zigzag = bytes[start + row - 1] | (bytes[second + row - 1] << 8);
    value = (value + ((zigzag >>> 1) ^ -(zigzag & 1))) | 0;
    into[row] = value;
  }
}

function readThree(bytes: Uint8Array, start: number, size: number, rows: number, into: Int32Array): void {
  const second = start + size;
  const third = second + size;
  let value = into[0];
  for (let row = 1; row < rows; row++) {
    const zigzag = bytes[start + row - 1] | (bytes[second + row - 1] << 8) | (bytes[third + row - 1] << 16);
    value = (value + ((zigzag >>> 1) ^ -(zigzag & 1))) | 0;
    into[row] = value;
  }
}

function readFour(bytes: Uint8Array, start: number, size: number, rows: number, into: Int32Array): void {
  const second = start + size;
  const third = second + size;
  const fourth = third + size;
  let value = into[0];
  for (let row = 1; row < rows; row++) {
    const zigzag =
      bytes[start + row - 1] | (bytes[second + row - 1] << 8) | (bytes[third + row - 1] << 16) | (bytes[fourth + row - 1] << 24);
    value = (value + ((zigzag >>> 1) ^ -(zigzag & 1))) | 0;
    into[row] = value;
  }
}
