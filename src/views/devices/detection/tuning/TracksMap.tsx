import { useEffect, useEffectEvent, useMemo, useState, type ReactNode } from 'react';
import type { Interval } from '../../../../domain/base/index.ts';
import type { TrackColumns } from '../../../../domain/telemetry/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import { FleetMapView, defaultBaseLayer, type FleetMap, type MapSpot } from '../../../../map/index.ts';
import { createFleet, type FleetFrame } from '../../../../streams/pipeline/index.ts';
import { EmptyState } from '../../../../ui/index.ts';
import { themeColors } from '../../../../ui/tokens/index.ts';
import { useFleet } from '../../../shared/services/fleet.ts';
import { usePreferences } from '../../../shared/services/preferences.ts';
import { useStore } from '../../../shared/services/store.ts';
import { useMapTexts } from '../../../shared/unit/useMapTexts.ts';
import { boxOf, tracksOn, type TrackLine } from './trackLines.ts';

const WIDE = { longitude: 45, latitude: 42, zoom: 2 };
const NO_UNITS: readonly number[] = [];
const nameless = (): null => null;

/** All lines are of the past: nothing moves on this map, and no unit is on it. */
const still = (listener: (frame: FleetFrame) => void): (() => void) => {
  listener({
    instant: Number.MAX_SAFE_INTEGER,
    mode: 'paused',
    fleet: createFleet({ capacity: 1 }),
    ranges: [],
    moving: false,
  });
  return () => undefined;
};

interface TracksMapProps {
  track: TrackColumns;
  lines: readonly TrackLine[];
  spots: readonly MapSpot[];
  /** The spot that is chosen beside the map. */
  chosen: string | null;
  onSpot?: (id: string) => void;
  /** What the camera goes to; null is all of the lines. */
  selected: Interval | null;
}

/** Driven lines on a map of their own. Import it lazily: it brings the map. */
export default function TracksMap({ track, lines, spots, chosen, onSpot, selected }: TracksMapProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { mapServices } = useFleet();
  const { appearance } = usePreferences();
  const services = useStore(mapServices);
  const texts = useMapTexts();
  const [map, setMap] = useState<FleetMap | null>(null);
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  useEffect(() => {
    const box = boxOf(selected === null ? lines : tracksOn(track, [selected]));
    if (box !== null) map?.fit(box);
  }, [map, track, lines, selected]);
  const pressed = useEffectEvent((id: string) => onSpot?.(id));
  useEffect(() => {
    map?.setSpots(
      spots.map((spot) => ({ ...spot, chosen: spot.id === chosen })),
      (id) => pressed(id),
    );
  }, [map, spots, chosen]);
  if (services === null) return null;
  return (
    <FleetMapView
      key={i18n.language}
      services={services}
      baseLayer={defaultBaseLayer(services)}
      origin={location.origin}
      colors={colors}
      camera={WIDE}
      texts={texts}
      language={i18n.language}
      onFrame={still}
      selection={NO_UNITS}
      followed={NO_UNITS}
      labels={false}
      trails="selected"
      density={false}
      tracks={lines}
      nameOf={nameless}
      onReady={setMap}
      fallback={() => <EmptyState title={t('map.noWebgl')}>{t('map.noWebglNext')}</EmptyState>}
    />
  );
}
