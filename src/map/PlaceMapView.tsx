import { useEffect, useRef, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import type { MapFailure } from './fleetMapTypes.ts';
import { createPlaceMap, type Place, type PlaceMapOptions } from './placeMap.ts';
import { FILL, useMadeMap } from './useMadeMap.ts';

export interface PlaceMapViewProps extends Omit<PlaceMapOptions, 'container' | 'markElement'> {
  readonly place: Place | null;
  /** What stands at the place; a pin where it is left out, now and later. */
  readonly mark?: ReactNode;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

/**
 * A small map of one place; with `onPick` the place is chosen on it. Give it a `key` to rebuild it in another language.
 */
export function PlaceMapView(props: PlaceMapViewProps): ReactNode {
  const { place, mark, colors, onPick } = props;
  const [markElement] = useState(() => (mark === undefined ? undefined : document.createElement('div')));
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  const { container, map, failure } = useMadeMap((element) =>
    createPlaceMap({
      ...props,
      container: element,
      ...(markElement && { markElement }),
      ...(onPick && { onPick: (picked: Place) => latest.current?.(picked) }),
    }),
  );
  useEffect(() => map?.mark(place), [map, place]);
  useEffect(() => map?.setColors(colors), [map, colors]);
  if (failure) return props.fallback(failure);
  return (
    <>
      <div ref={container} style={FILL} dir="ltr" />
      {markElement && createPortal(mark, markElement)}
    </>
  );
}
