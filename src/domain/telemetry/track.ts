import type { Instant } from '../base/index.ts';
import { ATTRIBUTES } from './attributes.ts';
import { readAttribute, writeAttribute } from './trackAttributes.ts';
import { TrackReader, TrackWriter } from './trackBytes.ts';
import { emptyTrack, firstRowAt, type TrackAttribute, type TrackColumns } from './trackColumns.ts';
import {
  CORE_IGNITION,
  createCore,
  isCoreAttribute,
  readCore,
  readCoreAfter,
  writeCore,
  type CoreColumns,
  type CoreOffsets,
} from './trackCore.ts';
import { padPacked, passPadding, readPacked, writePacked } from './trackPacked.ts';
import { readTimes } from './trackTimes.ts';

/**
 * Track block: the reports of one unit over some time, as stored and as sent.
 *
 *     0 u8  version (2)         1 u8  codec of the attributes (0 as they are, 1 raw deflate)
 *     2 u16 0                   4 u32 unit id
 *     8 u32 count              12 u32 bytes of the core
 *    16 f64 first time         24 f64 last time, Unix ms
 *    32 u32 bytes of the attributes when inflated
 *    36 core, attributes
 *
 * Core: times (trackTimes), then columns of whole numbers (trackPacked): longitude, latitude, speed,
 * course, marks (flags and ignition). Attributes: columns of altitude, satellites, protocol and received
 * delay, then varint place of the ignition among the attributes + 1 (0: it is not there), varint number
 * of the other attributes, and these (trackAttributes). All little-endian. A block can be read anywhere:
 * it carries the names of attributes that have no fixed number.
 *
 * Cut after its core a block is still one (trackPart), of the columns that move marks on a map:
 * whole fleets are replayed from less than that, and the server cuts without reading what it cuts.
 */
export const TRACK_VERSION = 2;
/** What to send of blocks: their core columns, or everything. */
export const TRACK_PARTS = ['all', 'core'] as const;
export type TrackPart = (typeof TRACK_PARTS)[number];
const TRACK_CODEC = { plain: 0, deflate: 1 } as const;
const HEADER = 36;
/** For whoever cuts blocks where they lie: the core follows `start`, and its length is the u32 at `lengthAt`. */
export const TRACK_CORE = { start: HEADER, lengthAt: 12 } as const;
/** Nothing that the product writes comes near; a larger count is noise, not to be allocated for. */
const MOST_ROWS = 1 << 20;
const MOST_ATTRIBUTE_BYTES = 64 * 1024 * 1024;

/** What a block's header says without reading its columns. */
export interface TrackHeader {
  readonly unitId: number;
  readonly count: number;
  readonly from: Instant;
  /** Time of the last row. */
  readonly to: Instant;
  /** Bytes of the core. */
  readonly coreLength: number;
  /** False when the block was cut after its core. */
  readonly whole: boolean;
  /** Whether the attributes are deflated, and their bytes when they are not. */
  readonly compressed: boolean;
  readonly attributesLength: number;
}

/** Turns raw-deflate bytes into what they were; `length` is what it must come to. */
export type Inflate = (body: Uint8Array, length: number) => Uint8Array;

export interface DecodeOptions {
  /** Needed for blocks with compressed attributes. */
  inflate?: Inflate;
  /** Which attributes to read; all when left out. */
  attributes?: (name: string) => boolean;
  /** Reads the first rows only. */
  rows?: number;
}

let scratch = new Int32Array(0);
let core = createCore(0);
/** Used again: a fleet's last fixes are thousands of blocks of one row. */
const coreWriter = new TrackWriter();

/** Working space of at least `count` numbers, kept between calls. */
function scratchOf(count: number): Int32Array {
  if (scratch.length < count) scratch = new Int32Array(count * 2);
  return scratch;
}

function coreOf(count: number): CoreColumns {
  if (core.times.length < count) core = createCore(count * 2);
  return core;
}

/** Writes the columns as one block. `deflate` compresses the attributes, where that makes them shorter. */
export function encodeTrack(track: TrackColumns, deflate?: (body: Uint8Array) => Uint8Array): Uint8Array<ArrayBuffer> {
  const writer = writeFirstPart(track, new TrackWriter());
  const coreEnd = writer.length;
  writeAttributes(writer, track);
  const plain = writer.bytes.subarray(coreEnd, writer.length);
  const deflated = deflate?.(plain);
  const shorter = deflated !== undefined && deflated.length < plain.length;
  const attributes = shorter ? deflated : plain;
  const block = new Uint8Array(coreEnd + attributes.length);
  block.set(writer.bytes.subarray(HEADER, coreEnd), HEADER);
  block.set(attributes, coreEnd);
  writeHeader(block, track, coreEnd - HEADER, shorter ? TRACK_CODEC.deflate : TRACK_CODEC.plain, plain.length);
  return block;
}

