import {
  SensorSet,
  positionMessage,
  sensorType,
  type Sensor,
  type SensorMessage,
  type SensorValue,
} from '../../../src/domain/sensor/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';

/**
 * Sensors of each unit, those that stay hidden among them: others may refer to them. A unit without any may be missing.
 */
export type SensorsByUnit = ReadonlyMap<number, readonly Sensor[]>;

/** Columns of an export with what sensors make of each report. */
export interface SensorColumns {
  /** Name and measure, as `Tank (l)`. Units whose sensors are called alike share a column. */
  readonly headers: readonly string[];
  /**
   * Values of the report in the columns' order, null where the unit has no such sensor or it says nothing. Reports of a
   * unit come oldest first.
   */
  valuesOf(position: Position): readonly SensorValue[];
}

export const NO_SENSOR_COLUMNS: SensorColumns = { headers: [], valuesOf: () => [] };

interface Evaluated {
  readonly set: SensorSet;
  /** Column of each sensor of the set, -1 of one that is hidden. */
  readonly columns: readonly number[];
}

interface UnitReader {
  readonly devices: readonly Evaluated[];
  previous: SensorMessage | null;
}

/** A column for every visible sensor, computed by the same code as on the screens. */
export function sensorColumns(sensors: SensorsByUnit): SensorColumns {
  const places = new Map<string, number>();
  const place = (sensor: Sensor): number => {
    if (!sensor.visible) return -1;
    const header = headerOf(sensor);
    const known = places.get(header) ?? places.size;
    places.set(header, known);
    return known;
  };
  const readers = new Map<number, UnitReader>();
  for (const [unitId, ofUnit] of sensors) {
    // A sensor refers to others of its own device.
    const devices = [...Map.groupBy(ofUnit, ({ device_id }) => device_id).values()];
    readers.set(unitId, {
      devices: devices.map((own) => ({ set: SensorSet.compile(own), columns: own.map(place) })),
      previous: null,
    });
  }
  if (places.size === 0) return NO_SENSOR_COLUMNS;
  return {
    headers: [...places.keys()],
    valuesOf(position) {
      const values = Array.from<SensorValue>({ length: places.size }).fill(null);
      const reader = readers.get(position.unit_id);
      if (!reader) return values;
      const message = positionMessage(position);
      for (const { set, columns } of reader.devices) {
        set.evaluate(message, reader.previous);
        // A report comes of one device: what the sensors of another make of it, often nothing, takes no value away.
        for (const [index, column] of columns.entries()) if (column >= 0) values[column] ??= set.value(index);
      }
      reader.previous = message;
      return values;
    },
  };
}

function headerOf({ name, type }: Sensor): string {
  const { measure } = sensorType(type);
  return measure === '' ? name : `${name} (${measure})`;
}
