export { openDetection } from './detection.ts';
export type { AskedDetection, Detection, DetectionLogger, DetectionOptions } from './types.ts';
export { openUnitFilters, type UnitFilters } from './unitFilters.ts';
