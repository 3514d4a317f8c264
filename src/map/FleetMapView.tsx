import { useEffect, useEffectEvent, useRef, useState, type CSSProperties, type ReactNode } from 'react';
import type { FleetFrame } from '../streams/pipeline/fleetColumns.ts';
import { createFleetMap } from './FleetMap.ts';
import type { FleetMap, FleetMapOptions, MapFailure } from './fleetMapTypes.ts';
import type { SeriesOf } from './highlight.ts';
import type { NameOf } from './layers/labels/index.ts';
import type { TrailMode } from './layers/shared/context.ts';
import type { UnitTrack } from './layers/trails/index.ts';

export interface FleetMapViewProps extends Omit<
  FleetMapOptions,
  'container' | 'monotonic' | 'everyFrame' | 'drawLimit'
> {
  /** Calls back once per animation frame with news; returns an undo. */
  readonly onFrame: (listener: (frame: FleetFrame) => void) => () => void;
  readonly selection: readonly number[];
  /** Colours of those that are selected beside each other; the same object until they change. */
  readonly series?: SeriesOf;
  readonly followed: readonly number[];
  readonly labels: boolean;
  readonly trails: TrailMode;
  readonly density: boolean;
  readonly tracks: readonly UnitTrack[];
  readonly nameOf: NameOf;
  /** The map is there; called again when it was rebuilt. */
  readonly onReady?: (map: FleetMap) => void;
  /** Shown instead of the map when there can be none. */
  readonly fallback: (failure: MapFailure) => ReactNode;
}

const FILL: CSSProperties = { position: 'relative', width: '100%', height: '100%' };

/**
 * The map in a React tree. React passes choices on; positions go from the pipeline to the GPU and
 * never through here. Language, units and camera are read when the map is made: give it a `key`
 * to rebuild it.
 */
export function FleetMapView(props: FleetMapViewProps): ReactNode {
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<FleetMap | null>(null);
  const [failure, setFailure] = useState<MapFailure | null>(null);
  const { onFrame, selection, series, followed, labels, trails, density, tracks, nameOf, colors, baseLayer, services } =
    props;

  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  const [handlers] = useState(() => ({
    camera: (...given: Parameters<NonNullable<FleetMapViewProps['onCamera']>>) => latest.current.onCamera?.(...given),
    pick: (...given: Parameters<NonNullable<FleetMapViewProps['onPick']>>) => latest.current.onPick?.(...given),
    stack: (...given: Parameters<NonNullable<FleetMapViewProps['onStack']>>) => latest.current.onStack?.(...given),
    box: (...given: Parameters<NonNullable<FleetMapViewProps['onBox']>>) => latest.current.onBox?.(...given),
    ask: (...given: Parameters<NonNullable<FleetMapViewProps['onAsk']>>) => latest.current.onAsk?.(...given),
    overlays: () => latest.current.overlays?.() ?? [],
    move: () => latest.current.onMove?.(),
    resize: () => latest.current.onResize?.(),
    hover: (...given: Parameters<NonNullable<FleetMapViewProps['onHover']>>) => latest.current.onHover?.(...given),
    followEnd: () => latest.current.onFollowEnd?.(),
    density: (...given: Parameters<NonNullable<FleetMapViewProps['onDensity']>>) =>
      latest.current.onDensity?.(...given),
    ground: (...given: Parameters<NonNullable<FleetMapViewProps['onBaseMapProblem']>>) =>
      latest.current.onBaseMapProblem?.(...given),
    problem: (error: Error) => (latest.current.onProblem ?? reportError)(error),
    ready: (made: FleetMap) => latest.current.onReady?.(made),
  }));

  const make = useEffectEvent((element: HTMLDivElement) =>
    createFleetMap({
      ...props,
      container: element,
      onCamera: (camera) => handlers.camera(camera),
      onPick: (unitId, additive) => handlers.pick(unitId, additive),
      onStack: (stack) => handlers.stack(stack),
      onBox: (unitIds, additive) => handlers.box(unitIds, additive),
      onAsk: (longitude, latitude) => handlers.ask(longitude, latitude),
      overlays: () => handlers.overlays(),
      onMove: () => handlers.move(),
      onResize: () => handlers.resize(),
      onHover: (unitId, x, y) => handlers.hover(unitId, x, y),
      onDensity: (state) => handlers.density(state),
      onFollowEnd: () => handlers.followEnd(),
      onBaseMapProblem: (problem) => handlers.ground(problem),
      onProblem: (error) => handlers.problem(error),
    }),
  );
  useEffect(() => {
    if (!container.current) return;
    const made = make(container.current);
    if (!made.ok) {
      setFailure(made.error);
      return;
    }
    setMap(made.value);
    handlers.ready(made.value);
    return () => {
      setMap(null);
      made.value.destroy();
    };
  }, [handlers]);

  useEffect(() => (map ? onFrame((frame) => map.render(frame)) : undefined), [map, onFrame]);
  useEffect(() => map?.setNames(nameOf), [map, nameOf]);
  useEffect(() => map?.setSelection(selection, series), [map, selection, series]);
  useEffect(() => map?.follow(followed), [map, followed]);
  useEffect(() => map?.setLabels(labels), [map, labels]);
  useEffect(() => map?.setTrails(trails), [map, trails]);
  useEffect(() => map?.setDensity(density), [map, density]);
  useEffect(() => map?.setTracks(tracks), [map, tracks]);
  useEffect(() => map?.setColors(colors), [map, colors]);
  useEffect(() => map?.setBaseLayer(baseLayer, services), [map, baseLayer, services]);

  if (failure) return props.fallback(failure);
  return <div ref={container} style={FILL} dir="ltr" />;
}
