import { COORDINATE_SCALE, SPEED_SCALE } from '../../domain/base/index.ts';
import { NO_SPEED, TRACK_FLAG, trackAttributeValue, type TrackColumns } from '../../domain/telemetry/index.ts';
import type { TrackSeries } from '../../views/shared/fleet.ts';

/** A decoded track as charts and exact trails read it: plain numbers, NaN where nothing was sent. */
export function toSeries(track: TrackColumns): TrackSeries {
  const kept: number[] = [];
  for (let row = 0; row < track.count; row++) if (track.flags[row] & TRACK_FLAG.hasPosition) kept.push(row);
  const column = (read: (row: number) => number): Float64Array => Float64Array.from(kept, read);
  const attributes = new Map<string, Float64Array>();
  for (const attribute of track.attributes) {
    if (attribute.kind === 'text') continue;
    attributes.set(attribute.name, column((row) => {
      const value = trackAttributeValue(attribute, row);
      return value === undefined ? Number.NaN : Number(value);
    }));
  }
  return {
    unitId: track.unitId,
    times: column((row) => track.times[row]),
    longitudes: column((row) => track.longitudes[row] / COORDINATE_SCALE),
    latitudes: column((row) => track.latitudes[row] / COORDINATE_SCALE),
    speeds: column((row) => (track.speeds[row] === NO_SPEED ? Number.NaN : track.speeds[row] / SPEED_SCALE)),
    valid: Uint8Array.from(kept, (row) => (track.flags[row] & TRACK_FLAG.valid ? 1 : 0)),
    attributes,
  };
}
