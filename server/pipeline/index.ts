export { openDetection } from './detection.ts';
export type { AskedDetection, Detection } from './types.ts';
export { openUnitFilters } from './unitFilters.ts';
