import { constants, deflateRawSync, inflateRawSync } from 'node:zlib';
import { clamp, DAY, floorTo, HOUR, type Instant } from '../../../../src/domain/base/index.ts';
import {
  decodeTrack,
  encodeTrack,
  encodeTrackCore,
  firstRowAt,
  readTrackHeader,
  sliceTrack,
  trackBoxOf,
  trackPart,
  trackRows,
  type TrackBox,
  type TrackColumns,
  type TrackPart,
} from '../../../../src/domain/telemetry/index.ts';

/** What a block's row says of how it came to be. */
export const SPAN = { hour: 1, day: 2, late: 3 } as const;
type Span = (typeof SPAN)[keyof typeof SPAN];

/** Few enough rows that one instant of a block is found quickly, many enough to compress well. */
const MOST_ROWS = 2_048;
/** Beyond this a block is cut in two, whatever its rows (distributed engines want rows below 1 MiB). */
const MOST_BYTES = 512 * 1024;
/** So many late rows of an hour are an upload and no stragglers: they get a block as if they had been on time. */
const BULK = 30;

/** A block on its way to the table. Each lies within one day, UTC. */
export interface NewBlock {
  readonly unitId: number;
  readonly span: Span;
  readonly from: Instant;
  readonly to: Instant;
  readonly count: number;
  readonly bytes: Uint8Array;
  readonly box: TrackBox;
}

const deflate = (body: Uint8Array): Uint8Array => deflateRawSync(body, { level: constants.Z_BEST_SPEED });

/** zlib's bounds of a piece of its output; the upper one is ours, for headers that promise too much. */
const PIECE = { least: 64, most: MOST_BYTES } as const;

/** For decodeTrack: never more than the header promises. Throws a RangeError on damaged bytes. */
export function inflate(body: Uint8Array, length: number): Uint8Array {
  try {
    // One byte more than there is: zlib then sees the end in the first piece, and neither makes nor copies a second.
    return inflateRawSync(body, {
      maxOutputLength: Math.max(1, length),
      chunkSize: clamp(length + 1, PIECE.least, PIECE.most),
    });
  } catch (error) {
    throw new RangeError('Attributes of a track block cannot be inflated', { cause: error });
  }
}

/** The track as one block for the wire, small ones uncompressed: deflate costs more than it saves there. */
export function toWireBlock(track: TrackColumns, columns: TrackPart): Uint8Array {
  if (columns === 'core') return encodeTrackCore(track);
  return track.count < 16 ? encodeTrack(track) : encodeTrack(track, deflate);
}

/** Of a whole block the rows within [from, to), in as many columns as are wanted; null where none is. */
export function cutBlock(block: Uint8Array, from: Instant, to: Instant, columns: TrackPart): Uint8Array | null {
  const header = readTrackHeader(block);
  if (from <= header.from && header.to < to) return trackPart(block, columns);
  const track = sliceTrack(decodeTrack(block, { inflate }), from, to);
  return track.count === 0 ? null : toWireBlock(track, columns);
}

/**
 * Cuts a unit's sorted rows into blocks. Rows after `storedUntil` go by hours; earlier ones by hours
 * too when an hour has many, and else together, by days.
 */
export function blocksOf(track: TrackColumns, storedUntil: Instant): NewBlock[] {
  const blocks: NewBlock[] = [];
  const fresh = firstRowAt(track.times, storedUntil + 1);
  let start = 0;
  while (start < track.count) {
    const hour = floorTo(track.times[start], HOUR);
    let end = Math.min(firstRowAt(track.times, hour + HOUR), start < fresh ? fresh : track.count);
    let span: Span = SPAN.hour;
    if (start < fresh && end - start < BULK) {
      span = SPAN.late;
      end = endOfStragglers(track, start, fresh);
    }
    pushBlocks(blocks, trackRows(track, start, end), span);
    start = end;
  }
  return blocks;
}

/** Where the run of hours with few rows ends, within the day of its start. */
function endOfStragglers(track: TrackColumns, start: number, fresh: number): number {
  const last = Math.min(fresh, firstRowAt(track.times, floorTo(track.times[start], DAY) + DAY));
  let end = start;
  while (end < last) {
    const next = Math.min(last, firstRowAt(track.times, floorTo(track.times[end], HOUR) + HOUR));
    if (next - end >= BULK) break;
    end = next;
  }
  return end;
}

/** One day's rows as day blocks. */
export function dayBlocksOf(track: TrackColumns): NewBlock[] {
  const blocks: NewBlock[] = [];
  pushBlocks(blocks, track, SPAN.day);
  return blocks;
}

function pushBlocks(blocks: NewBlock[], track: TrackColumns, span: Span): void {
  for (let start = 0; start < track.count; start += MOST_ROWS)
    pushBlock(blocks, trackRows(track, start, Math.min(track.count, start + MOST_ROWS)), span);
}

function pushBlock(blocks: NewBlock[], track: TrackColumns, span: Span): void {
  const bytes = encodeTrack(track, deflate);
  if (bytes.length > MOST_BYTES && track.count > 1) {
    const middle = track.count >> 1;
    pushBlock(blocks, trackRows(track, 0, middle), span);
    pushBlock(blocks, trackRows(track, middle, track.count), span);
    return;
  }
  blocks.push({
    unitId: track.unitId,
    span,
    from: track.times[0],
    to: track.times[track.count - 1],
    count: track.count,
    bytes,
    box: trackBoxOf(track.longitudes, track.latitudes, track.flags, track.count),
  });
}
