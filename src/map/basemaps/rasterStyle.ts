import type { LayerSpecification, StyleSpecification } from 'maplibre-gl';
import type { MapService } from '../../api/contract/index.ts';
import type { MapPalette } from '../palette.ts';
import { SOURCES } from './styleOptions.ts';

type TileService = Extract<MapService, { tiles: unknown }>;

/** What this asks of the map. */
interface PictureMap {
  getLayer(id: string): { readonly minzoom?: number } | undefined;
  getZoom(): number;
}

/** Whether the map's style has a service's pictures, and shows them at its zoom. */
export function picturesOf(map: PictureMap): 'shown' | 'hidden' | 'none' {
  const layer = map.getLayer(SOURCES.service);
  if (layer === undefined) return 'none';
  return map.getZoom() >= (layer.minzoom ?? 0) ? 'shown' : 'hidden';
}

/** How pictures are toned down on dark skins, so that marks and names keep their contrast. */
const DIMMED = { 'raster-brightness-max': 0.55, 'raster-saturation': -0.35, 'raster-contrast': 0.1 } as const;

/**
 * A service's pictures over our own map: where none come, that is what is seen. `from`: the zoom from which
 * they are shown.
 */
export function withPictures(
  own: StyleSpecification,
  service: TileService,
  { palette, from = 0 }: { palette: MapPalette; from?: number },
): StyleSpecification {
  const { tiles, tileSize, maxZoom, attribution } = service;
  const pictures: LayerSpecification = {
    id: SOURCES.service,
    type: 'raster',
    source: SOURCES.service,
    minzoom: from,
    paint: { 'raster-fade-duration': 0, ...(palette.skin === 'dark' && DIMMED) },
  };
  return {
    ...own,
    sources: {
      ...own.sources,
      [SOURCES.service]: { type: 'raster', tiles: [...tiles], tileSize, maxzoom: maxZoom, attribution },
    },
    layers: [...own.layers, pictures],
  };
}
