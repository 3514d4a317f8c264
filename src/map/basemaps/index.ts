export { baseLayers, baseStyle, defaultBaseLayer, serviceOrigins } from './baseLayers.ts';
export { GROUND_LAYER, NAME_LAYERS, OWN_SOURCES } from './ground.ts';
export type { BaseLayerId } from './baseLayers.ts';
