import { createFix, IGNITION, type AttributeValue, type Fix } from '../../src/domain/telemetry/index.ts';
import {
  DEFAULT_TRIP_DETECTOR,
  type DetectionPoint,
  type FuelEvent,
  type Trip,
  type TripDetectorSettings,
} from '../../src/domain/detection/index.ts';
import { SECOND, type Instant } from '../../src/domain/base/index.ts';
import { openDetection, type Detection, type DetectionOptions } from '../../server/pipeline/index.ts';
import { createDirectory, type Directory } from '../../server/modules/shared/index.ts';
import { openPositionStore, type Database, type OpenedPositionStore } from '../../server/store/index.ts';
import { silentLogger } from './silentLogger.ts';

/** Detection tries again what failed; in a test nothing may. */
const DEMANDING = {
  info: () => undefined,
  warn: (details: object, message: string) => {
    throw new Error(`${message} ${JSON.stringify(details)}`);
  },
};

/** Settings that do not refuse what nine satellites reported. */
export const TRIP_SETTINGS: TripDetectorSettings = { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 };

/** A stop as it is stored. */
interface StoredStop {
  readonly kind: string;
  readonly from: Instant;
  readonly to: Instant | null;
}

/** A report with attributes besides those that detection reads. */
type SentPoint = DetectionPoint & { readonly attributes?: Readonly<Record<string, AttributeValue>> };

