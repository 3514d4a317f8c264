import { createHash } from 'node:crypto';
import { defaultSatellites, USUAL_SATELLITES } from '../../src/domain/device/index.ts';
import {
  DEFAULT_FILTERS,
  DEFAULT_FUEL,
  DEFAULT_TRIP_DETECTOR,
  DETECTION_VERSION,
  filterSettingsSchema,
  fuelSettingsSchema,
  tripDetectorSchema,
  type FilterSettings,
  type FuelSettings,
  type TripDetectorSettings,
} from '../../src/domain/detection/index.ts';
import { SensorSet, type Sensor, type SensorDefinition } from '../../src/domain/sensor/index.ts';
import { readSensors } from '../store/index.ts';
import type { Queryable } from '../store/database.types.ts';

/** How a unit's reports are read and filtered. Units that are fitted alike share one. */
export interface UnitSetup {
  /** Distinguishes setups. */
  readonly key: string;
  readonly trips: TripDetectorSettings;
  /** Nobody saved a trip detector: its satellites follow what the unit's own fixes show. */
  readonly learnsSatellites: boolean;
  readonly fuel: FuelSettings;
  readonly filters: FilterSettings;
  /** Sensors of all its devices. */
  readonly set: SensorSet;
}

interface DeviceRow {
  unit_id: number;
  device_id: number;
  device_model: string;
  min_satellites: number | null;
  trip_detector: object | null;
  fuel: object | null;
  filters: object | null;
}

/**
 * Finds out how units are set up: by the sensors of all devices of a unit, and the first of them that has settings;
 * else by the defaults.
 */
export class Setups {
  readonly #database: Queryable;
  /** By what they hold: a fleet of a hundred thousand has a few dozen. */
  readonly #alike = new Map<string, UnitSetup>();

  constructor(database: Queryable) {
    this.#database = database;
  }

  async read(unitIds: readonly number[]): Promise<Map<number, UnitSetup>> {
    const rows = await this.#database.query<DeviceRow>(
      `select ud.unit_id, d.id as device_id, d.device_model, d.min_satellites, d.trip_detector, d.fuel, d.filters
       from unit_device ud join device d on d.id = ud.device_id where ud.unit_id = any($1::int8[]) order by ud.unit_id, ud.position, d.id`,
      [unitIds],
    );
    const sensors = await readSensors(
      this.#database,
      rows.map(({ device_id }) => device_id),
    );
    const devices = new Map<number, DeviceRow[]>(unitIds.map((unitId) => [unitId, []]));
    for (const row of rows) devices.get(row.unit_id)?.push(row);
    return new Map([...devices].map(([unitId, own]) => [unitId, this.#of(own, sensors)]));
  }

  #of(devices: readonly DeviceRow[], sensors: ReadonlyMap<number, readonly Sensor[]>): UnitSetup {
    const first = <Key extends 'trip_detector' | 'fuel' | 'filters'>(key: Key) =>
      devices.find((device) => device[key] !== null)?.[key] ?? null;
    const definitions = devices.map(({ device_id }) =>
      (sensors.get(device_id) ?? []).map(
        ({ type, name, parameter, data_type, multiplier, minimum, maximum, table }): SensorDefinition => ({
          type,
          name,
          parameter,
          data_type,
          multiplier,
          minimum,
          maximum,
          table,
        }),
      ),
    );
    const [trips, fuel, filters] = [first('trip_detector'), first('fuel'), first('filters')];
    const satellites = trips === null && devices.length > 0 ? satellitesOf(devices) : null;
    const key = JSON.stringify([DETECTION_VERSION, trips ?? satellites, fuel, filters, definitions]);
    const known = this.#alike.get(key);
    if (known) return known;
    const made: UnitSetup = {
      key: createHash('sha256').update(key).digest('base64url').slice(0, 12),
      trips: trips
        ? tripDetectorSchema.cast(trips, { stripUnknown: true })
        : { ...DEFAULT_TRIP_DETECTOR, min_satellites: satellites ?? USUAL_SATELLITES },
      learnsSatellites: satellites !== null,
      fuel: fuel ? fuelSettingsSchema.cast(fuel, { stripUnknown: true }) : DEFAULT_FUEL,
      filters: filters ? filterSettingsSchema.cast(filters, { stripUnknown: true }) : DEFAULT_FILTERS,
      set: SensorSet.ofDevices(definitions),
    };
    this.#alike.set(key, made);
    return made;
  }
}

/** Without saved settings: the least of its devices, so that none of them is refused what is usual for it. */
function satellitesOf(devices: readonly DeviceRow[]): number {
  return Math.min(
    ...devices.map(({ device_model: model, min_satellites: learned }) => defaultSatellites(model, learned)),
  );
}

/**
 * Keeps the satellites bound that a unit's fixes showed to fit, for those of its devices that have no trip detector
 * saved. A bound is only ever lowered: one that was lowered for a reason does not come back with a clear sky. False:
 * there is no such device.
 */
export async function learnSatellites(database: Queryable, unitId: number, bound: number): Promise<boolean> {
  const changed = await database.query(
    `update device set min_satellites = $2 where trip_detector is null and (min_satellites is null or min_satellites > $2)
       and id in (select device_id from unit_device where unit_id = $1) returning id`,
    [unitId, bound],
  );
  return changed.length > 0;
}

/** Units that carry the devices. */
export async function unitsOfDevices(database: Queryable, deviceIds: readonly number[]): Promise<number[]> {
  if (deviceIds.length === 0) return [];
  const rows = await database.query<{ unit_id: number }>(
    'select distinct unit_id from unit_device where device_id = any($1::int8[])',
    [deviceIds],
  );
  return rows.map(({ unit_id }) => unit_id);
}
