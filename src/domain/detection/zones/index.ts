export { shownVisit, type Visit } from './visit.ts';
export { ZoneIndex, type Zone } from './zoneIndex.ts';
export { ZoneWatch, type KeyedCrossing, type ZoneLayer, type ZoneStates } from './zoneWatch.ts';
