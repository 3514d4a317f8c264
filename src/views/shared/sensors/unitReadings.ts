import { SensorSet, positionMessage, type Sensor, type SensorMessage, type SensorType, type SensorValue } from '../../../domain/sensor/index.ts';
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

  /** The first sensor of a type, for a column that shows one a unit. */
  ofType(type: SensorType): Sensor | null {
    return this.sensors.find((sensor) => sensor.type === type) ?? null;
  }
}
