import { useEffect } from 'react';
import type { FleetMap } from '../../../map/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { tripBounds, type ShownTrip } from '../modes/shownTrip.ts';
import { useTracks } from './useTracks.ts';

interface TripTracksOptions {
  readonly map: FleetMap | null;
  readonly shownTrip: ShownTrip | null;
  readonly selected: readonly number[];
  readonly wanted: boolean;
}

/** The recorded ways to draw: of the trip that is shown, which the map moves to, else of the selected units. */
export function useTripTracks({ map, shownTrip, selected, wanted }: TripTracksOptions): readonly TrackSeries[] {
  const tracks = useTracks(shownTrip === null ? selected : [shownTrip.unitId], shownTrip?.interval ?? null, wanted);
  const track = shownTrip === null ? null : (tracks[0] ?? null);
  useEffect(() => {
    const bounds = shownTrip === null ? null : tripBounds(shownTrip, track);
    if (bounds !== null) map?.fit(bounds);
  }, [map, shownTrip, track]);
  return tracks;
}
