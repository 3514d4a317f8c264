import { COORDINATE_SCALE } from '../../domain/base/index.ts';
import type { TrackFile } from '../../streams/index.ts';
import type { ShownFile } from '../../views/shared/services/fleet.ts';

/** The lines of a file as the map draws them. */
export function shownFile({ units, isStill }: TrackFile): ShownFile {
  const degrees = (stored: ArrayLike<number>): Float64Array =>
    Float64Array.from(stored, (value) => value / COORDINATE_SCALE);
  const tracks = units.map(({ unitId, rows, line }) => {
    const { times, longitudes, latitudes } = line ?? rows;
    return { unitId, times: Float64Array.from(times), longitudes: degrees(longitudes), latitudes: degrees(latitudes) };
  });
  return { tracks, isStill };
}
