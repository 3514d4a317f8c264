import type { ReactNode } from 'react';
import type { MapServices } from '../../../api/contract/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { baseLayers, defaultBaseLayer, type BaseLayerId } from '../../../map/index.ts';
import { FitIcon, IconButton, LayersIcon, Menu } from '../../../ui/index.ts';

export interface MapToolsProps {
  readonly services: MapServices | null;
  readonly baseLayer: BaseLayerId | null;
  readonly onBaseLayer: (id: BaseLayerId) => void;
  readonly labels: boolean;
  readonly onLabels: (on: boolean) => void;
  readonly density: boolean;
  readonly onDensity: (on: boolean) => void;
  readonly onFit: () => void;
  readonly before: ReactNode;
}

/** Buttons over the map: list, fit, base maps. A service without a key is listed with the reason. */
export function MapTools({
  services,
  baseLayer,
  onBaseLayer,
  labels,
  onLabels,
  density,
  onDensity,
  onFit,
  before,
}: MapToolsProps): ReactNode {
  const { t } = useTranslation();
  const layers = services === null ? [] : baseLayers(services);
  const current = baseLayer ?? (services === null ? '' : defaultBaseLayer(services));
  const selected = new Set<string>([current, ...(labels ? ['labels'] : []), ...(density ? ['density'] : [])]);
  return (
    <div className="map-tools">
      {before}
      <IconButton className="map-tool" label={t('map.fit')} icon={<FitIcon />} onPress={onFit} />
      <Menu
        trigger={<IconButton className="map-tool" label={t('map.layers')} icon={<LayersIcon />} />}
        label={t('map.layers')}
        selected={selected}
        groups={[
          {
            id: 'base',
            label: t('map.baseLayer'),
            entries: layers.map((layer) => ({
              id: layer.id,
              label: t(layer.labelKey),
              disabled: !layer.available,
              note: layer.available || !layer.reasonKey ? undefined : t(layer.reasonKey),
            })),
          },
          {
            id: 'overlays',
            label: t('map.overlays'),
            entries: [
              { id: 'labels', label: t('map.labels') },
              { id: 'density', label: t('map.density') },
            ],
          },
        ]}
        onAction={(id) => {
          if (id === 'labels') onLabels(!labels);
          else if (id === 'density') onDensity(!density);
          else for (const layer of layers) if (layer.id === id) onBaseLayer(layer.id);
        }}
      />
    </div>
  );
}
