import { COORDINATE_SCALE, type Interval } from '../../../../domain/base/index.ts';
import { TRACK_FLAG, firstRowAt, type TrackColumns } from '../../../../domain/telemetry/index.ts';

/** One driven stretch, as the map draws it. */
export interface TrackLine {
  readonly unitId: number;
  readonly times: Float64Array;
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
}

const USED = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;

/** The valid fixes of each stretch, of those that `counts` takes; a stretch without any is none. */
export function tracksOn(
  track: TrackColumns,
  stretches: readonly Interval[],
  counts: (row: number) => boolean = () => true,
): TrackLine[] {
  return stretches.flatMap(({ from, to }) => {
    const rows: number[] = [];
    for (let row = firstRowAt(track.times, from); row < track.count && track.times[row] <= to; row++) {
      if (
        (track.flags[row] & USED) === USED &&
        counts(row) &&
        (track.longitudes[row] !== 0 || track.latitudes[row] !== 0)
      )
        rows.push(row);
    }
    if (rows.length === 0) return [];
    return [
      {
        unitId: track.unitId,
        times: Float64Array.from(rows, (row) => track.times[row]),
        longitudes: Float64Array.from(rows, (row) => track.longitudes[row] / COORDINATE_SCALE),
        latitudes: Float64Array.from(rows, (row) => track.latitudes[row] / COORDINATE_SCALE),
      },
    ];
  });
}

/** A part of the globe. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The box around lines, for the camera; null without a fix. */
export function boxOf(lines: readonly TrackLine[]): Box | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { longitudes, latitudes } of lines) {
    for (let row = 0; row < longitudes.length; row++) {
      west = Math.min(west, longitudes[row]);
      east = Math.max(east, longitudes[row]);
      south = Math.min(south, latitudes[row]);
      north = Math.max(north, latitudes[row]);
    }
  }
  return west > east ? null : { west, south, east, north };
}
