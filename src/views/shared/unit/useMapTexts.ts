import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import type { MapTexts } from '../../../map/index.ts';

/** Words on the map's own controls. */
export function useMapTexts(): MapTexts {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      map: t('map.label'),
      zoomIn: t('map.zoomIn'),
      zoomOut: t('map.zoomOut'),
      resetBearing: t('map.resetNorth'),
      attribution: t('map.showAttribution'),
      metres: t('map.unit.metres'),
      kilometres: t('map.unit.kilometres'),
      feet: t('map.unit.feet'),
      miles: t('map.unit.miles'),
    }),
    [t],
  );
}
