import type { ReactNode } from 'react';
import type { MapServices } from '../../../api/contract/index.ts';
import { geofences } from '../../../domain/geofence/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { baseLayers, defaultBaseLayer, type BaseLayerId } from '../../../map/index.ts';
import { FitIcon, IconButton, LayersIcon, MeasureIcon, Menu } from '../../../ui/index.ts';
import { useSession } from '../../shared/services/session.ts';

export interface MapToolsProps {
  readonly services: MapServices | null;
  readonly baseLayer: BaseLayerId | null;
  readonly onBaseLayer: (id: BaseLayerId) => void;
  readonly labels: boolean;
  readonly onLabels: (on: boolean) => void;
  readonly density: boolean;
  readonly onDensity: (on: boolean) => void;
  readonly zones: boolean;
  readonly onZones: (on: boolean) => void;
  readonly onFit: () => void;
  /** Measures, draws rings, makes a picture. */
  readonly onTool: (tool: MapTool) => void;
  readonly before: ReactNode;
}

/** Tools of the map, in the order of the menu. */
const MAP_TOOLS = ['measure', 'rings', 'print', 'picture'] as const;
export type MapTool = (typeof MAP_TOOLS)[number];

/** Buttons over the map: list, fit, base maps. A service without a key is listed with the reason. */
export function MapTools({
  services,
  baseLayer,
  onBaseLayer,
  labels,
  onLabels,
  density,
  onDensity,
  zones,
  onZones,
  onFit,
  onTool,
  before,
}: MapToolsProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const layers = services === null ? [] : baseLayers(services);
  const current = baseLayer ?? (services === null ? '' : defaultBaseLayer(services));
  const selected = new Set<string>([
    current,
    ...(labels ? ['labels'] : []),
    ...(density ? ['density'] : []),
    ...(zones ? ['zones'] : []),
  ]);
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
              ...(can(geofences.needs.read) ? [{ id: 'zones', label: t('geofences.title') }] : []),
            ],
          },
        ]}
        onAction={(id) => {
          if (id === 'labels') onLabels(!labels);
          else if (id === 'density') onDensity(!density);
          else if (id === 'zones') onZones(!zones);
          else for (const layer of layers) if (layer.id === id) onBaseLayer(layer.id);
        }}
      />
      <Menu
        trigger={<IconButton className="map-tool" label={t('map.tools.label')} icon={<MeasureIcon />} />}
        label={t('map.tools.label')}
        groups={[
          {
            id: 'tools',
            label: t('map.tools.label'),
            entries: MAP_TOOLS.map((tool) => ({ id: tool, label: t(`map.tools.${tool}`) })),
          },
        ]}
        onAction={(id) => {
          for (const tool of MAP_TOOLS) if (tool === id) onTool(tool);
        }}
      />
    </div>
  );
}
