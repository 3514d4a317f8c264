import { DEFAULT_FILTERS, filterSettingsSchema, type FilterSettings } from '../../src/domain/detection/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import type { Database, Queryable } from '../store/database.types.ts';
import { unitsOfDevices } from './setup.ts';

/** The validity filters of every unit, in memory: of the first of its devices that has any, as detection takes them. */
export interface UnitFilters {
  of(unitId: number): FilterSettings;
  /** Units whose filters somebody set to something. */
  readonly own: ReadonlyMap<number, FilterSettings>;
  /** Resolves when every change that was told of so far counts: whoever asks because of an event is answered by it. */
  settled(): Promise<void>;
  /** Told of units whose filters changed, at once. Returns an undo. */
  onChanged(listener: (unitIds: readonly number[]) => void): () => void;
  close(): void;
}

export interface UnitFiltersOptions {
  readonly database: Database;
  readonly logger: { warn(details: object, message: string): void };
}

const DEFAULT_KEY = JSON.stringify(DEFAULT_FILTERS);

/** Reads the filters, and again those of units and devices that events tell of, before the transaction that told of them ends. */
export async function openUnitFilters({ database, logger }: UnitFiltersOptions): Promise<UnitFilters> {
  const own = new Map<number, FilterSettings>();
  /** Whose filters a unit has: a device that is gone tells of itself, and of no unit. */
  const devices = new Map<number, number>();
  for (const [unitId, { settings, deviceId }] of await readFilters(database, null)) {
    own.set(unitId, settings);
    devices.set(unitId, deviceId);
  }
  const listeners = new Set<(unitIds: readonly number[]) => void>();
  const renew = async (events: readonly DomainEvent[]): Promise<void> => {
    const subjects = (type: string): number[] => [
      ...new Set(events.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)),
    ];
    const told = subjects('device');
    const bearers =
      told.length === 0 ? [] : [...devices].filter(([, deviceId]) => told.includes(deviceId)).map(([unitId]) => unitId);
    const units = [...new Set([...subjects('unit'), ...bearers, ...(await unitsOfDevices(database, told))])];
    if (units.length === 0) return;
    const read = await readFilters(database, units);
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
  // One after another: an older answer must not undo a newer one.
  let work: Promise<void> = Promise.resolve();
  const stop = database.onEvents((events) => {
    if (!events.some(({ subject_type }) => subject_type === 'unit' || subject_type === 'device')) return;
    work = work
      .then(() => renew(events))
      .catch((error: unknown) => logger.warn({ error: String(error) }, 'changed filters could not be read'));
    return work;
  });
  return {
    of: (unitId) => own.get(unitId) ?? DEFAULT_FILTERS,
    own,
    settled: () => work,
    onChanged: (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    close() {
      stop();
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
