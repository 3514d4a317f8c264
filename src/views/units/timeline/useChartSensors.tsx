import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useAnswer } from '../../shared/services/calls.ts';
import { chartSensorsOf, type ChartSensor } from './values.ts';

export type SensorsByUnit = ReadonlyMap<number, readonly ChartSensor[]>;

/** The sensors of units for their charts, and what reads them: to be rendered beside the charts. */
export function useChartSensors(unitIds: readonly number[]): { known: SensorsByUnit; readers: ReactNode } {
  const [known, setKnown] = useState<SensorsByUnit>(new Map());
  const readers = unitIds.map((unitId) => (
    <SensorReader
      key={unitId}
      unitId={unitId}
      onSensors={(sensors) => setKnown((before) => new Map(before).set(unitId, sensors))}
    />
  ));
  return { known, readers };
}

/**
 * Reads the sensors of a unit as its card does, again when somebody changes them. None while they are on their
 * way or cannot be read: what the tracker sent is drawn all the same.
 */
function SensorReader({
  unitId,
  onSensors,
}: {
  unitId: number;
  onSensors: (sensors: readonly ChartSensor[]) => void;
}): ReactNode {
  const { value } = useAnswer('getUnit', { unit_id: unitId }, ['unit', 'device']);
  const notify = useEffectEvent(onSensors);
  useEffect(() => {
    if (value !== null) notify(chartSensorsOf(value.devices));
  }, [value]);
  return null;
}
