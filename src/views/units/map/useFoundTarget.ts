import { useEffect, useState } from 'react';
import { isPosition } from '../../../domain/base/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStorePart } from '../../shared/services/store.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import type { NearPoint } from './nearest.ts';

/** Over a place the camera is at least as near as this. */
const PLACE_ZOOM = 11;

/** `?place=35.7,51.4,Tehran` as a point; null when it is none. */
export function readPlace(text: string | null): NearPoint | null {
  const [latitude = '', longitude = '', ...name] = (text ?? '').split(',');
  const [north, east] = [Number(latitude || 'x'), Number(longitude || 'x')];
  return isPosition(north, east) ? { latitude: north, longitude: east, name: name.join(',') } : null;
}

export interface FoundTargets {
  readonly map: FleetMap | null;
  readonly show: (unitId: number) => void;
  readonly rank: (near: NearPoint) => void;
}

/** The unit of `?show=12` that the screen was opened with, for the first look of the map; null without one. */
export function useFoundUnit(): number | null {
  const { query } = useScreenPath();
  const [found] = useState(Number(query.get('show')));
  return found > 0 ? found : null;
}

/**
 * Brings the map to what a search found: `?show=12` a unit, `?place=…` a place with the units nearest to
 * it. Both are asked once and leave the address, so that the same may be asked again.
 */
export function useFoundTarget({ map, show, rank }: FoundTargets): void {
  const { presence, units, fleet, onFrame } = useFleet();
  const [isDrawn, setDrawn] = useState(fleet.count > 0);
  useEffect(
    () => (isDrawn ? undefined : onFrame((frame) => frame.fleet.count > 0 && setDrawn(true))),
    [isDrawn, onFrame],
  );
  const { query, visit, replaceQuery } = useScreenPath();
  const isConnecting = useStorePart(presence, ({ state }) => state === 'connecting');
  const isWaiting = useStorePart(units, ({ loading }) => loading) || isConnecting;
  const [unit, place] = [query.get('show'), query.get('place')];
  useEffect(() => {
    if (map === null || isWaiting || (unit === null && place === null)) return;
    // A map that has drawn nobody yet would say that the unit has no place.
    if (unit !== null && !isDrawn) return;
    const point = readPlace(place);
    if (unit !== null && Number(unit) > 0) show(Number(unit));
    else if (point !== null) {
      rank(point);
      map.flyTo({
        ...map.camera(),
        longitude: point.longitude,
        latitude: point.latitude,
        zoom: Math.max(PLACE_ZOOM, map.camera().zoom),
      });
    }
    const rest = new URLSearchParams(query);
    rest.delete('show');
    rest.delete('place');
    replaceQuery(rest);
    // The visit: the same may be asked again before the address without it is rendered.
  }, [map, isWaiting, isDrawn, unit, place, query, visit, replaceQuery, show, rank]);
}
