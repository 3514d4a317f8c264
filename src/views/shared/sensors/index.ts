export { UnitReadings } from './unitReadings.ts';
export { useSensorText, type SensorText } from './useSensorText.ts';
