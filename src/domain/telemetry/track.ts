import type { Instant } from '../base/index.ts';
import { readAttribute, writeAttribute } from './trackAttributes.ts';
import { TrackReader, TrackWriter } from './trackBytes.ts';
import type { TrackColumns } from './trackColumns.ts';
import { readPlanes, writePlanes } from './trackPlanes.ts';
import { readTimes, writeTimes } from './trackTimes.ts';

/**
 * Track block: the reports of one unit over some time, as stored and as sent.
 *
 *     0 u8  version (1)         1 u8  codec (0 body as it is, 1 body as raw deflate)
 *     2 u16 0                   4 u32 unit id
 *     8 u32 count              12 u32 bytes of the body when inflated
 *    16 f64 first time         24 f64 last time, Unix ms
 *    32 body
 *
 * Body: times (trackTimes), then columns of whole numbers (trackPlanes): longitude, latitude, speed,
 * course, altitude, satellites, flags, protocol, received delay; then varint number of attributes and
 * the attributes (trackAttributes). All little-endian. A block can be read anywhere: it carries the
 * names of attributes that have no fixed number.
 */
export const TRACK_VERSION = 1;
export const TRACK_CODEC = { plain: 0, deflate: 1 } as const;
const HEADER = 32;
/** Nothing that the product writes comes near; a larger count is noise, not to be allocated for. */
const MOST_ROWS = 1 << 20;

/** What a block's header tells without inflating it. */
export interface TrackHeader {
  readonly unitId: number;
  readonly count: number;
  readonly from: Instant;
  /** Time of the last row. */
  readonly to: Instant;
  readonly compressed: boolean;
  readonly bodyLength: number;
}

/** Turns a raw-deflate body into the body; `length` is what it must come to. */
export type Inflate = (body: Uint8Array, length: number) => Uint8Array;

export interface DecodeOptions {
  /** Needed for compressed blocks that {@link inflateTrack} has not opened. */
  inflate?: Inflate;
  /** Which attributes to read; all when left out. */
  attributes?: (name: string) => boolean;
  /** Reads the first rows only. */
  rows?: number;
}

let scratchA = new Int32Array(0);
let scratchB = new Int32Array(0);

/** Working space of at least `count` numbers, kept between calls. */
function scratch(count: number): [Int32Array, Int32Array] {
  if (scratchA.length < count) {
    scratchA = new Int32Array(count * 2);
    scratchB = new Int32Array(count * 2);
  }
  return [scratchA, scratchB];
}

/** Writes the columns as one block. `deflate` compresses its body. */
export function encodeTrack(track: TrackColumns, deflate?: (body: Uint8Array) => Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = new TrackWriter();
  writer.reserve(HEADER);
  writeBody(writer, track);
  const body = writer.bytes.subarray(HEADER, writer.length);
  const stored = deflate ? deflate(body) : body;
  const block = new Uint8Array(HEADER + stored.length);
  block.set(stored, HEADER);
  const header = new DataView(block.buffer);
  header.setUint8(0, TRACK_VERSION);
  header.setUint8(1, deflate ? TRACK_CODEC.deflate : TRACK_CODEC.plain);
  header.setUint32(4, track.unitId, true);
  header.setUint32(8, track.count, true);
  header.setUint32(12, body.length, true);
  header.setFloat64(16, track.count === 0 ? 0 : track.times[0], true);
  header.setFloat64(24, track.count === 0 ? 0 : track.times[track.count - 1], true);
  return block;
}

function writeBody(writer: TrackWriter, track: TrackColumns): void {
  const [a, b] = scratch(track.count);
  writeTimes(writer, track.times.subarray(0, track.count), a, b);
  writePlanes(writer, track.longitudes.subarray(0, track.count), b);
  writePlanes(writer, track.latitudes.subarray(0, track.count), b);
  // The narrow columns go through one Int32Array, so that every loop meets one kind of array only.
  for (const column of [track.speeds, track.courses, track.altitudes, track.satellites, track.flags, track.protocols]) {
    a.set(column.subarray(0, track.count));
    writePlanes(writer, a.subarray(0, track.count), b);
  }
  writePlanes(writer, track.receivedDelays.subarray(0, track.count), b);
  writer.varint(track.attributes.length);
  for (const attribute of track.attributes) writeAttribute(writer, attribute, track.count, a, b);
}

