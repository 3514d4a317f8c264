import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { MapServices } from '../../api/contract/index.ts';
import type { SharedDestination, SharedUnit } from '../../domain/share/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { SharedMapView, defaultBaseLayer, type SharedMark } from '../../map/index.ts';
import { EmptyState } from '../../ui/index.ts';
import { themeColors } from '../../ui/tokens/index.ts';
import { useBrowser } from '../shared/services/browser.ts';
import { usePreferences } from '../shared/services/preferences.ts';
import { useMapTexts } from '../shared/unit/useMapTexts.ts';

/** Where the map begins until positions are there. */
const WIDE = { longitude: 45, latitude: 42, zoom: 3 };
/** Below this a unit counts as stopped: what receivers report at rest. km/h. */
const STOPPED = 2;
const NO_SERVICES: MapServices = { streets: null, services: [] };

/** The map of a share. Import it lazily: it brings the map. */
export default function SharedMapPane({
  units,
  destination,
  title,
  fitAt,
}: {
  units: readonly SharedUnit[];
  destination: SharedDestination | null;
  title: string;
  fitAt: unknown;
}): ReactNode {
  const { t, i18n } = useTranslation();
  const { appearance } = usePreferences();
  const services = useMapServices();
  const texts = useMapTexts();
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  const marks = useMemo(
    () =>
      units.flatMap(({ key, name, position, trail }): SharedMark[] =>
        position === null
          ? []
          : [
              {
                key,
                text: name || title,
                place: [position.longitude, position.latitude],
                course: position.speed > STOPPED ? position.course : null,
                trail: trail ?? [],
              },
            ],
      ),
    [units, title],
  );
  const goal = useMemo(
    () =>
      destination && {
        text: destination.name || t('locationShare.destination'),
        place: [destination.longitude, destination.latitude] as const,
      },
    [destination, t],
  );
  if (services === null) return <div aria-busy="true" />;
  return (
    <SharedMapView
      key={i18n.language}
      marks={marks}
      goal={goal}
      fitAt={fitAt}
      services={services}
      baseLayer={defaultBaseLayer(services)}
      origin={location.origin}
      colors={colors}
      texts={texts}
      language={i18n.language}
      camera={WIDE}
      fallback={() => <EmptyState title={t('map.noWebgl')}>{t('locationShare.noMap')}</EmptyState>}
    />
  );
}

/** What the server offers as ground; the built-in world where it cannot say. */
function useMapServices(): MapServices | null {
  const { mapServices } = useBrowser();
  const [services, setServices] = useState<MapServices | null>(null);
  useEffect(() => {
    let isShown = true;
    void mapServices().then((found) => isShown && setServices(found ?? NO_SERVICES));
    return () => {
      isShown = false;
    };
  }, [mapServices]);
  return services;
}