/** The store and detection on it, over a database of `fillWorld`, with a clock that the test moves. */
export interface DetectionWorld {
  now: Instant;
  readonly store: OpenedPositionStore;
  readonly detection: Detection;
  readonly directory: Directory;
  /** Stores reports as they would come; without `receivedAt` each the moment it was taken. */
  send(unitId: number, points: readonly SentPoint[], receivedAt?: Instant): Promise<void>;
  trips(unitId: number): Promise<Trip[]>;
  tripIds(unitId: number): Promise<number[]>;
  stops(unitId: number): Promise<StoredStop[]>;
  fuelEvents(unitId: number): Promise<FuelEvent[]>;
  /** What was recorded of the unit's trips and fuel, in order: the kind, with `late` where it was no news. */
  facts(unitId: number): Promise<string[]>;
  /** Ends as a killed process does: what was not written is gone. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** `roads`: those of the street maps; left out: there are none. */
export async function openDetectionWorld(
  database: Database,
  start: Instant,
  roads?: DetectionOptions['roads'],
): Promise<DetectionWorld> {
  let parts = await open();
  const world: DetectionWorld = {
    now: start,
    get store() {
      return parts.store;
    },
    get detection() {
      return parts.detection;
    },
    get directory() {
      return parts.directory;
    },
    async send(unitId, points, receivedAt) {
      for (const point of points) parts.store.append(unitId, 2, receivedAt ?? point.time, fixOf(point));
      if (!(await new Promise<boolean>((resolve) => parts.store.afterCommit(resolve))))
        throw new Error('Reports were not stored.');
    },
    async trips(unitId) {
      const rows = await database.query<{ open: boolean; data: Trip }>(
        'select open, data from trip where unit_id = $1 order by start_at',
        [unitId],
      );
      return rows.map(({ open: isOpen, data }) => (isOpen && parts.detection.tripOf(unitId)) || data);
    },
    tripIds: async (unitId) =>
      (await database.query<{ id: number }>('select id from trip where unit_id = $1 order by start_at', [unitId])).map(
        ({ id }) => id,
      ),
    async stops(unitId) {
      const rows = await database.query<{ kind: string; start_at: Date; end_at: Date | null }>(
        'select kind, start_at, end_at from stop where unit_id = $1 order by start_at',
        [unitId],
      );
      return rows.map((row) => ({ kind: row.kind, from: row.start_at.getTime(), to: row.end_at?.getTime() ?? null }));
    },
    fuelEvents: async (unitId) =>
      (
        await database.query<{ data: FuelEvent }>('select data from fuel_event where unit_id = $1 order by start_at', [
          unitId,
        ])
      ).map(({ data }) => data),
    async facts(unitId) {
      const rows = await database.query<{ kind: string; late: boolean }>(
        "select kind, (data ->> 'late')::bool as late from event where (data ->> 'unit_id')::int8 = $1 order by account_id, sequence",
        [unitId],
      );
      return rows.map(({ kind, late }) => (late ? `${kind} late` : kind));
    },
    async restart() {
      await close();
      parts = await open();
    },
    close,
  };
  return world;

  async function open() {
    const time = { now: () => world.now };
    const store = await openPositionStore({ database, logger: silentLogger, time: { now: () => start } });
    const directory = await createDirectory(database, { logger: silentLogger, time: { now: () => start } });
    // A machine that has other work would put late reports off beyond what a test waits.
    const stopwatch = (): number => 0;
    const detection = openDetection({
      database,
      positions: store,
      directory,
      time,
      stopwatch,
      logger: DEMANDING,
      roads,
    });
    return { store, directory, detection };
  }
  async function close() {
    await parts.detection.close();
    parts.directory.close();
    await parts.store.close();
  }
}

/** What a decoder would have made of the report. */
function fixOf(point: SentPoint): Fix {
  const { time, hasPosition, valid, latitude, longitude, speed, satellites } = point;
  const fix = Object.assign(createFix(), { time, hasPosition, valid, latitude, longitude, speed, satellites });
  if (point.ignition !== IGNITION.unknown) fix.attributes.set('ignition', point.ignition === IGNITION.on);
  if (!Number.isNaN(point.odometer)) fix.attributes.set('odometer', point.odometer);
  if (point.fuelLevels.length > 0) fix.attributes.set('fuel_level', point.fuelLevels[0]);
  if (point.driverKey !== null) fix.attributes.set('driver_key', point.driverKey);
  for (const [name, value] of Object.entries(point.attributes ?? {})) fix.attributes.set(name, value);
  return fix;
}

/** The point as the store gives it back: whole metres, tenths of km/h, 1e-7 degrees. */
export function storedPoint(point: DetectionPoint): DetectionPoint {
  return {
    ...point,
    time: Math.round(point.time),
    latitude: Math.round(point.latitude * 1e7) / 1e7,
    longitude: Math.round(point.longitude * 1e7) / 1e7,
    speed: Math.round(point.speed * 10) / 10,
    odometer: Math.round(point.odometer),
  };
}

/** Empties the world of reports and of all that came of them; devices have {@link TRIP_SETTINGS} and nothing else. */
export async function emptyReports(database: Database): Promise<void> {
  for (const table of [
    'journal',
    'track_block',
    'last_position',
    'trip',
    'stop',
    'fuel_event',
    'unit_alarm',
    'zone_visit',
    'detection_state',
    'detection_anchor',
    'driver_key_session',
    'operator',
    'event',
    'sensor',
  ]) {
    await database.query(`delete from ${table}`);
  }
  await database.query('update device set trip_detector = $1, fuel = null, filters = null, min_satellites = null', [
    JSON.stringify(TRIP_SETTINGS),
  ]);
}

/** Puts a unit with a device into an empty database, once. */
export async function setUpUnit(database: Database, unitId: number, trips: TripDetectorSettings): Promise<void> {
  const at = new Date(0);
  await database.query(
    "insert into account (id, parent_id, name, type, status, restrict_sub_accounts, created_at) values (1, null, 'Provider', 'OWNER', 'active', false, $1) on conflict do nothing",
    [at],
  );
  await database.query(
    "insert into unit (id, account_id, name, kind, created_at) values ($1, 1, 'Truck', 'truck', $2) on conflict do nothing",
    [unitId, at],
  );
  await database.query(
    "insert into device (id, account_id, unique_identifier, name, device_model, trip_detector, created_at) values ($1, 1, 'TRUCK', 'Truck', 'FMB920', $2, $3) on conflict do nothing",
    [unitId, JSON.stringify(trips), at],
  );
  await database.query(
    'insert into unit_device (unit_id, device_id, position) values ($1, $1, 0) on conflict do nothing',
    [unitId],
  );
}

/** Gives a unit's device its settings; null takes them away. */
export async function setUpDevice(
  database: Database,
  deviceId: number,
  settings: { trip_detector?: object | null; fuel?: object; filters?: object },
): Promise<void> {
  for (const [column, value] of Object.entries(settings))
    await database.query(`update device set ${column} = $2 where id = $1`, [
      deviceId,
      value === null ? null : JSON.stringify(value),
    ]);
}

/** Long enough for late reports to be gone through, and for what has not settled to be looked at again. */
export const LATER = 90 * SECOND;
