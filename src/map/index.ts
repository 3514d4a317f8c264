/** The map. Import it lazily: it brings MapLibre and deck.gl. */
export { baseLayers, defaultBaseLayer, serviceOrigins, type BaseLayer, type BaseLayerId } from './basemaps/index.ts';
export type { MapBounds, MapCamera, MapTexts } from './camera.ts';
export { createFleetMap, type FleetMap, type FleetMapOptions, type MapFailure } from './FleetMap.ts';
export { FleetMapView, type FleetMapViewProps } from './FleetMapView.tsx';
export type { TrailMode } from './layers/shared/context.ts';
export type { DensityState } from './registry.ts';
export type { UnitTrack } from './layers/trails/index.ts';
export { mapPalette, type MapPalette, type MapThemeColors } from './palette.ts';
