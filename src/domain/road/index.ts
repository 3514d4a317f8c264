export { ROAD_CLASSES, USUAL_LIMITS, type RoadClass, type RoadLookup, type UnitRoads } from './road.ts';
export { RoadTile, ROAD_EXTENT, type RoadLine } from './roadTile.ts';
