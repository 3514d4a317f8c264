/** Forms of detection and the past that they are tuned on; screens of several areas show them. */
export type { DetectionFormProps } from './DetectionForm.tsx';
export { FiltersForm } from './FiltersForm.tsx';
export { FuelForm } from './FuelForm.tsx';
export { TripDetectorForm } from './TripDetectorForm.tsx';
export { SensorTuning } from './tuning/SensorTuning.tsx';
