import type { Instant } from '../../../domain/base/index.ts';
import {
  datedMessage,
  explain,
  positionMessage,
  type NoValue,
  type Sensor,
  type SensorValue,
} from '../../../domain/sensor/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import type { UnitDevice } from '../../../domain/unit/index.ts';

/** A sensor's value on a report, with what it was computed from. */
export interface SensorReading {
  readonly sensor: Sensor;
  /** What the expression made of the report, before factor and table; null when it read nothing. */
  readonly raw: number | string | null;
  readonly value: SensorValue;
  /** Why there is no value. */
  readonly reason: NoValue | null;
  /** When what it was computed from was said; before the report, where that did not carry it. */
  readonly said: Instant;
}

/** The sensors of a unit's devices that `wanted` asks for, on a report. Each device's expressions see its own sensors. */
export function sensorReadings(
  devices: readonly Pick<UnitDevice, 'sensors'>[],
  position: Position,
  previous: Position | null,
  wanted: (sensor: Sensor) => boolean,
): SensorReading[] {
  const before = previous === null ? null : positionMessage(previous);
  return devices.flatMap(({ sensors }) =>
    sensors.filter(wanted).map((sensor) => {
      const { message, said } = datedMessage(position);
      const { steps, value, reason } = explain(sensor, sensors, message, before);
      const [first] = steps;
      return { sensor, raw: first?.step === 'raw' ? first.value : null, value, reason, said: said() };
    }),
  );
}