/** The columns of the core as one block that was cut after it: what nobody asked for is not written first. */
export function encodeTrackCore(track: TrackColumns): Uint8Array<ArrayBuffer> {
  const writer = writeFirstPart(track, coreWriter);
  const block = writer.bytes.slice(0, writer.length);
  writeHeader(block, track, writer.length - HEADER, TRACK_CODEC.plain, 0);
  return block;
}

/** Room for the header, and the core; over what the writer had. */
function writeFirstPart(track: TrackColumns, writer: TrackWriter): TrackWriter {
  writer.length = 0;
  writer.reserve(HEADER);
  writeCore(writer, track, scratchOf(track.count));
  return writer;
}

function writeHeader(
  block: Uint8Array<ArrayBuffer>,
  track: TrackColumns,
  coreLength: number,
  codec: number,
  attributesLength: number,
): void {
  const header = new DataView(block.buffer, block.byteOffset, HEADER);
  header.setUint8(0, TRACK_VERSION);
  header.setUint8(1, codec);
  header.setUint32(4, track.unitId, true);
  header.setUint32(8, track.count, true);
  header.setUint32(TRACK_CORE.lengthAt, coreLength, true);
  header.setFloat64(16, track.count === 0 ? 0 : track.times[0], true);
  header.setFloat64(24, track.count === 0 ? 0 : track.times[track.count - 1], true);
  header.setUint32(32, attributesLength, true);
}

function writeAttributes(writer: TrackWriter, track: TrackColumns): void {
  const { count } = track;
  const dense = scratchOf(count);
  // The narrow columns go through one Int32Array, so that every loop meets one kind of array only.
  for (const column of [track.altitudes, track.satellites, track.protocols, track.receivedDelays]) {
    dense.set(column.subarray(0, count));
    writePacked(writer, dense.subarray(0, count));
  }
  const ignition = track.attributes.findIndex(isCoreAttribute);
  const others = track.attributes.filter((_, place) => place !== ignition);
  writer.varint(ignition + 1);
  writer.varint(others.length);
  for (const attribute of others) writeAttribute(writer, attribute, count, dense);
  padPacked(writer);
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
  const coreLength = header.getUint32(TRACK_CORE.lengthAt, true);
  if (HEADER + coreLength > block.length)
    throw new RangeError(`Track block of ${block.length} bytes claims a core of ${coreLength}`);
  const attributesLength = header.getUint32(32, true);
  if (attributesLength > MOST_ATTRIBUTE_BYTES)
    throw new RangeError(`Track block claims ${attributesLength} bytes of attributes`);
  return {
    unitId: header.getUint32(4, true),
    count,
    from: header.getFloat64(16, true),
    to: header.getFloat64(24, true),
    coreLength,
    whole: HEADER + coreLength < block.length,
    compressed: codec === TRACK_CODEC.deflate,
    attributesLength,
  };
}

/** The block without its attributes, or all of it: a view. */
export function trackPart(block: Uint8Array, part: TrackPart): Uint8Array {
  return part === 'all' ? block : block.subarray(0, HEADER + readTrackHeader(block).coreLength);
}

/**
 * Reads the core columns of a block, cut or whole, into columns with room for `header.count` rows from
 * `offset` on. Throws a RangeError that says what is wrong when the bytes are damaged.
 */
export function readTrackCore(block: Uint8Array, header: TrackHeader, into: CoreColumns, offset: number): void {
  const reader = coreReader(block, header);
  readCore(reader, header.count, header.count, header.from, into, offset, scratchOf(header.count));
  checkEnd(reader);
}

/**
 * As {@link readTrackCore}, with times as whole milliseconds after `origin`, in 32 bits: for a block whose
 * rows all lie within 2^31 ms after it. Others come back modulo 2^32.
 */
export function readTrackCoreAfter(
  block: Uint8Array,
  header: TrackHeader,
  origin: Instant,
  into: CoreOffsets,
  offset: number,
): void {
  const reader = coreReader(block, header);
  readCoreAfter(reader, header.count, header.from, origin, into, offset);
  checkEnd(reader);
}

/** Reads a block. Throws a RangeError that says what is wrong when the bytes are not a whole one. */
export function decodeTrack(block: Uint8Array, options: DecodeOptions = {}): TrackColumns {
  const header = readTrackHeader(block);
  const rows = Math.min(header.count, options.rows ?? header.count);
  const columns = readFirstRows(block, header, rows);
  const reader = new TrackReader(plainAttributes(block, header, options.inflate));
  const dense = scratchOf(header.count);
  const column = (what: string): Int32Array => {
    readPacked(reader, header.count, rows, dense, 0, what);
    return dense.subarray(0, rows);
  };
  return {
    unitId: header.unitId,
    count: rows,
    ...coreColumns(columns, rows),
    altitudes: new Int16Array(column('altitudes')),
    satellites: new Uint8Array(column('satellites')),
    protocols: new Uint8Array(column('protocols')),
    receivedDelays: column('received delays').slice(),
    attributes: readAttributes(reader, header.count, rows, columns.marks, options.attributes ?? (() => true)),
  };
}

