import { useEffect, useRef, type ReactNode } from 'react';
import type { LonLat, Shape, DrawTool } from '../domain/geometry/index.ts';
import type { MapFailure } from './fleetMapTypes.ts';
import type { MapZone } from './zones/zones.ts';
import { createShapeMap, type ShapeMap, type ShapeMapOptions } from './shapeMap.ts';
import { FILL, useMadeMap } from './useMadeMap.ts';

export interface ShapeMapViewProps extends Omit<ShapeMapOptions, 'container'> {
  /** What is shown with its handles; null: nothing. */
  readonly shape: Shape | null;
  /** What is drawn with the pointer now; null: the shape is shown and changed. */
  readonly tool: DrawTool | 'hole' | null;
  /** Place of what keeps the shape from being saved. */
  readonly fault: LonLat | null;
  /** Geofences that are drawn under it. */
  readonly zones?: readonly MapZone[];
  /** Shapes whose outlines the pointer is drawn to. */
  readonly neighbours?: readonly Shape[];
  readonly onReady?: (map: ShapeMap) => void;
  /** Whether the shape has handles on the map. */
  readonly onHandles?: (has: boolean) => void;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

/**
 * A map on which one shape is drawn and changed. The shape is the caller's: `onDrawn` says what was drawn, and the
 * caller gives it back (`src/machines/drawing` keeps it, with undo). Give it a `key` to rebuild it in another language.
 */
export function ShapeMapView(props: ShapeMapViewProps): ReactNode {
  const { shape, tool, fault, neighbours, zones, colors, color } = props;
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const { container, map, failure } = useMadeMap(
    (element) =>
      createShapeMap({
        ...props,
        container: element,
        onDrawn: (drawn) => latest.current.onDrawn(drawn),
        onLive: (drawn) => latest.current.onLive?.(drawn),
        onCancelled: () => latest.current.onCancelled?.(),
      }),
    (made) => {
      if (props.shape) made.fitShape(props.shape);
      props.onReady?.(made);
    },
  );
  useEffect(() => map?.setColors(colors, color), [map, colors, color]);
  useEffect(() => map?.setNeighbours(neighbours ?? []), [map, neighbours]);
  useEffect(() => map?.setZones(zones ?? []), [map, zones]);
  useEffect(() => {
    if (!map) return;
    if (tool === null) latest.current.onHandles?.(map.edit(shape));
    else map.start(tool === 'hole' ? 'polygon' : tool, tool === 'hole');
  }, [map, tool, shape]);
  useEffect(() => map?.setFault(fault), [map, fault]);
  if (failure) return props.fallback(failure);
  return <div ref={container} style={FILL} dir="ltr" />;
}
