export { baseLayers, baseStyle, defaultBaseLayer } from './baseLayers.ts';
export { picturesOf } from './rasterStyle.ts';
export { GROUND_LAYER, NAME_LAYERS, OWN_SOURCES, ZONE_NAMES } from './ground.ts';
export type { BaseLayerId } from './baseLayers.ts';
export { MAP_FONT } from './text.ts';
export { SOURCES } from './styleOptions.ts';
