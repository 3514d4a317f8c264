/** The map. Import it lazily: it brings MapLibre and deck.gl. */
export { baseLayers, defaultBaseLayer, serviceOrigins, type BaseLayer, type BaseLayerId } from './basemaps/index.ts';
export type { MapBounds, MapCamera, MapTexts } from './camera.ts';
export { createFleetMap } from './FleetMap.ts';
export type { FleetMap, FleetMapOptions, MapFailure, UnitStack } from './fleetMapTypes.ts';
export type { GroundProblem } from './groundWatch.ts';
export { FleetMapView, type FleetMapViewProps } from './FleetMapView.tsx';
export type { TrailMode } from './layers/shared/context.ts';
export type { DensityState } from './registry.ts';
export type { MapSpot, SpotLook } from './layers/spots/index.ts';
export type { UnitTrack } from './layers/trails/index.ts';
export { groundColor, mapPalette, type MapPalette, type MapThemeColors } from './palette.ts';
export { PlaceMapView, type PlaceMapViewProps } from './PlaceMapView.tsx';
export type { Place } from './placeMap.ts';
