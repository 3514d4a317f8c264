import { sensorType, type Sensor, type SensorValue } from '../../../domain/sensor/index.ts';
import type { AttributeValue } from '../../../domain/telemetry/index.ts';
import { useReadings } from '../unit/useReadings.ts';

export interface SensorText {
  /** A figure in the reader's digits, a switch in words, a text as it came; a dash where there is none. */
  plain(value: AttributeValue | null): string;
  /** A sensor's value with its measure. */
  value(sensor: Pick<Sensor, 'type'>, value: SensorValue): string;
  /** What a sensor measures in; empty where its figures stand alone. */
  measure(sensor: Pick<Sensor, 'type'>): string;
}

/** Values of sensors in words. */
export function useSensorText(): SensorText {
  const readings = useReadings();
  return {
    plain: (value) => readings.value(value, ''),
    value: (sensor, value) => readings.value(value, sensorType(sensor.type).measure),
    measure: (sensor) => readings.measure(sensorType(sensor.type).measure),
  };
}
