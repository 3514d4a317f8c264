import { DEFAULT_FILTERS, filterSettingsSchema, type FilterSettings } from '../../src/domain/detection/index.ts';
import { subjectsOf } from '../../src/domain/events/index.ts';
import { followTable, type Database, type Queryable } from '../store/index.ts';
import { unitsOfDevices } from './setup.ts';

/** The validity filters of every unit, in memory: of the first of its devices that has any, as detection takes them. */
export interface UnitFilters {
  of(unitId: number): FilterSettings;
  /** Units whose filters somebody set to something. */
  readonly own: ReadonlyMap<number, FilterSettings>;
  /** Resolves when every change published so far counts: whoever asks because of an event is answered by it. */
  settled(): Promise<void>;
  /** Notified immediately of units whose filters changed. Returns an undo. */
  onChanged(listener: (unitIds: readonly number[]) => void): () => void;
  close(): void;
}

export interface UnitFiltersOptions {
  readonly database: Database;
  readonly logger: { warn(details: object, message: string): void };
}

const DEFAULT_KEY = JSON.stringify(DEFAULT_FILTERS);

/** What events report. */
interface Changed {
  readonly units: readonly number[];
  readonly devices: readonly number[];
}

/**
 * Reads the filters, and again those of units and devices that events report, before the transaction that recorded them
 * ends.
 */
export async function openUnitFilters({ database, logger }: UnitFiltersOptions): Promise<UnitFilters> {
  const own = new Map<number, FilterSettings>();
  /** Whose filters a unit has: a device that is gone says so of itself, and of no unit. */
  const devices = new Map<number, number>();
  const listeners = new Set<(unitIds: readonly number[]) => void>();
  /** Puts what was read in the place of what was known of the units. */
  const replace = (units: readonly number[], read: ReadonlyMap<number, Found>): void => {
    const changed = units.filter(
      (unitId) => JSON.stringify(read.get(unitId)?.settings) !== JSON.stringify(own.get(unitId)),
    );
    for (const unitId of units) {
      const found = read.get(unitId);
      if (found) devices.set(unitId, found.deviceId);
      else devices.delete(unitId);
      if (found) own.set(unitId, found.settings);
      else own.delete(unitId);
    }
    if (changed.length > 0) for (const listener of listeners) listener(changed);
  };
  const table = followTable<Changed>({
    name: 'filters',
    database,
    async readAll() {
      const read = await readFilters(database, null);
      replace([...new Set([...own.keys(), ...read.keys()])], read);
    },
    changeOf(events) {
      const changed = { units: subjectsOf(events, 'unit'), devices: subjectsOf(events, 'device') };
      return changed.units.length + changed.devices.length === 0 ? null : changed;
    },
    async read(changed) {
      const changedDevices = new Set(changed.devices);
      const bearers =
        changedDevices.size === 0
          ? []
          : [...devices].filter(([, device]) => changedDevices.has(device)).map(([unit]) => unit);
      const now = await unitsOfDevices(database, changed.devices);
      const units = [...new Set([...changed.units, ...bearers, ...now])];
      if (units.length > 0) replace(units, await readFilters(database, units));
    },
    onFailure: (error) => logger.warn({ error: String(error) }, 'filters could not be read; trying again'),
  });
  await table.current();
  return {
    of: (unitId) => own.get(unitId) ?? DEFAULT_FILTERS,
    own,
    settled: () => table.settled(),
    onChanged: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    close() {
      table.close();
      listeners.clear();
    },
  };
}

interface Found {
  readonly settings: FilterSettings;
  readonly deviceId: number;
}

/** Filters of the units, or of all, that are not the defaults. */
async function readFilters(database: Queryable, unitIds: readonly number[] | null): Promise<Map<number, Found>> {
  const rows = await database.query<{ unit_id: number; device_id: number; filters: object }>(
    `select distinct on (ud.unit_id) ud.unit_id, d.id as device_id, d.filters from unit_device ud join device d on d.id = ud.device_id
     where d.filters is not null and ($1::int8[] is null or ud.unit_id = any($1)) order by ud.unit_id, ud.position, d.id`,
    [unitIds],
  );
  const alike = new Map<string, FilterSettings>();
  const found = new Map<number, Found>();
  for (const { unit_id: unitId, device_id: deviceId, filters } of rows) {
    const cast = filterSettingsSchema.cast(filters, { stripUnknown: true });
    const key = JSON.stringify(cast);
    if (key === DEFAULT_KEY) continue;
    const settings = alike.get(key) ?? cast;
    alike.set(key, settings);
    found.set(unitId, { settings, deviceId });
  }
  return found;
}
