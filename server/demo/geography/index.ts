export { loadNetworks, type Network } from './network.ts';
export { REGIONS, REGION_KEYS, type NameStyle, type Region, type RegionKey } from './regions.ts';
export type { Streets } from './streets/index.ts';
export { crossing, isAvenue, type Town } from './towns.ts';
export type { TownRoad } from './townRoads.ts';
