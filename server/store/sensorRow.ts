import type { Sensor, SensorForm } from '../../src/domain/sensor/index.ts';
import type { Queryable } from './database.types.ts';

interface SensorRow {
  id: number;
  device_id: number;
  definition: Omit<Sensor, 'sensor_id' | 'device_id'>;
}

/** Sensors of each of the devices, in their order; a device without any is left out. */
export async function readSensors(database: Queryable, deviceIds: readonly number[]): Promise<Map<number, Sensor[]>> {
  const found = new Map<number, Sensor[]>();
  if (deviceIds.length === 0) return found;
  const rows = await database.query<SensorRow>(
    'select id, device_id, definition from sensor where device_id = any($1::int8[]) order by device_id, position, id',
    [deviceIds],
  );
  for (const row of rows) {
    const deviceId = row.device_id;
    const sensors = found.get(deviceId) ?? [];
    sensors.push(sensorOf(row.id, deviceId, row.definition));
    found.set(deviceId, sensors);
  }
  return found;
}

/** A sensor as the wire shows it, from what was stored of it. */
export function sensorOf(sensorId: number, deviceId: number, definition: SensorForm | SensorRow['definition']): Sensor {
  return { ...definition, sensor_id: sensorId, device_id: deviceId } as Sensor;
}
