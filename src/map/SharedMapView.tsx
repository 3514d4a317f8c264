import { useEffect, type ReactNode } from 'react';
import type { MapFailure } from './fleetMapTypes.ts';
import { createSharedMap, type SharedMapOptions, type SharedGoal, type SharedMark } from './sharedMap.ts';
import { FILL, useMadeMap } from './useMadeMap.ts';

export interface SharedMapViewProps extends Omit<SharedMapOptions, 'container'> {
  readonly marks: readonly SharedMark[];
  /** Where the units are going; null: nowhere in particular. */
  readonly goal: SharedGoal | null;
  /** Brings all units into sight whenever this changes. */
  readonly fitAt: unknown;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

/** The map of a location share. Give it a `key` to rebuild it in another language. */
export function SharedMapView(props: SharedMapViewProps): ReactNode {
  const { marks, goal, colors, fitAt } = props;
  const { container, map, failure } = useMadeMap((element) => createSharedMap({ ...props, container: element }));
  useEffect(() => map?.draw(marks, goal), [map, marks, goal]);
  useEffect(() => map?.fit(), [map, fitAt]);
  useEffect(() => map?.setColors(colors), [map, colors]);
  if (failure) return props.fallback(failure);
  return <div ref={container} style={FILL} dir="ltr" />;
}
