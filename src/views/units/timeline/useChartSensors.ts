import { useMemo } from 'react';
import { useAnswer } from '../../shared/services/calls.ts';
import { chartSensorsOf, type ChartSensor } from './values.ts';

const NONE: readonly ChartSensor[] = [];

/**
 * The sensors of a unit as its card reads them, anew when somebody changes them. None while they are on their
 * way or cannot be read: what the tracker sent is drawn all the same.
 */
export function useChartSensors(unitId: number): readonly ChartSensor[] {
  const { value } = useAnswer('getUnit', { unit_id: unitId }, ['unit', 'device']);
  // The last answer stays while that of another unit is on its way.
  return useMemo(() => (value?.unit_id === unitId ? chartSensorsOf(value.devices) : NONE), [value, unitId]);
}
