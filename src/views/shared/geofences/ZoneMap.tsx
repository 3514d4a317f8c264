import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { boxOf } from '../../../domain/geometry/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ShapeMapView, defaultBaseLayer, type MapBounds, type MapZone, type ShapeMap } from '../../../map/index.ts';
import { EmptyState } from '../../../ui/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useFleet } from '../services/fleet.ts';
import { usePreferences } from '../services/preferences.ts';
import { useStore } from '../services/store.ts';
import { useMapTexts } from '../unit/useMapTexts.ts';
import './zoneMap.css';

const WIDE = { longitude: 45, latitude: 42, zoom: 2 };
const nothing = (): void => undefined;

/**
 * A map that shows zones, and nothing else; all of them in sight. The list is kept by its caller between renders.
 * Import it lazily: it brings the map.
 */
export default function ZoneMap({ zones }: { zones: readonly MapZone[] }): ReactNode {
  const { t, i18n } = useTranslation();
  const { mapServices } = useFleet();
  const { appearance } = usePreferences();
  const services = useStore(mapServices);
  const texts = useMapTexts();
  const [map, setMap] = useState<ShapeMap | null>(null);
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  const fitted = useRef<{ readonly map: ShapeMap; readonly box: MapBounds } | null>(null);
  useEffect(() => {
    const box = boxAround(zones);
    if (box === null || map === null) return;
    // Fewer zones leave the view alone.
    if (fitted.current?.map === map && isWithin(box, fitted.current.box)) return;
    fitted.current = { map, box };
    map.fit(box);
  }, [map, zones]);
  if (services === null) return <div className="zone-map" aria-busy="true" />;
  return (
    <div className="zone-map">
      <ShapeMapView
        key={i18n.language}
        shape={null}
        tool={null}
        zones={zones}
        fault={null}
        width={1}
        color="accent-solid"
        services={services}
        baseLayer={defaultBaseLayer(services)}
        origin={location.origin}
        colors={colors}
        texts={texts}
        handles={{ center: '', radius: '' }}
        language={i18n.language}
        camera={WIDE}
        onReady={setMap}
        onDrawn={nothing}
        fallback={() => <EmptyState title={t('map.noWebgl')}>{t('geofences.noMap')}</EmptyState>}
      />
    </div>
  );
}

const isWithin = (inner: MapBounds, outer: MapBounds): boolean =>
  inner.west >= outer.west && inner.south >= outer.south && inner.east <= outer.east && inner.north <= outer.north;

function boxAround(zones: readonly MapZone[]): MapBounds | null {
  if (zones.length === 0) return null;
  const boxes = zones.map(({ shape }) => boxOf(shape));
  return {
    west: Math.min(...boxes.map(({ west }) => west)),
    south: Math.min(...boxes.map(({ south }) => south)),
    east: Math.max(...boxes.map(({ east }) => east)),
    north: Math.max(...boxes.map(({ north }) => north)),
  };
}
