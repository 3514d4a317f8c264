export { openDetection } from './detection.ts';
export type { Detection, DetectionLogger, DetectionOptions } from './types.ts';
