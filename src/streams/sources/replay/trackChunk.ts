import { COORDINATE_SCALE, type Instant, type Interval } from '../../../domain/base/index.ts';
import {
  MOTION,
  stateCourse,
  stateIdleSince,
  stateIgnition,
  stateLate,
  stateMotion,
  stateSpeed,
} from '../../../domain/telemetry/index.ts';
import type { UnitFix } from '../../pipeline/fleetColumns.ts';

/** A coordinate that is not known: the unit had no valid fix so far. */
export const NO_COORDINATE = 0x7fffffff;

/**
 * The fixes of many units in one span of time, 16 bytes a fix, ready for binary search.
 * Rows of a unit lie together, in order of time and without doubles. Typed arrays over buffers of
 * their own, so that a worker hands a chunk over without a copy.
 */
export interface TrackChunk extends Interval {
  /** Units with at least one fix, ascending. */
  readonly unitIds: Uint32Array;
  /** First row of each unit; one more than units, the last is the number of rows. */
  readonly starts: Uint32Array;
  /** Milliseconds after `from`. */
  readonly offsets: Uint32Array;
  /** 1e-7 degrees; an invalid fix carries the last valid place, or {@link NO_COORDINATE}. */
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  /** Packed as in the live frame. */
  readonly states: Uint32Array;
}

/** The last fix of units before a chunk begins, as columns. */
export interface LastFixes {
  readonly unitIds: Uint32Array;
  readonly times: Float64Array;
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  readonly states: Uint32Array;
}

/**
 * What is known of the time before `from` from the last fixes at a later instant: of units that said
 * nothing since, all. Of the others only a place, where they are put while their fixes are invalid.
 */
export function knownBefore(last: LastFixes, from: Instant): LastFixes {
  return { ...last, times: last.times.map((time) => (time < from ? time : Number.NaN)) };
}

/** Fixes of one unit in order of time, on their way into a chunk. */
export interface UnitRows {
  readonly unitId: number;
  readonly times: ArrayLike<Instant>;
  /** 1e-7 degrees. */
  readonly longitudes: ArrayLike<number>;
  readonly latitudes: ArrayLike<number>;
  readonly states: ArrayLike<number>;
}

/** Rows of the chunk. */
export const rowCount = (chunk: TrackChunk): number => chunk.starts[chunk.starts.length - 1];

/** Time of a row. */
export const rowTime = (chunk: TrackChunk, row: number): Instant => chunk.from + chunk.offsets[row];

/** Puts units' rows together. Rows outside the span are left out; invalid fixes stay where the unit was. */
export function buildChunk(span: Interval, units: readonly UnitRows[]): TrackChunk {
  const sorted = units.toSorted((a, b) => a.unitId - b.unitId);
  const bounds = sorted.map(
    (unit) => [firstAtOrAfter(unit.times, span.from), firstAtOrAfter(unit.times, span.to)] as const,
  );
  const kept = sorted
    .map((unit, index) => ({ unit, first: bounds[index][0], end: bounds[index][1] }))
    .filter(({ first, end }) => end > first);
  const rows = kept.reduce((sum, { first, end }) => sum + end - first, 0);
  const chunk = emptyChunk(span, kept.length, rows);
  let row = 0;
  kept.forEach(({ unit, first, end }, index) => {
    chunk.unitIds[index] = unit.unitId;
    chunk.starts[index] = row;
    for (let source = first; source < end; source++, row++) {
      chunk.offsets[row] = unit.times[source] - span.from;
      chunk.states[row] = unit.states[source];
      const holds = stateMotion(unit.states[source]) === MOTION.noFix;
      const before = row > chunk.starts[index];
      chunk.longitudes[row] = holds ? (before ? chunk.longitudes[row - 1] : NO_COORDINATE) : unit.longitudes[source];
      chunk.latitudes[row] = holds ? (before ? chunk.latitudes[row - 1] : NO_COORDINATE) : unit.latitudes[source];
    }
  });
  chunk.starts[kept.length] = row;
  return chunk;
}

/** A chunk with room for so many units and rows. */
export function emptyChunk(span: Interval, units: number, rows: number): TrackChunk {
  return {
    from: span.from,
    to: span.to,
    unitIds: new Uint32Array(units),
    starts: new Uint32Array(units + 1),
    offsets: new Uint32Array(rows),
    longitudes: new Int32Array(rows),
    latitudes: new Int32Array(rows),
    states: new Uint32Array(rows),
  };
}

/** The chunk with the rows of `unitIds` replaced by those of `patch`. */
export function replaceUnits(chunk: TrackChunk, unitIds: ReadonlySet<number>, patch: TrackChunk): TrackChunk {
  const parts: { source: TrackChunk; index: number; unitId: number }[] = [];
  chunk.unitIds.forEach((unitId, index) => {
    if (!unitIds.has(unitId)) parts.push({ source: chunk, index, unitId });
  });
  patch.unitIds.forEach((unitId, index) => {
    if (unitIds.has(unitId)) parts.push({ source: patch, index, unitId });
  });
  parts.sort((a, b) => a.unitId - b.unitId);
  const rows = parts.reduce((sum, { source, index }) => sum + source.starts[index + 1] - source.starts[index], 0);
  const whole = emptyChunk(chunk, parts.length, rows);
  let row = 0;
  parts.forEach(({ source, index, unitId }, target) => {
    const first = source.starts[index];
    const end = source.starts[index + 1];
    whole.unitIds[target] = unitId;
    whole.starts[target] = row;
    for (const column of ['offsets', 'longitudes', 'latitudes', 'states'] as const) {
      whole[column].set(source[column].subarray(first, end), row);
    }
    row += end - first;
  });
  whole.starts[parts.length] = row;
  return whole;
}

/** The buffers of a chunk, for a transfer. */
export function chunkBuffers(chunk: TrackChunk): ArrayBuffer[] {
  const { unitIds, starts, offsets, longitudes, latitudes, states } = chunk;
  return [unitIds, starts, offsets, longitudes, latitudes, states].map((column) => column.buffer as ArrayBuffer);
}

/** Last row in [first, end) whose offset is at most `offset`; first − 1 when there is none. */
export function lastRowAt(offsets: Uint32Array, first: number, end: number, offset: number): number {
  let low = first;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (offsets[middle] <= offset) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Fills `fix` from stored columns. Coordinates are NaN when the place is not known. */
export function readFix(fix: UnitFix, time: Instant, longitude: number, latitude: number, state: number): void {
  fix.time = time;
  fix.longitude = longitude === NO_COORDINATE ? Number.NaN : longitude / COORDINATE_SCALE;
  fix.latitude = latitude === NO_COORDINATE ? Number.NaN : latitude / COORDINATE_SCALE;
  fix.speed = stateSpeed(state);
  fix.course = stateCourse(state);
  fix.motion = stateMotion(state);
  fix.ignition = stateIgnition(state);
  fix.late = stateLate(state);
  fix.idleSince = stateIdleSince(state, time, 0);
}

function firstAtOrAfter(times: ArrayLike<Instant>, instant: Instant): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}
