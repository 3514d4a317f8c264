import { COORDINATE_SCALE, SPEED_SCALE, toIso, type Instant } from '../base/index.ts';
import type { AttributeKind, AttributeValue } from './attributes.ts';
import type { Position } from './fix.ts';
import { protocolName } from './protocols.ts';

/**
 * Bits of a row's flags. `completes`: read again from a kept message by a later version; where the unit has a report of
 * that time already, the row adds the attributes that the report lacks (see {@link mergeTracks}).
 */
export const TRACK_FLAG = { valid: 1, hasPosition: 2, late: 4, completes: 8 } as const;

/** How "not sent" is stored. */
export const NO_SPEED = 0xffff;
export const NO_COURSE = 0xffff;
export const NO_ALTITUDE = -0x8000;
export const NO_SATELLITES = 0xff;

/** A fix that arrives later than this after it was taken is late (live frame, bit 24). */
export const LATE_AFTER = 60_000;

/**
 * One attribute over the rows of a track. `values` has a row for each row of the track: whole numbers
 * (value × scale), or the numbers themselves in a Float64Array (scale 1), or places in `texts`.
 * An attribute that was sent in several kinds has a column for each.
 */
export interface TrackAttribute {
  readonly id: number;
  readonly name: string;
  readonly kind: AttributeKind;
  readonly scale: number;
  /** 1 where the row carries the attribute; null when every row does. */
  readonly present: Uint8Array | null;
  readonly values: Int32Array | Float64Array;
  /** Different texts of a text column; empty for others. */
  readonly texts: readonly string[];
}

/** The reports of one unit over some time, oldest first, each time once. */
export interface TrackColumns {
  readonly unitId: number;
  readonly count: number;
  /** Unix milliseconds, growing. */
  readonly times: Float64Array;
  /** 1e-7 degrees. Rows without a position carry the last known one. */
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  /** 0.1 km/h, {@link NO_SPEED} when not sent. */
  readonly speeds: Uint16Array;
  /** 0.1 degrees, {@link NO_COURSE} when not sent. */
  readonly courses: Uint16Array;
  /** Metres, {@link NO_ALTITUDE} when not sent. */
  readonly altitudes: Int16Array;
  /** {@link NO_SATELLITES} when not sent. */
  readonly satellites: Uint8Array;
  /** {@link TRACK_FLAG}. */
  readonly flags: Uint8Array;
  readonly protocols: Uint8Array;
  /** Seconds from the report to its arrival. */
  readonly receivedDelays: Int32Array;
  readonly attributes: readonly TrackAttribute[];
}

/** Columns of `count` rows, zero, without attributes: for writers that fill them. */
export function emptyTrack(unitId: number, count: number): TrackColumns {
  return {
    unitId,
    count,
    times: new Float64Array(count),
    longitudes: new Int32Array(count),
    latitudes: new Int32Array(count),
    speeds: new Uint16Array(count),
    courses: new Uint16Array(count),
    altitudes: new Int16Array(count),
    satellites: new Uint8Array(count),
    flags: new Uint8Array(count),
    protocols: new Uint8Array(count),
    receivedDelays: new Int32Array(count),
    attributes: [],
  };
}

/** The attribute's value in the row, or undefined when the row does not carry it. */
export function trackAttributeValue(attribute: TrackAttribute, row: number): AttributeValue | undefined {
  if (attribute.present && attribute.present[row] === 0) return undefined;
  const value = attribute.values[row];
  if (attribute.kind === 'text') return attribute.texts[value];
  return attribute.kind === 'boolean' ? value !== 0 : value / attribute.scale;
}

/** One row as the API shows it. Values that were not sent count as 0, satellites as null. */
export function trackPosition(track: TrackColumns, row: number): Position {
  const attributes: Record<string, AttributeValue> = {};
  for (const attribute of track.attributes) {
    const value = trackAttributeValue(attribute, row);
    if (value !== undefined) attributes[attribute.name] = value;
  }
  const time = track.times[row];
  return {
    unit_id: track.unitId,
    time: toIso(time),
    received_at: toIso(time + track.receivedDelays[row] * 1000),
    latitude: track.latitudes[row] / COORDINATE_SCALE,
    longitude: track.longitudes[row] / COORDINATE_SCALE,
    speed: track.speeds[row] === NO_SPEED ? 0 : track.speeds[row] / SPEED_SCALE,
    course: track.courses[row] === NO_COURSE ? 0 : track.courses[row] / 10,
    altitude: track.altitudes[row] === NO_ALTITUDE ? 0 : track.altitudes[row],
    satellites: track.satellites[row] === NO_SATELLITES ? null : track.satellites[row],
    valid: (track.flags[row] & TRACK_FLAG.valid) !== 0,
    protocol: protocolName(track.protocols[row]),
    attributes,
  };
}

/** Index of the first row at or after the instant. */
export function firstRowAt(times: Float64Array, instant: Instant): number {
  let low = 0;
  let high = times.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (times[middle] < instant) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The rows in [from, to), as views: nothing is copied. */
export function sliceTrack(track: TrackColumns, from: Instant, to: Instant): TrackColumns {
  return trackRows(track, firstRowAt(track.times, from), firstRowAt(track.times, to));
}

/** The rows from `start` up to `end`, which is excluded, as views. */
export function trackRows(track: TrackColumns, start: number, end: number): TrackColumns {
  const stop = Math.max(start, end);
  return {
    unitId: track.unitId,
    count: stop - start,
    times: track.times.subarray(start, stop),
    longitudes: track.longitudes.subarray(start, stop),
    latitudes: track.latitudes.subarray(start, stop),
    speeds: track.speeds.subarray(start, stop),
    courses: track.courses.subarray(start, stop),
    altitudes: track.altitudes.subarray(start, stop),
    satellites: track.satellites.subarray(start, stop),
    flags: track.flags.subarray(start, stop),
    protocols: track.protocols.subarray(start, stop),
    receivedDelays: track.receivedDelays.subarray(start, stop),
    attributes: track.attributes.map((attribute) => ({
      ...attribute,
      present: attribute.present && attribute.present.subarray(start, stop),
      values: attribute.values.subarray(start, stop),
    })),
  };
}

/** The same rows in columns of their own: a slice keeps all that it was cut from in memory. */
export function copyTrack(track: TrackColumns): TrackColumns {
  return {
    unitId: track.unitId,
    count: track.count,
    times: track.times.slice(0, track.count),
    longitudes: track.longitudes.slice(0, track.count),
    latitudes: track.latitudes.slice(0, track.count),
    speeds: track.speeds.slice(0, track.count),
    courses: track.courses.slice(0, track.count),
    altitudes: track.altitudes.slice(0, track.count),
    satellites: track.satellites.slice(0, track.count),
    flags: track.flags.slice(0, track.count),
    protocols: track.protocols.slice(0, track.count),
    receivedDelays: track.receivedDelays.slice(0, track.count),
    attributes: track.attributes.map((attribute) => ({
      ...attribute,
      present: attribute.present && attribute.present.slice(0, track.count),
      values: attribute.values.slice(0, track.count),
    })),
  };
}
