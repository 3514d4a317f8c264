import { COORDINATE_SCALE, SPEED_SCALE } from '../../domain/base/index.ts';
import { FILTER_VERDICTS, type FilterVerdict } from '../../domain/detection/index.ts';
import { NO_SPEED, TRACK_FLAG, trackAttributeValue } from '../../domain/telemetry/index.ts';
import type { FilteredTrack } from '../../streams/index.ts';
import type { RefusedFix, TrackSeries } from '../../views/shared/services/fleet.ts';

/** Reports without a fix to speak of: there is no place that they could be drawn at. */
const NOWHERE: ReadonlySet<FilterVerdict> = new Set(['noPosition', 'future', 'duplicate']);

/**
 * A filtered track as charts and exact trails read it: plain numbers, NaN where nothing was sent. A report whose fix
 * is refused stays where the unit was, with all that its sensors said; where it would have been is reported beside.
 */
export function toSeries({ track, verdicts, before }: FilteredTrack): TrackSeries {
  const kept: number[] = [];
  const longitudes: number[] = [];
  const latitudes: number[] = [];
  const refused: RefusedFix[] = [];
  let stand = before;
  for (let row = 0; row < track.count; row++) {
    if ((track.flags[row] & TRACK_FLAG.hasPosition) === 0) continue;
    const verdict = FILTER_VERDICTS[verdicts[row]];
    const own = { longitude: track.longitudes[row], latitude: track.latitudes[row] };
    if (verdict === 'valid') stand = own;
    if (verdict !== 'valid' && !NOWHERE.has(verdict))
      refused.push({
        time: track.times[row],
        longitude: own.longitude / COORDINATE_SCALE,
        latitude: own.latitude / COORDINATE_SCALE,
        reason: verdict,
      });
    if (stand === null || verdict === 'future' || verdict === 'duplicate') continue;
    kept.push(row);
    longitudes.push(stand.longitude / COORDINATE_SCALE);
    latitudes.push(stand.latitude / COORDINATE_SCALE);
  }
  const column = (read: (row: number) => number): Float64Array => Float64Array.from(kept, read);
  const attributes = new Map<string, Float64Array>();
  for (const attribute of track.attributes) {
    if (attribute.kind === 'text') continue;
    attributes.set(
      attribute.name,
      column((row) => {
        const value = trackAttributeValue(attribute, row);
        return value === undefined ? Number.NaN : Number(value);
      }),
    );
  }
  const isPlace = (row: number): boolean =>
    FILTER_VERDICTS[verdicts[row]] === 'valid' || FILTER_VERDICTS[verdicts[row]] === 'drift';
  const hasSpeed = (row: number): boolean =>
    track.speeds[row] !== NO_SPEED && (isPlace(row) || FILTER_VERDICTS[verdicts[row]] === 'device');
  return {
    unitId: track.unitId,
    times: column((row) => track.times[row]),
    longitudes: Float64Array.from(longitudes),
    latitudes: Float64Array.from(latitudes),
    speeds: column((row) => (hasSpeed(row) ? track.speeds[row] / SPEED_SCALE : Number.NaN)),
    valid: Uint8Array.from(kept, (row) => (isPlace(row) ? 1 : 0)),
    attributes,
    refused,
    reports: track,
  };
}
