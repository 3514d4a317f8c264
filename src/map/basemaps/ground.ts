import type { LayerSpecification } from 'maplibre-gl';
import { css } from '../color.ts';
import type { MapPalette } from '../palette.ts';
import { SOURCES } from './styleOptions.ts';

/** The layer below all others in our own styles. */
export const GROUND_LAYER = 'ground';
/** Sources that draw land over it. */
export const OWN_SOURCES: ReadonlySet<string> = new Set([SOURCES.world, SOURCES.streets]);

/** Layers of our own styles that name towns and countries. */
export const NAME_LAYERS: readonly string[] = ['places', 'place-names', 'countries'];

/** The sea; before the land has come, ground as plain as land. */
export function ground(palette: MapPalette, hasLand: boolean): LayerSpecification {
  return {
    id: GROUND_LAYER,
    type: 'background',
    paint: { 'background-color': css(hasLand ? palette.water : palette.land) },
  };
}

/** The layer with the names of geofences, which units' names keep clear of as they do of places. */
export const ZONE_NAMES = 'zone-names';
