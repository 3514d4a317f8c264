import { createFix, type AttributeValue } from '../../telemetry/index.ts';
import type { DeviceId, SensorId } from '../../base/index.ts';
import type { SensorMessage } from '../message.ts';
import type { Sensor } from '../sensor.ts';
import { NO_TABLE } from '../table.ts';

/** The same numbers in every run (xorshift, 32 bits). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** A report with the attributes; the rest as a decoder leaves it. */
export function messageOf(
  attributes: Readonly<Record<string, AttributeValue>>,
  more: Partial<SensorMessage> = {},
): SensorMessage {
  return { ...createFix(), attributes: new Map(Object.entries(attributes)), ...more };
}

/** A sensor that shows the parameter as it is. */
export function sensorWith(changes: Partial<Sensor> = {}): Sensor {
  return {
    sensor_id: 1 as SensorId,
    device_id: 1 as DeviceId,
    type: 'custom',
    name: 'Sensor',
    description: '',
    parameter: 'analog_1',
    visible: true,
    field: 'sensor',
    data_type: 'number',
    multiplier: 1,
    minimum: null,
    maximum: null,
    table: NO_TABLE,
    ...changes,
  };
}
