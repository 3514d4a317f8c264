export { baseLayers, baseStyle, defaultBaseLayer, serviceOrigins } from './baseLayers.ts';
export { GROUND_LAYER, OWN_SOURCES } from './ground.ts';
export type { BaseLayer, BaseLayerId } from './baseLayers.ts';
export type { StyleOptions } from './styleOptions.ts';
