import type { MapSpot } from '../../../map/index.ts';
import type { RefusedFix, TrackSeries } from '../../shared/services/fleet.ts';

/** Places of refused fixes for the map; the id says which fix of which track one is. */
export function refusedSpots(tracks: readonly TrackSeries[]): MapSpot[] {
  return tracks.flatMap(({ refused }, track) =>
    refused.map(({ longitude, latitude }, place): MapSpot => ({
      id: `${track}:${place}`,
      longitude,
      latitude,
      look: 'refused',
    })),
  );
}

/** The fix of an id of {@link refusedSpots}; null when the tracks are others by now. */
export function refusedOf(tracks: readonly TrackSeries[], id: string): RefusedFix | null {
  const [track, place] = id.split(':').map(Number);
  return tracks.at(track)?.refused.at(place) ?? null;
}
