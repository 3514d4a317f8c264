import { useEffect } from 'react';
import type { FleetMap } from '../../../map/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { wayBounds, type Way } from '../modes/way.ts';
import { useTracks } from './useTracks.ts';

interface WayOptions {
  readonly map: FleetMap | null;
  readonly way: Way | null;
  readonly selected: readonly number[];
  readonly wanted: boolean;
}

/** The recorded ways to draw: of the trip that is shown, which the map moves to, else of the selected units. */
export function useWay({ map, way, selected, wanted }: WayOptions): readonly TrackSeries[] {
  const tracks = useTracks(way === null ? selected : [way.unitId], way?.interval ?? null, wanted);
  const track = way === null ? null : (tracks[0] ?? null);
  useEffect(() => {
    const bounds = way === null ? null : wayBounds(way, track);
    if (bounds !== null) map?.fit(bounds);
  }, [map, way, track]);
  return tracks;
}
