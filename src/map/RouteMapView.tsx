import { useEffect, useRef, type ReactNode } from 'react';
import type { MapFailure } from './fleetMapTypes.ts';
import type { Place } from './placeMap.ts';
import { createRouteMap, type RouteMapOptions } from './routeMap.ts';
import type { RouteDrawing } from './routes/groundRoute.ts';
import { FILL, useMadeMap } from './useMadeMap.ts';

export interface RouteMapViewProps extends Omit<RouteMapOptions, 'container'> {
  readonly drawing: RouteDrawing;
  /** Brings all of it into sight whenever this changes. */
  readonly fitAt: unknown;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

/** A map of one route; with handlers it is made on it. Give it a `key` to rebuild it in another language. */
export function RouteMapView(props: RouteMapViewProps): ReactNode {
  const { drawing, colors, fitAt, onPress, onMove, onVertex } = props;
  const latest = useRef({ onPress, onMove, onVertex });
  useEffect(() => {
    latest.current = { onPress, onMove, onVertex };
  });
  const { container, map, failure } = useMadeMap((element) =>
    createRouteMap({
      ...props,
      container: element,
      ...(onPress && { onPress: (place: Place) => latest.current.onPress?.(place) }),
      ...(onMove && { onMove: (key: number, place: Place) => latest.current.onMove?.(key, place) }),
      ...(onVertex && { onVertex: (index: number, place: Place) => latest.current.onVertex?.(index, place) }),
    }),
  );
  useEffect(() => map?.draw(drawing), [map, drawing]);
  useEffect(() => map?.fit(), [map, fitAt]);
  useEffect(() => map?.setColors(colors), [map, colors]);
  if (failure) return props.fallback(failure);
  return <div ref={container} style={FILL} dir="ltr" />;
}
