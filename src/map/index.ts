/** The map. Import it lazily: it brings MapLibre and deck.gl. */
export { baseLayers, defaultBaseLayer, type BaseLayerId } from './basemaps/index.ts';
export type { MapBounds, MapCamera, MapTexts } from './camera.ts';
export { createFleetMap } from './FleetMap.ts';
export type { FleetMap, UnitStack } from './fleetMapTypes.ts';
export type { BaseMapProblem } from './baseMapHealth.ts';
export { FleetMapView, type FleetMapViewProps } from './FleetMapView.tsx';
export type { DensityState } from './registry.ts';
export type { MapSpot } from './layers/spots/index.ts';
export { fleetBox } from './fleetBox.ts';
export { groundColor } from './palette.ts';
export type { MapZone } from './zones/zones.ts';
export { ShapeMapView } from './ShapeMapView.tsx';
export type { ShapeMap } from './shapeMap.ts';
export { PlaceMapView } from './PlaceMapView.tsx';
export type { Place } from './placeMap.ts';
export { RouteMapView } from './RouteMapView.tsx';
export type { RouteDrawing, RouteStop } from './routes/groundRoute.ts';
