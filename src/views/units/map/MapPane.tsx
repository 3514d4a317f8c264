import { useMemo, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  FleetMapView,
  defaultBaseLayer,
  groundColor,
  type BaseLayerId,
  type FleetMap,
  type FleetMapViewProps,
  type GroundProblem,
  type MapCamera,
} from '../../../map/index.ts';
import { EmptyState } from '../../../ui/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useFleet, type TrackSeries } from '../../shared/services/fleet.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useStore } from '../../shared/services/store.ts';
import type { Camera } from '../../shared/unit/viewState.ts';
import { Hover, type HoverState } from './Hover.tsx';
import { MapTools } from './MapTools.tsx';
import { useRefused } from './RefusedHover.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { StackFan } from './StackFan.tsx';
import { useDensity } from './useMapChoices.ts';
import { useMapTexts } from '../../shared/unit/useMapTexts.ts';
import type { MapView } from './useMapView.ts';

const WORLD: MapCamera = { longitude: 45, latitude: 42, zoom: 2.6 };

export interface MapPaneProps extends Pick<FleetMapViewProps, 'labels' | 'trails' | 'nameOf'> {
  readonly map: FleetMap | null;
  /** It is known where to look, or that nobody will say. */
  readonly isPlaced: boolean;
  readonly view: MapView;
  readonly camera: Camera | null;
  readonly onCamera: (camera: Camera) => void;
  readonly onReady: (map: FleetMap) => void;
  readonly onLabels: (on: boolean) => void;
  readonly tracks: readonly TrackSeries[];
  /** Fixes of the tracks that the filters refuse are drawn, too. */
  readonly refused: boolean;
  readonly onFit: () => void;
  /** The button that opens and closes the panel beside the map. */
  readonly listButton: ReactNode;
}

/** The map with its buttons, and what lies over it: the unit under the pointer, a spread stack, acts on those selected. */
export function MapPane({
  map,
  isPlaced,
  view,
  camera,
  onCamera,
  onReady,
  labels,
  onLabels,
  trails,
  tracks,
  refused,
  nameOf,
  onFit,
  listButton,
}: MapPaneProps): ReactNode {
  const { t, i18n } = useTranslation();
  const services = useFleet();
  const { appearance } = usePreferences();
  const mapServices = useStore(services.mapServices);
  const { density, setDensity, onDensity, crowds } = useDensity();
  const [chosenLayer, setChosenLayer] = useState<BaseLayerId | null>(null);
  const [ground, setGround] = useState<GroundProblem | null>(null);
  const [hover, setHover] = useState<HoverState | null>(null);
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  const texts = useMapTexts();
  const refusals = useRefused(map, tracks, refused);
  const { selected, followed, stack } = view;
  const area = useRef<HTMLDivElement>(null);
  return (
    <div ref={area} className="map-area" onPointerMove={refusals.onPointerMove}>
      {mapServices === null || !isPlaced ? (
        <div className="map-waiting" aria-busy="true" style={{ background: groundColor(colors) }} />
      ) : (
        <FleetMapView
          key={i18n.language}
          services={mapServices}
          baseLayer={chosenLayer ?? defaultBaseLayer(mapServices)}
          origin={location.origin}
          colors={colors}
          camera={camera ?? WORLD}
          texts={texts}
          language={i18n.language}
          onCamera={(next) => onCamera({ ...next, bearing: next.bearing ?? 0 })}
          onPick={view.pick}
          onStack={view.spread}
          onBox={view.box}
          onMove={stack === null ? undefined : () => view.spread(null)}
          onResize={stack === null ? undefined : () => view.spread(map?.stackOf(stack.unitIds[0]) ?? null)}
          onAsk={(longitude, latitude) => view.rank({ longitude, latitude, name: '' })}
          onHover={(unitId, x, y) => setHover(unitId === null ? null : { unitId, x, y })}
          onFollowEnd={() => view.follow([])}
          onFrame={services.onFrame}
          selection={selected}
          followed={followed}
          labels={labels}
          trails={trails}
          density={density}
          tracks={tracks}
          nameOf={nameOf}
          samplePast={services.samplePast}
          onDensity={onDensity}
          onGround={setGround}
          onReady={onReady}
          overlays={() => [...(area.current?.querySelectorAll('.map-tools, .selection-bar') ?? [])]}
          fallback={() => <EmptyState title={t('map.noWebgl')}>{t('map.noWebglNext')}</EmptyState>}
        />
      )}
      <MapTools
        services={mapServices}
        baseLayer={chosenLayer}
        onBaseLayer={setChosenLayer}
        labels={labels}
        onLabels={onLabels}
        density={density}
        onDensity={setDensity}
        onFit={onFit}
        before={listButton}
      />
      {ground !== null && <output className="map-ground">{t(`map.ground.${ground}`)}</output>}
      {refusals.hover}
      {hover !== null && stack === null && <Hover {...hover} />}
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
      <output className="visually-hidden" aria-label={t('map.density')}>
        {crowds}
      </output>
    </div>
  );
}
