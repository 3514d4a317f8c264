export { UnitReadings } from './unitReadings.ts';
export { MOST_READ, useUnitReadings, type ReadingsByUnit } from './useUnitReadings.ts';
export { useSensorText } from './useSensorText.ts';
