export { openDetection } from './detection.ts';
export { openRouteRuns } from './routeRuns/index.ts';
export type { AskedDetection, Detection } from './types.ts';
export { openUnitFilters } from './unitFilters.ts';
