import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { PlaceMapView, defaultBaseLayer, type Place } from '../../../map/index.ts';
import { EmptyState } from '../../../ui/index.ts';
import { themeColors } from '../../../ui/tokens/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useStore } from '../../shared/services/store.ts';
import { useMapTexts } from '../../shared/unit/useMapTexts.ts';
import './place.css';

/** Where a map begins that has nothing to show yet: all of the lands that fleets drive in. */
const WIDE = { longitude: 45, latitude: 42, zoom: 2 };
/** Near enough to know the street; where there are no streets, the towns around. */
const NEAR_ZOOM = { streets: 13, world: 8 } as const;

export interface PlacePickerProps {
  place: Place | null;
  /** What stands at the place; a pin where it is left out. */
  mark?: ReactNode;
  /** Chooses by a press; left out, the map only shows. */
  onPick?: (place: Place) => void;
}

/** A small map with one mark. Import it lazily: it brings the map. */
export default function PlacePicker({ place, mark, onPick }: PlacePickerProps): ReactNode {
  const { t, i18n } = useTranslation();
  const { mapServices } = useFleet();
  const { appearance } = usePreferences();
  const services = useStore(mapServices);
  const texts = useMapTexts();
  const colors = useMemo(() => themeColors(appearance.skin, appearance.accent), [appearance.skin, appearance.accent]);
  const baseLayer = services === null ? 'world' : defaultBaseLayer(services);
  if (services === null) return <div className="place-map" aria-busy="true" />;
  return (
    <div className="place-map">
      <PlaceMapView
        key={i18n.language}
        place={place}
        mark={mark}
        services={services}
        baseLayer={baseLayer}
        origin={location.origin}
        colors={colors}
        texts={texts}
        language={i18n.language}
        camera={
          place === null ? WIDE : { ...place, zoom: baseLayer === 'streets' ? NEAR_ZOOM.streets : NEAR_ZOOM.world }
        }
        {...(onPick && { onPick })}
        fallback={() => <EmptyState title={t('map.noWebgl')}>{t('unitForms.place.noMap')}</EmptyState>}
      />
    </div>
  );
}
