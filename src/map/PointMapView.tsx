import { useEffect, useRef, type ReactNode } from 'react';
import type { MapFailure } from './fleetMapTypes.ts';
import { createPointMap, type MapPoint, type PointMapOptions } from './pointMap.ts';
import { FILL, useMadeMap } from './useMadeMap.ts';

export interface PointMapViewProps extends Omit<PointMapOptions, 'container'> {
  readonly points: readonly MapPoint[];
  /** Key of the point that stands out; null: none. */
  readonly chosen: number | null;
  /** Brings all points into sight whenever this changes. */
  readonly fitAt: unknown;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

/** A small map of what happened where. Give it a `key` to rebuild it in another language. */
export function PointMapView(props: PointMapViewProps): ReactNode {
  const { points, chosen, colors, fitAt, onPick } = props;
  const latest = useRef(onPick);
  useEffect(() => {
    latest.current = onPick;
  });
  const { container, map, failure } = useMadeMap((element) =>
    createPointMap({ ...props, container: element, onPick: (key) => latest.current?.(key) }),
  );
  useEffect(() => map?.draw(points, chosen), [map, points, chosen]);
  useEffect(() => map?.fit(), [map, fitAt]);
  useEffect(() => map?.setColors(colors), [map, colors]);
  if (failure) return props.fallback(failure);
  return <div ref={container} style={FILL} dir="ltr" />;
}
