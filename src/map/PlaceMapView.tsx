import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { MapFailure } from './fleetMapTypes.ts';
import { createPlaceMap, type Place, type PlaceMap, type PlaceMapOptions } from './placeMap.ts';

export interface PlaceMapViewProps extends Omit<PlaceMapOptions, 'container'> {
  readonly place: Place | null;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

const FILL: CSSProperties = { position: 'relative', width: '100%', height: '100%' };

/** A small map of one place; with `onPick` the place is chosen on it. Give it a `key` to rebuild it in another language. */
export function PlaceMapView(props: PlaceMapViewProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<PlaceMap | null>(null);
  const [failure, setFailure] = useState<MapFailure | null>(null);
  const { place, colors, onPick } = props;
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  const make = useEffectEvent((element: HTMLDivElement) =>
    createPlaceMap({
      ...props,
      container: element,
      ...(onPick && { onPick: (picked: Place) => latest.current?.(picked) }),
    }),
  );
  useEffect(() => {
    if (!container.current) return undefined;
    const made = make(container.current);
    if (!made.ok) {
      setFailure(made.error);
      return undefined;
    }
    setMap(made.value);
    return () => {
      setMap(null);
      made.value.destroy();
    };
  }, []);
  useEffect(() => map?.mark(place), [map, place]);
  useEffect(() => map?.setColors(colors), [map, colors]);
  if (failure) return props.fallback(failure);
  return <div ref={container} style={FILL} dir="ltr" />;
}
