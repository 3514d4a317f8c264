import { useEffect, useRef, type ReactNode } from 'react';
import type { MapFailure } from './fleetMapTypes.ts';
import { createPlaceMap, type Place, type PlaceMapOptions } from './placeMap.ts';
import { FILL, useMadeMap } from './useMadeMap.ts';

export interface PlaceMapViewProps extends Omit<PlaceMapOptions, 'container'> {
  readonly place: Place | null;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

/** A small map of one place; with `onPick` the place is chosen on it. Give it a `key` to rebuild it in another language. */
export function PlaceMapView(props: PlaceMapViewProps): ReactNode {
  const { place, colors, onPick } = props;
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  const { container, map, failure } = useMadeMap((element) =>
    createPlaceMap({
      ...props,
      container: element,
      ...(onPick && { onPick: (picked: Place) => latest.current?.(picked) }),
    }),
  );
  useEffect(() => map?.mark(place), [map, place]);
  useEffect(() => map?.setColors(colors), [map, colors]);
  if (failure) return props.fallback(failure);
  return <div ref={container} style={FILL} dir="ltr" />;
}
