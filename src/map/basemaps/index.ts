export { baseLayers, baseStyle, defaultBaseLayer, serviceOrigins } from './baseLayers.ts';
export type { BaseLayer, BaseLayerId, StyleOptions } from './baseLayers.ts';
