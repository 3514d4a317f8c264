import type { Instant } from '../../../domain/base/index.ts';
import {
  datedMessage,
  explain,
  positionMessage,
  type NoValue,
  type Sensor,
  type SensorValue,
} from '../../../domain/sensor/index.ts';
import { firstRowAt, trackPosition, type Position, type TrackColumns } from '../../../domain/telemetry/index.ts';
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

/** Reports that are looked through for a value that the last one did not carry. */
const MOST_ROWS = 200;

/**
 * The sensors at an instant of the recorded past: each by the last report up to it that gives it a value, not from
 * before `earliest`; else by the last one of all. Empty when there is no report.
 */
export function recordedReadings(
  devices: readonly Pick<UnitDevice, 'sensors'>[],
  track: TrackColumns,
  instant: Instant,
  earliest: Instant,
  wanted: (sensor: Sensor) => boolean,
): SensorReading[] {
  const last = firstRowAt(track.times, instant + 1) - 1;
  if (last < 0 || track.times[last] < earliest) return [];
  const readings = sensorReadings(devices, trackPosition(track, last), positionBefore(track, last), wanted);
  for (let row = last - 1; row >= 0 && row > last - MOST_ROWS && track.times[row] >= earliest; row--) {
    if (readings.every(({ value }) => value !== null)) break;
    const earlier = sensorReadings(devices, trackPosition(track, row), positionBefore(track, row), wanted);
    readings.forEach(({ value }, index) => {
      if (value === null && earlier[index].value !== null) readings[index] = earlier[index];
    });
  }
  return readings;
}

const positionBefore = (track: TrackColumns, row: number): Position | null =>
  row > 0 ? trackPosition(track, row - 1) : null;

/**
 * The sensors of a unit's devices that `wanted` asks for, on a report. Each device's expressions see its own sensors.
 */
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
