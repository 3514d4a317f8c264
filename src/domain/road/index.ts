export {
  ROAD_CLASSES,
  USUAL_LIMITS,
  type RoadClass,
  type RoadHistory,
  type RoadLookup,
  type RoadStretch,
  type UnitRoads,
} from './road.ts';
export { RoadTile, ROAD_EXTENT, type RoadLine } from './roadTile.ts';
