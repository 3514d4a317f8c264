import { COORDINATE_SCALE, SPEED_SCALE, isPosition, type Instant, type Interval } from '../../../domain/base/index.ts';
import {
  IGNITION,
  MOTION,
  NO_COURSE,
  NO_SPEED,
  TRACK_FLAG,
  firstRowAt,
  motionOf,
  packState,
  type IgnitionState,
  type TrackColumns,
} from '../../../domain/telemetry/index.ts';
import { NO_COORDINATE, type LastFixes, type UnitRows } from '../replay/trackChunk.ts';

/** The only attribute that the map needs of a track. */
export const isMapAttribute = (name: string): boolean => name === 'ignition';

/** The rows of a track within a span that carry a position, as the replay wants them. */
export function toUnitRows(track: TrackColumns, span: Interval): UnitRows {
  const first = firstRowAt(track.times, span.from);
  const end = firstRowAt(track.times, span.to);
  const ignitions = ignitionsUpTo(track, end);
  const room = end - first;
  const times = new Float64Array(room);
  const longitudes = new Int32Array(room);
  const latitudes = new Int32Array(room);
  const states = new Uint32Array(room);
  let count = 0;
  // Plain loops: this runs for every stored fix that is ever replayed.
  for (let row = first; row < end; row++) {
    if ((track.flags[row] & TRACK_FLAG.hasPosition) === 0) continue;
    times[count] = track.times[row];
    longitudes[count] = track.longitudes[row];
    latitudes[count] = track.latitudes[row];
    states[count++] = stateOf(track, row, ignitions[row] as IgnitionState);
  }
  return {
    unitId: track.unitId,
    times: times.subarray(0, count),
    longitudes: longitudes.subarray(0, count),
    latitudes: latitudes.subarray(0, count),
    states: states.subarray(0, count),
  };
}

/** The last row of each track at or before an instant; a row without a position tells the last known one. */
export function toLastFixes(tracks: readonly TrackColumns[], at: Instant): LastFixes {
  const found = tracks
    .map((track) => ({ track, row: firstRowAt(track.times, at + 1) - 1 }))
    .filter(({ row }) => row >= 0);
  return {
    unitIds: Uint32Array.from(found, ({ track }) => track.unitId),
    times: Float64Array.from(found, ({ track, row }) => track.times[row]),
    longitudes: Int32Array.from(found, ({ track, row }) => (isPlace(track, row) ? track.longitudes[row] : NO_COORDINATE)),
    latitudes: Int32Array.from(found, ({ track, row }) => (isPlace(track, row) ? track.latitudes[row] : NO_COORDINATE)),
    states: Uint32Array.from(found, ({ track, row }) => stateOf(track, row, ignitionsUpTo(track, row + 1)[row] as IgnitionState)),
  };
}

function stateOf(track: TrackColumns, row: number, ignition: IgnitionState): number {
  const speed = track.speeds[row] === NO_SPEED ? 0 : track.speeds[row] / SPEED_SCALE;
  const course = track.courses[row] === NO_COURSE ? courseOfWay(track, row) : track.courses[row] / 10;
  const valid = (track.flags[row] & TRACK_FLAG.valid) !== 0;
  const motion = valid ? motionOf(true, speed, ignition) : MOTION.noFix;
  return packState(speed, course, motion, ignition, (track.flags[row] & TRACK_FLAG.late) !== 0);
}

/** A tracker that sends no course points along its way to the next fix. */
function courseOfWay(track: TrackColumns, row: number): number {
  const other = row + 1 < track.count ? row + 1 : row - 1;
  if (other < 0) return 0;
  const sign = other > row ? 1 : -1;
  const latitude = track.latitudes[row] / COORDINATE_SCALE;
  const across = (track.longitudes[other] - track.longitudes[row]) * Math.cos((latitude * Math.PI) / 180) * sign;
  const up = (track.latitudes[other] - track.latitudes[row]) * sign;
  return ((Math.atan2(across, up) * 180) / Math.PI + 360) % 360;
}

/** An invalid fix at 0, 0 is an empty one; any other tells where the unit was last seen. */
function isPlace(track: TrackColumns, row: number): boolean {
  const valid = (track.flags[row] & TRACK_FLAG.valid) !== 0;
  const latitude = track.latitudes[row];
  const longitude = track.longitudes[row];
  return isPosition(latitude / COORDINATE_SCALE, longitude / COORDINATE_SCALE) && (valid || latitude !== 0 || longitude !== 0);
}

/** Ignition at each row; between messages that tell it, it stays as it was. */
function ignitionsUpTo(track: TrackColumns, end: number): Uint8Array {
  const states = new Uint8Array(end);
  const column = track.attributes.find((attribute) => attribute.name === 'ignition' && attribute.kind === 'boolean');
  if (column === undefined) return states;
  let state: IgnitionState = IGNITION.unknown;
  for (let row = 0; row < end; row++) {
    if (column.present === null || column.present[row] !== 0) state = column.values[row] !== 0 ? IGNITION.on : IGNITION.off;
    states[row] = state;
  }
  return states;
}
