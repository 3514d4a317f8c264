import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  FleetMapView,
  defaultBaseLayer,
  groundColor,
  type BaseLayerId,
  type FleetMap,
  type FleetMapViewProps,
  type BaseMapProblem,
  type MapCamera,
} from '../../../map/index.ts';
import { EmptyState } from '../../../ui/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useFleet, type TrackSeries } from '../../shared/services/fleet.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useStore } from '../../shared/services/store.ts';
import type { Camera } from '../../shared/unit/viewState.ts';
import { ShownInstant } from './Beside.tsx';
import { Hover, type HoverState } from './Hover.tsx';
import { MapTools } from './MapTools.tsx';
import { useRefused } from './RefusedHover.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { StackFan } from './StackFan.tsx';
import { useDensity, type DensitySetting } from './useMapChoices.ts';
import { Sketch } from './tools/Sketch.tsx';
import { useMapTools } from './tools/useMapTools.ts';
import { useMapTexts } from '../../shared/unit/useMapTexts.ts';
import type { MapView } from './useMapView.ts';
import { useZonesOnMap } from './ZonesOnMap.tsx';

const WORLD: MapCamera = { longitude: 45, latitude: 42, zoom: 2.6 };

export interface MapPaneProps extends Pick<FleetMapViewProps, 'labels' | 'trails' | 'nameOf' | 'series'> {
  readonly map: FleetMap | null;
  /** It is known where to look, or that nobody will say. */
  readonly isPlaced: boolean;
  readonly view: MapView;
  readonly camera: Camera | null;
  readonly onCamera: (camera: Camera) => void;
  readonly onReady: (map: FleetMap) => void;
  readonly onLabels: (on: boolean) => void;
  readonly tracks: readonly TrackSeries[];
  /** What is drawn: the tracks, or the lines of an opened file. */
  readonly lines: FleetMapViewProps['tracks'];
  /** Fixes of the tracks that the filters refuse are drawn, too. */
  readonly refused: boolean;
  readonly onFit: () => void;
  /** The button that opens and closes the panel beside the map. */
  readonly listButton: ReactNode;
  /** What the colours of the tracks mean. */
  readonly legend: ReactNode;
  /** Another map is beside it: each shows its own time. */
  readonly isPaired: boolean;
}

/**
 * The map with its buttons, and what lies over it: the unit under the pointer, a spread stack, actions on those
 * selected.
 */
export function MapPane(props: MapPaneProps): ReactNode {
  const { t } = useTranslation();
  const { map, view, labels, onLabels, tracks, refused, onFit, listButton } = props;
  const mapServices = useStore(useFleet().mapServices);
  const density = useDensity();
  const [chosenLayer, setChosenLayer] = useState<BaseLayerId | null>(null);
  const [ground, setBaseMapProblem] = useState<BaseMapProblem | null>(null);
  const [hover, setHover] = useState<HoverState | null>(null);
  const refusals = useRefused(map, tracks, refused);
  const zones = useZonesOnMap(map);
  const area = useRef<HTMLDivElement>(null);
  const tools = useMapTools(map);
  return (
    <div
      ref={area}
      className="map-area"
      role="presentation"
      onPointerMove={(event) => {
        refusals.onPointerMove?.(event);
        zones.onPointerMove(event);
      }}
      onClick={zones.onClick}>
      <MapCanvas
        {...props}
        density={density}
        chosenLayer={chosenLayer}
        onBaseMapProblem={setBaseMapProblem}
        onHover={setHover}
        overlays={() => [...(area.current?.querySelectorAll('.map-tools, .selection-bar') ?? [])]}
      />
      <MapTools
        services={mapServices}
        baseLayer={chosenLayer}
        onBaseLayer={setChosenLayer}
        labels={labels}
        onLabels={onLabels}
        density={density.density}
        onDensity={density.setDensity}
        zones={zones.isOn}
        onZones={zones.setOn}
        onFit={onFit}
        onTool={tools.start}
        before={listButton}
      />
      {props.legend}
      {tools.sketch !== null && map !== null && (
        <Sketch key={tools.sketch} kind={tools.sketch} map={map} onClose={tools.close} />
      )}
      {props.isPaired && <ShownInstant />}
      {ground !== null && <output className="map-ground">{t(`map.ground.${ground}`)}</output>}
      {refusals.hover}
      {hover === null && zones.overlay}
      {hover !== null && view.stack === null && <Hover {...hover} />}
      <SelectionOverlays map={map} view={view} />
      <output className="visually-hidden" aria-label={t('map.density')}>
        {density.crowds}
      </output>
    </div>
  );
}

interface MapCanvasProps extends MapPaneProps, Pick<FleetMapViewProps, 'overlays'> {
  density: DensitySetting;
  /** Null = the usual one of this deployment. */
  chosenLayer: BaseLayerId | null;
  onBaseMapProblem: (problem: BaseMapProblem | null) => void;
  onHover: (hover: HoverState | null) => void;
}

/** The map itself, or its ground colour until it is known where to look. */
function MapCanvas(props: MapCanvasProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { map, isPlaced, view, camera, density, chosenLayer } = props;
  const services = useFleet();
  const { skin, accent } = usePreferences().appearance;
  const mapServices = useStore(services.mapServices);
  const colors = useMemo(() => themeColors(skin, accent), [skin, accent]);
  const texts = useMapTexts();
  const { stack } = view;
  if (mapServices === null || !isPlaced) {
    return <div className="map-waiting" aria-busy="true" style={{ background: groundColor(colors) }} />;
  }
  return (
    <FleetMapView
      key={i18n.language}
      services={mapServices}
      baseLayer={chosenLayer ?? defaultBaseLayer(mapServices)}
      origin={location.origin}
      colors={colors}
      camera={camera ?? WORLD}
      texts={texts}
      language={i18n.language}
      onCamera={(next) => props.onCamera({ ...next, bearing: next.bearing ?? 0 })}
      onPick={view.pick}
      onStack={view.spread}
      onBox={view.box}
      onMove={stack === null ? undefined : () => view.spread(null)}
      onResize={stack === null ? undefined : () => view.spread(map?.stackOf(stack.unitIds[0]) ?? null)}
      onAsk={(longitude, latitude) => view.rank({ longitude, latitude, name: '' })}
      onHover={(unitId, x, y) => props.onHover(unitId === null ? null : { unitId, x, y })}
      onFollowEnd={() => view.follow([])}
      onFrame={services.onFrame}
      selection={view.selected}
      series={props.series}
      followed={view.followed}
      labels={props.labels}
      trails={props.trails}
      density={density.density}
      tracks={props.lines}
      nameOf={props.nameOf}
      samplePast={services.samplePast}
      onDensity={density.onDensity}
      onBaseMapProblem={props.onBaseMapProblem}
      onReady={props.onReady}
      overlays={props.overlays}
      fallback={() => <EmptyState title={t('map.noWebgl')}>{t('map.noWebglNext')}</EmptyState>}
    />
  );
}

/** Over the map: units of one place spread out, and what can be done with several selected ones. */
function SelectionOverlays({ map, view }: Pick<MapPaneProps, 'map' | 'view'>): ReactNode {
  const { selected, followed, stack } = view;
  return (
    <>
      {stack !== null && <StackFan stack={stack} onChoose={view.pick} onClose={() => view.spread(null)} />}
      {selected.length > 1 && (
        <SelectionBar
          selected={selected}
          following={followed.length > 1}
          onFollow={(on) => view.follow(on ? selected : [])}
          onFit={() => void map?.fit(selected)}
          onClear={() => view.select([])}
        />
      )}
    </>
  );
}
