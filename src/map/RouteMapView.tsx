import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { MapFailure } from './fleetMapTypes.ts';
import type { Place } from './placeMap.ts';
import { createRouteMap, type RouteDrawing, type RouteMap, type RouteMapOptions } from './routeMap.ts';

export interface RouteMapViewProps extends Omit<RouteMapOptions, 'container'> {
  readonly drawing: RouteDrawing;
  /** Brings all of it into sight whenever this changes. */
  readonly fitAt: unknown;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

const FILL: CSSProperties = { position: 'relative', width: '100%', height: '100%' };

/** A map of one route; with handlers it is made on it. Give it a `key` to rebuild it in another language. */
export function RouteMapView(props: RouteMapViewProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<RouteMap | null>(null);
  const [failure, setFailure] = useState<MapFailure | null>(null);
  const { drawing, colors, fitAt, onPress, onMove, onVertex } = props;
  const latest = useRef({ onPress, onMove, onVertex });
  useEffect(() => {
    latest.current = { onPress, onMove, onVertex };
  });
  const make = useEffectEvent((element: HTMLDivElement) =>
    createRouteMap({
      ...props,
      container: element,
      ...(onPress && { onPress: (place: Place) => latest.current.onPress?.(place) }),
      ...(onMove && { onMove: (key: number, place: Place) => latest.current.onMove?.(key, place) }),
      ...(onVertex && { onVertex: (index: number, place: Place) => latest.current.onVertex?.(index, place) }),
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
  useEffect(() => map?.draw(drawing), [map, drawing]);
  useEffect(() => map?.fit(), [map, fitAt]);
  useEffect(() => map?.setColors(colors), [map, colors]);
  if (failure) return props.fallback(failure);
  return <div ref={container} style={FILL} dir="ltr" />;
}
