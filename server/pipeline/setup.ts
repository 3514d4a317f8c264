import { createHash } from 'node:crypto';
import {
  DEFAULT_FILTERS, DEFAULT_FUEL, DEFAULT_TRIP_DETECTOR, DETECTION_VERSION, filterSettingsSchema, fuelSettingsSchema, tripDetectorSchema,
  type FilterSettings, type FuelSettings, type TripDetectorSettings,
} from '../../src/domain/detection/index.ts';
import { SensorSet, type Sensor, type SensorDefinition } from '../../src/domain/sensor/index.ts';
import { readSensors } from '../modules/shared/index.ts';
import type { Queryable } from '../store/database.types.ts';

/** How a unit's reports are read and judged. Units that are fitted alike share one. */
export interface UnitSetup {
  /** Tells setups apart. */
  readonly key: string;
  readonly trips: TripDetectorSettings;
  readonly fuel: FuelSettings;
  readonly filters: FilterSettings;
  /** Sensors of all its devices. */
  readonly set: SensorSet;
}

interface DeviceRow {
  unit_id: unknown;
  device_id: unknown;
  trip_detector: object | null;
  fuel: object | null;
  filters: object | null;
}

/** Finds out how units are set up: by the sensors of all devices of a unit, and the first of them that has settings; else by the defaults. */
export class Setups {
  readonly #database: Queryable;
  /** By what they hold: a fleet of a hundred thousand has a few dozen. */
  readonly #alike = new Map<string, UnitSetup>();

  constructor(database: Queryable) {
    this.#database = database;
  }

  async read(unitIds: readonly number[]): Promise<Map<number, UnitSetup>> {
    const rows = await this.#database.query<DeviceRow>(
      `select ud.unit_id, d.id as device_id, d.trip_detector, d.fuel, d.filters
       from unit_device ud join device d on d.id = ud.device_id where ud.unit_id = any($1::int8[]) order by ud.unit_id, ud.position, d.id`,
      [unitIds],
    );
    const sensors = await readSensors(this.#database, rows.map(({ device_id }) => Number(device_id)));
    const devices = new Map<number, DeviceRow[]>(unitIds.map((unitId) => [unitId, []]));
    for (const row of rows) devices.get(Number(row.unit_id))?.push(row);
    return new Map([...devices].map(([unitId, own]) => [unitId, this.#of(own, sensors)]));
  }

  #of(devices: readonly DeviceRow[], sensors: ReadonlyMap<number, readonly Sensor[]>): UnitSetup {
    const first = <Key extends 'trip_detector' | 'fuel' | 'filters'>(key: Key) => devices.find((device) => device[key] !== null)?.[key] ?? null;
    const definitions = devices.map(({ device_id }) => (sensors.get(Number(device_id)) ?? []).map(({ type, name, parameter, data_type, multiplier, minimum, maximum, table }): SensorDefinition => ({ type, name, parameter, data_type, multiplier, minimum, maximum, table })));
    const [trips, fuel, filters] = [first('trip_detector'), first('fuel'), first('filters')];
    const key = JSON.stringify([DETECTION_VERSION, trips, fuel, filters, definitions]);
    const known = this.#alike.get(key);
    if (known) return known;
    const made: UnitSetup = {
      key: createHash('sha256').update(key).digest('base64url').slice(0, 12),
      trips: trips ? tripDetectorSchema.cast(trips, { stripUnknown: true }) : DEFAULT_TRIP_DETECTOR,
      fuel: fuel ? fuelSettingsSchema.cast(fuel, { stripUnknown: true }) : DEFAULT_FUEL,
      filters: filters ? filterSettingsSchema.cast(filters, { stripUnknown: true }) : DEFAULT_FILTERS,
      set: SensorSet.ofDevices(definitions),
    };
    this.#alike.set(key, made);
    return made;
  }
}

/** Units that carry the devices. */
export async function unitsOfDevices(database: Queryable, deviceIds: readonly number[]): Promise<number[]> {
  if (deviceIds.length === 0) return [];
  const rows = await database.query<{ unit_id: unknown }>('select distinct unit_id from unit_device where device_id = any($1::int8[])', [deviceIds]);
  return rows.map(({ unit_id }) => Number(unit_id));
}
