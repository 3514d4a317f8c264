import { useEffect } from 'react';
import type { FleetMap, MapBounds } from '../../../map/index.ts';
import { useFleet, type ShownFile, type TrackLine } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';

/** The opened file, whose lines the map moves to as soon as it is there; null while none is open. */
export function useShownFile(map: Pick<FleetMap, 'fit'> | null): ShownFile | null {
  const file = useStore(useFleet().shownFile);
  useEffect(() => {
    const bounds = file === null ? null : boundsOf(file.tracks);
    if (bounds !== null) map?.fit(bounds);
  }, [map, file]);
  return file;
}

/** The box around the lines; null where there is none. */
function boundsOf(tracks: readonly TrackLine[]): MapBounds | null {
  const bounds = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (const { longitudes, latitudes } of tracks)
    for (let index = 0; index < longitudes.length; index++) {
      bounds.west = Math.min(bounds.west, longitudes[index]);
      bounds.east = Math.max(bounds.east, longitudes[index]);
      bounds.south = Math.min(bounds.south, latitudes[index]);
      bounds.north = Math.max(bounds.north, latitudes[index]);
    }
  return bounds.west === Infinity ? null : bounds;
}