/** Reads the header. Throws a RangeError that says what is wrong when the bytes are no track block. */
export function readTrackHeader(block: Uint8Array): TrackHeader {
  if (block.length < HEADER) throw new RangeError(`Track block of ${block.length} bytes is shorter than its header`);
  const header = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const version = header.getUint8(0);
  if (version !== TRACK_VERSION) throw new RangeError(`Track block version ${version} is unknown`);
  const codec = header.getUint8(1);
  if (codec > TRACK_CODEC.deflate) throw new RangeError(`Track block codec ${codec} is unknown`);
  const count = header.getUint32(8, true);
  if (count > MOST_ROWS) throw new RangeError(`Track block claims ${count} rows`);
  return {
    unitId: header.getUint32(4, true),
    count,
    from: header.getFloat64(16, true),
    to: header.getFloat64(24, true),
    compressed: codec === TRACK_CODEC.deflate,
    bodyLength: header.getUint32(12, true),
  };
}

/** The body as it is stored, compressed or not. */
export const trackBody = (block: Uint8Array): Uint8Array => block.subarray(HEADER);

/** Reads a block. Throws a RangeError that says what is wrong when the bytes are not one. */
export function decodeTrack(block: Uint8Array, options: DecodeOptions = {}): TrackColumns {
  const header = readTrackHeader(block);
  const reader = new TrackReader(plainBody(block, header, options.inflate));
  const rows = Math.min(header.count, options.rows ?? header.count);
  const track = readCore(reader, header, rows);
  const wanted = options.attributes ?? (() => true);
  const [dense] = scratch(header.count);
  const size = reader.varint('attributes');
  const attributes = [];
  for (let index = 0; index < size; index++) {
    const attribute = readAttribute(reader, header.count, rows, dense, wanted);
    if (attribute) attributes.push(attribute);
  }
  if (reader.at !== reader.bytes.length) throw new RangeError(`Track block has ${reader.bytes.length - reader.at} bytes after its end`);
  return { ...track, attributes };
}

/** The times alone: to find the rows that are worth reading. */
export function decodeTrackTimes(block: Uint8Array, inflate?: Inflate): Float64Array {
  const header = readTrackHeader(block);
  const times = new Float64Array(header.count);
  const [numbers] = scratch(header.count);
  readTimes(new TrackReader(plainBody(block, header, inflate)), header.count, header.count, times, numbers);
  return times;
}

function plainBody(block: Uint8Array, header: TrackHeader, inflate?: Inflate): Uint8Array {
  let body = trackBody(block);
  if (header.compressed) {
    if (!inflate) throw new RangeError('Track block is compressed: inflate it first');
    body = inflate(body, header.bodyLength);
  }
  if (body.length !== header.bodyLength) throw new RangeError(`Track block body has ${body.length} bytes, its header says ${header.bodyLength}`);
  return body;
}

function readCore(reader: TrackReader, header: TrackHeader, rows: number): TrackColumns {
  const { count, unitId } = header;
  // Every row takes bytes only where something changes; still a column's head is there.
  const [numbers] = scratch(count);
  const column = (what: string): Int32Array => {
    readPlanes(reader, count, rows, numbers, what);
    return numbers.subarray(0, rows);
  };
  const times = new Float64Array(rows);
  readTimes(reader, count, rows, times, numbers);
  return {
    unitId,
    count: rows,
    times,
    longitudes: column('longitudes').slice(),
    latitudes: column('latitudes').slice(),
    speeds: new Uint16Array(column('speeds')),
    courses: new Uint16Array(column('courses')),
    altitudes: new Int16Array(column('altitudes')),
    satellites: new Uint8Array(column('satellites')),
    flags: new Uint8Array(column('flags')),
    protocols: new Uint8Array(column('protocols')),
    receivedDelays: column('received delays').slice(),
    attributes: [],
  };
}
