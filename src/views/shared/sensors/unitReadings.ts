import {
  SensorSet,
  nameKey,
  positionMessage,
  type Sensor,
  type SensorMessage,
  type SensorType,
  type SensorValue,
} from '../../../domain/sensor/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';

interface DeviceSensors {
  readonly sensors: readonly Sensor[];
  readonly set: SensorSet;
}

/**
 * Live values of a unit's sensors, report after report. A report comes of one of its devices and does
 * not say of which: of a unit with several, a sensor that it gives no value keeps the one it had.
 */
export class UnitReadings {
  readonly sensors: readonly Sensor[];
  readonly #devices: readonly DeviceSensors[];
  readonly #values = new Map<number, SensorValue>();
  #message: SensorMessage | null = null;
  #taken: Position | null = null;

  constructor(sensors: readonly Sensor[]) {
    this.sensors = sensors;
    const devices = [...new Set(sensors.map(({ device_id }) => device_id))];
    this.#devices = devices.map((deviceId) => {
      const own = sensors.filter(({ device_id }) => device_id === deviceId);
      return { sensors: own, set: SensorSet.compile(own) };
    });
  }

  /** Reads a report; the same one again costs nothing. True when it was a new one. */
  take(position: Position): boolean {
    if (position === this.#taken) return false;
    this.#taken = position;
    const message = positionMessage(position);
    for (const { sensors, set } of this.#devices) {
      set.evaluate(message, this.#message);
      for (const [place, { sensor_id }] of sensors.entries()) {
        const value = set.value(place);
        if (value !== null || this.#devices.length === 1) this.#values.set(sensor_id, value);
      }
    }
    this.#message = message;
    return true;
  }

  /** The latest value; null where there is none. */
  valueOf(sensorId: number): SensorValue {
    return this.#values.get(sensorId) ?? null;
  }

  /** The same as a figure, a switch as 0 and 1; NaN where it is none. */
  numberOf(sensorId: number): number {
    const value = this.valueOf(sensorId);
    return typeof value === 'boolean' ? Number(value) : typeof value === 'number' ? value : Number.NaN;
  }

  /** The first sensor of the name, whatever its case; null where there is none. */
  named(name: string): Sensor | null {
    const key = nameKey(name);
    return this.sensors.find((sensor) => nameKey(sensor.name) === key) ?? null;
  }

  /** The first sensor of a type that is shown with the unit, for a column that shows one a unit. */
  ofType(type: SensorType): Sensor | null {
    return this.sensors.find((sensor) => sensor.type === type && sensor.visible) ?? null;
  }
}