/**
 * The last row of a block, cut or whole, at or before the instant, or null; by its core alone: nothing is inflated,
 * and of attributes there is the ignition. Throws a RangeError when the core's bytes are damaged.
 */
export function lastCoreRow(block: Uint8Array, at: Instant): TrackColumns | null {
  const header = readTrackHeader(block);
  const columns = readFirstRows(block, header, header.count);
  const row = firstRowAt(columns.times.subarray(0, header.count), at + 1) - 1;
  if (row < 0) return null;
  const track = emptyTrack(header.unitId, 1);
  for (const column of ['times', 'longitudes', 'latitudes', 'speeds', 'courses'] as const)
    track[column][0] = columns[column][row];
  track.flags[0] = columns.marks[row];
  return { ...track, attributes: [ignitionOf(columns.marks.subarray(row), 1)] };
}

/** Working space: valid until the next call. */
function readFirstRows(block: Uint8Array, header: TrackHeader, rows: number): CoreColumns {
  const columns = coreOf(rows);
  const reader = coreReader(block, header);
  readCore(reader, header.count, rows, header.from, columns, 0, scratchOf(header.count));
  checkEnd(reader);
  return columns;
}

function coreColumns(
  core: CoreColumns,
  rows: number,
): Pick<TrackColumns, 'times' | 'longitudes' | 'latitudes' | 'speeds' | 'courses' | 'flags'> {
  return {
    times: core.times.slice(0, rows),
    longitudes: core.longitudes.slice(0, rows),
    latitudes: core.latitudes.slice(0, rows),
    speeds: new Uint16Array(core.speeds.subarray(0, rows)),
    courses: new Uint16Array(core.courses.subarray(0, rows)),
    flags: new Uint8Array(core.marks.subarray(0, rows)),
  };
}

/** The times alone: to find the rows that are worth reading. */
export function decodeTrackTimes(block: Uint8Array): Float64Array {
  const header = readTrackHeader(block);
  const times = new Float64Array(header.count);
  readTimes(coreReader(block, header), header.count, header.count, header.from, times, 0, scratchOf(header.count));
  return times;
}

const coreReader = (block: Uint8Array, header: TrackHeader): TrackReader =>
  new TrackReader(block.subarray(HEADER, HEADER + header.coreLength));

function plainAttributes(block: Uint8Array, header: TrackHeader, inflate?: Inflate): Uint8Array {
  if (!header.whole) throw new RangeError('Track block was cut after its core');
  let attributes = block.subarray(HEADER + header.coreLength);
  if (header.compressed) {
    if (!inflate) throw new RangeError('Track block has compressed attributes, and nothing to inflate them is given');
    attributes = inflate(attributes, header.attributesLength);
  }
  if (attributes.length === header.attributesLength) return attributes;
  throw new RangeError(
    `Track block has ${attributes.length} bytes of attributes, its header says ${header.attributesLength}`,
  );
}

function readAttributes(
  reader: TrackReader,
  count: number,
  rows: number,
  marks: Int32Array,
  wanted: (name: string) => boolean,
): TrackAttribute[] {
  const dense = scratchOf(count);
  const place = reader.varint('attributes') - 1;
  const size = reader.varint('attributes');
  if (place > size) throw new RangeError(`Track block has its ignition at ${place} of ${size} attributes`);
  const attributes: TrackAttribute[] = [];
  for (let index = 0; index <= size; index++) {
    if (index === place && wanted('ignition')) attributes.push(ignitionOf(marks, rows));
    if (index === size) break;
    const attribute = readAttribute(reader, count, rows, dense, wanted);
    if (attribute) attributes.push(attribute);
  }
  passPadding(reader);
  checkEnd(reader);
  return attributes;
}

function ignitionOf(marks: Int32Array, rows: number): TrackAttribute {
  const values = new Int32Array(rows);
  const present = new Uint8Array(rows);
  let carried = 0;
  for (let row = 0; row < rows; row++) {
    const said = marks[row] & CORE_IGNITION.mask;
    if (said === CORE_IGNITION.unsaid) continue;
    present[row] = 1;
    carried++;
    values[row] = said === CORE_IGNITION.on ? 1 : 0;
  }
  return {
    id: ATTRIBUTES.ignition.id,
    name: 'ignition',
    kind: 'boolean',
    scale: 1,
    present: carried === rows ? null : present,
    values,
    texts: [],
  };
}

function checkEnd(reader: TrackReader): void {
  if (reader.at !== reader.bytes.length)
    throw new RangeError(`Track block has ${reader.bytes.length - reader.at} bytes after its end`);
}
