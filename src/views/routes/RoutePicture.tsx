import { useMemo, type ReactNode } from 'react';
import { colourToken } from '../../domain/geofence/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { RouteMapView, defaultBaseLayer, type Place, type RouteDrawing } from '../../map/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { themeColors } from '../../ui/tokens/index.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { usePreferences } from '../shared/services/preferences.ts';
import { useStore } from '../shared/services/store.ts';
import { useMapTexts } from '../shared/unit/useMapTexts.ts';
import './routes.css';

/** Where a map begins that has nothing to show yet. */
const WIDE = { longitude: 45, latitude: 42, zoom: 3 };

export interface RoutePictureProps {
  readonly drawing: Omit<RouteDrawing, 'color'>;
  readonly colour: string;
  readonly fitAt: unknown;
  readonly onPress?: (place: Place) => void;
  readonly onMove?: (key: number, place: Place) => void;
  readonly onVertex?: (index: number, place: Place) => void;
}

/** A map of one route. Import it lazily: it brings the map. */
export default function RoutePicture({ drawing, colour, fitAt, ...handlers }: RoutePictureProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { mapServices } = useFleet();
  const { appearance } = usePreferences();
  const services = useStore(mapServices);
  const texts = useMapTexts();
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  const whole = useMemo<RouteDrawing>(() => {
    const [red, green, blue] = colors[colourToken(colour)];
    return { ...drawing, color: [red, green, blue] };
  }, [drawing, colour, colors]);
  if (services === null) return <div className="route-map" aria-busy="true" />;
  return (
    <div className="route-map">
      <RouteMapView
        key={i18n.language}
        drawing={whole}
        fitAt={fitAt}
        services={services}
        baseLayer={defaultBaseLayer(services)}
        origin={location.origin}
        colors={colors}
        texts={texts}
        language={i18n.language}
        camera={WIDE}
        {...handlers}
        fallback={() => <EmptyState title={t('map.noWebgl')}>{t('routes.noMap')}</EmptyState>}
      />
    </div>
  );
}
