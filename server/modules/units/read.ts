import type { Page, Request } from '../../../src/api/contract/index.ts';
import type { AccountSettings } from '../../../src/domain/account/index.ts';
import type { AccountId, DeviceId, Instant, UnitId } from '../../../src/domain/base/index.ts';
import type { DeviceStatus } from '../../../src/domain/device/index.ts';
import { sensorsNeeded, type Sensor } from '../../../src/domain/sensor/index.ts';
import type {
  UnitDetails,
  UnitDevice,
  UnitDriver,
  UnitKind,
  UnitStatus,
  UnitSummary,
} from '../../../src/domain/unit/index.ts';
import { readSensors } from '../../store/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import {
  Conditions,
  escapeLike,
  readPage,
  settingsOf,
  shownAllocation,
  type AllocationSpanRow,
} from '../shared/index.ts';

interface UnitRow {
  id: number;
  account_id: number;
  account_name: string;
  name: string;
  kind: UnitKind;
  status: UnitStatus;
  labels: string[];
  identifiers: string[] | null;
  device_model: string | null;
  drivers: UnitDriver[] | null;
  holder_id: number | null;
  holder_name: string | null;
  start_at: Date | null;
  end_at: Date | null;
  latitude: number | null;
  longitude: number | null;
}

interface DetailsRow extends UnitRow {
  attached_id: number | null;
  attached_name: string | null;
  created_at: Date;
  settings: Partial<AccountSettings> | null;
}

interface DeviceRow {
  device_id: number;
  name: string;
  device_model: string;
  unique_identifier: string;
  status: DeviceStatus;
  trip_detector: object | null;
  fuel: object | null;
  filters: object | null;
}

/** At most one allocation of a unit holds at an instant. `now` and `scope` are places of parameters. */
const holds = (table: string, now: string): string =>
  `${table}.start_at <= ${now} and (${table}.end_at is null or ${table}.end_at > ${now})`;

/** An account that holds the unit sees the devices that were allocated with it. */
const shownDevice = (scope: string): string =>
  `(u.account_id = any(${scope}::int8[]) or l.device_ids @> to_jsonb(ud.device_id))`;
const SHOWN_DEVICES = `unit_device ud join device on device.id = ud.device_id where ud.unit_id = u.id and ${shownDevice('$2')}`;

// Read by themselves and not joined, so that a page costs the devices of its own units and a count costs none.
const IDENTIFIERS = `(select array_agg(device.unique_identifier order by ud.position, device.id) from ${SHOWN_DEVICES})`;
const DEVICE_MODEL = `(select device.device_model from ${SHOWN_DEVICES} order by ud.position, device.id limit 1)`;

/**
 * Drivers of now and of later: those who have begun are shown without since when, which may lie before the unit was
 * the caller's.
 */
const DRIVERS = `(select jsonb_agg(jsonb_build_object('binding_id', b.id, 'operator_id', b.operator_id, 'operator_name', o.name,
    'from', case when b.from_at > $1 then b.from_at end, 'to', b.to_at) order by b.from_at, b.id)
  from operator_binding b join operator o on o.id = b.operator_id where b.unit_id = u.id and (b.to_at is null or b.to_at > $1))`;
const DRIVER = `(select string_agg(o.name, ', ' order by b.from_at, b.id) from operator_binding b join operator o on o.id = b.operator_id
  where b.unit_id = u.id and b.from_at <= $1 and (b.to_at is null or b.to_at > $1))`;

const COLUMNS = `
  u.id, u.account_id, a.name as account_name, u.name, u.kind, u.status, u.labels, u.latitude, u.longitude, ${IDENTIFIERS} as identifiers, ${DEVICE_MODEL} as device_model, ${DRIVERS} as drivers,
  l.account_id as holder_id, h.name as holder_name, l.start_at, l.end_at`;

/** `$1` is the instant of the call, `$2` the accounts in reach. */
const FROM = `
  unit u join account a on a.id = u.account_id
  left join unit_allocation l on l.unit_id = u.id and ${holds('l', '$1')}
  left join account h on h.id = l.account_id`;

/** Units that a scope sees now: those of its accounts, and those that they hold. */
const seenBy = (scope: string): string =>
  `(u.account_id = any(${scope}::int8[]) or l.account_id = any(${scope}::int8[]))`;

/** Columns that a list may be sorted by, as the wire names them. */
const SORTS: Readonly<Record<string, string>> = {
  name: 'lower(u.name)',
  kind: 'u.kind',
  status: 'u.status',
  account_name: 'lower(a.name)',
  identifier: IDENTIFIERS,
  device_model: `lower(${DEVICE_MODEL})`,
  allocated_to: 'lower(h.name)',
  driver: `lower(${DRIVER})`,
  created_at: 'u.created_at',
};

/** One page of the units in reach now; null when the sort column is unknown. */
export function listUnits(
  database: Queryable,
  scope: readonly number[],
  request: Request<'getUnitList'>,
  now: Instant,
): Promise<Page<UnitSummary> | null> {
  const source = {
    columns: COLUMNS,
    from: FROM,
    conditions: conditionsOf(scope, request, now),
    sorts: SORTS,
    fallback: 'name',
    id: 'u.id',
  };
  return readPage<UnitRow, UnitSummary>(database, request, source, summaryOf);
}

/**
 * Units in reach now with an id above `after`, by id. From where the last answer ended: to count all, to
 * sort them and to leave out those before cost a fleet of 20,000 a second for every tenth of it.
 */
export async function readUnits(
  database: Queryable,
  scope: readonly number[],
  { after, limit }: Request<'getAllUnits'>,
  now: Instant,
): Promise<UnitSummary[]> {
  const rows = await database.query<UnitRow>(
    `select ${COLUMNS} from ${FROM} where ${seenBy('$2')} and u.id > $3 order by u.id limit $4`,
    [new Date(now), scope, after, limit],
  );
  return rows.map(summaryOf);
}

/** A unit in reach, or null. */
export async function findUnit(
  database: Queryable,
  scope: readonly number[],
  unitId: number,
  now: Instant,
): Promise<UnitSummary | null> {
  const [row] = await database.query<UnitRow>(`select ${COLUMNS} from ${FROM} where u.id = $3 and ${seenBy('$2')}`, [
    new Date(now),
    scope,
    unitId,
  ]);
  return row ? summaryOf(row) : null;
}

/** A unit in reach with its devices, their sensors and settings, or null. */
export async function readUnit(
  database: Queryable,
  scope: readonly number[],
  unitId: number,
  now: Instant,
): Promise<UnitDetails | null> {
  const at = new Date(now);
  const [row] = await database.query<DetailsRow>(
    `select ${COLUMNS}, u.created_at, a.settings, other.id as attached_id, other.name as attached_name
     from ${FROM}
     left join unit other on other.id = u.attached_to and (other.account_id = any($2::int8[])
       or exists (select 1 from unit_allocation held where held.unit_id = other.id and held.account_id = any($2::int8[]) and ${holds('held', '$1')}))
     where u.id = $3 and ${seenBy('$2')}`,
    [at, scope, unitId],
  );
  if (!row) return null;
  return {
    ...summaryOf(row),
    attached_to: row.attached_name === null ? null : { unit_id: row.attached_id as UnitId, name: row.attached_name },
    devices: await readDevices(database, scope, unitId, at),
    allocation: await readAllocation(database, scope, unitId, at),
    created_at: row.created_at.toISOString(),
    time_zone: settingsOf(row.settings).timezone,
  };
}

/**
 * Visible sensors of units in reach, and those that they refer to, with the devices that the caller sees; a unit out of
 * reach is left out.
 */
export async function readUnitSensors(
  database: Queryable,
  scope: readonly number[],
  unitIds: readonly number[],
  now: Instant,
): Promise<{ unit_id: number; sensors: Sensor[] }[]> {
  const all = await readAllSensors(database, scope, unitIds, now);
  return [...all].map(([unit_id, sensors]) => {
    const devices = Map.groupBy(sensors, ({ device_id }) => device_id);
    return { unit_id, sensors: [...devices.values()].flatMap((own) => sensorsNeeded(own, ({ visible }) => visible)) };
  });
}

/** The same with hidden sensors, by unit, in the order of the units. */
export async function readAllSensors(
  database: Queryable,
  scope: readonly number[],
  unitIds: readonly number[],
  now: Instant,
): Promise<Map<number, Sensor[]>> {
  const rows = await database.query<{ unit_id: number; device_ids: number[] }>(
    `select u.id as unit_id, array_remove(array_agg(ud.device_id order by ud.position), null) as device_ids
     from unit u left join unit_allocation l on l.unit_id = u.id and ${holds('l', '$1')}
     left join unit_device ud on ud.unit_id = u.id and ${shownDevice('$2')}
     where u.id = any($3::int8[]) and ${seenBy('$2')} group by u.id`,
    [new Date(now), scope, unitIds],
  );
  const devices = new Map(rows.map((row) => [row.unit_id, row.device_ids]));
  const sensors = await readSensors(database, [...devices.values()].flat());
  const seen = [...new Set(unitIds)].filter((unitId) => devices.has(unitId));
  return new Map(
    seen.map((unitId) => [unitId, (devices.get(unitId) ?? []).flatMap((deviceId) => sensors.get(deviceId) ?? [])]),
  );
}

function conditionsOf(scope: readonly number[], { search, filters }: Request<'getUnitList'>, now: Instant): Conditions {
  const conditions = new Conditions();
  conditions.add(() => 'true', new Date(now)).add(seenBy, scope);
  if (filters.kind) conditions.add((place) => `u.kind = ${place}`, filters.kind);
  if (filters.status) conditions.add((place) => `u.status = ${place}`, filters.status);
  // Beside the scope's condition, so that a foreign account gives nothing.
  if (filters.account_id)
    conditions.add((place) => `(u.account_id = ${place} or l.account_id = ${place})`, filters.account_id);
  if (filters.label) conditions.add((place) => `u.labels @> ${place}::jsonb`, JSON.stringify([filters.label]));
  if (filters.device_model) conditions.add((place) => `${DEVICE_MODEL} = ${place}`, filters.device_model);
  if (filters.allocation)
    conditions.add((place) => `(l.id is not null) = (${place} = 'allocated')`, filters.allocation);
  const text = search.trim();
  if (text) {
    conditions.add(
      (
        place,
      ) => `(u.name ilike ${place} or a.name ilike ${place} or exists (select 1 from ${SHOWN_DEVICES} and device.unique_identifier ilike ${place})
        or ${DRIVER} ilike ${place}
        or exists (select 1 from jsonb_array_elements_text(u.labels) label where label ilike ${place}))`,
      `%${escapeLike(text)}%`,
    );
  }
  return conditions;
}

async function readDevices(
  database: Queryable,
  scope: readonly number[],
  unitId: number,
  at: Date,
): Promise<UnitDevice[]> {
  const rows = await database.query<DeviceRow>(
    `select ud.device_id, device.name, device.device_model, device.unique_identifier, device.status, device.trip_detector, device.fuel, device.filters
     from unit u left join unit_allocation l on l.unit_id = u.id and ${holds('l', '$1')}
     join unit_device ud on ud.unit_id = u.id join device on device.id = ud.device_id
     where u.id = $3 and ${shownDevice('$2')} order by ud.position, device.id`,
    [at, scope, unitId],
  );
  const sensors = await readSensors(
    database,
    rows.map((row) => row.device_id),
  );
  return rows.map(({ device_id, trip_detector, fuel, filters, ...device }) => ({
    ...device,
    device_id: device_id as DeviceId,
    settings: { trip_detector, fuel, filters },
    sensors: sensors.get(device_id) ?? [],
  }));
}

/** The span that holds, or else the next one; of the spans that the scope may see. */
async function readAllocation(
  database: Queryable,
  scope: readonly number[],
  unitId: number,
  at: Date,
): Promise<UnitDetails['allocation']> {
  const [row] = await database.query<AllocationSpanRow>(
    `select l.id, l.account_id, a.name as account_name, l.start_at, l.end_at
     from unit_allocation l join account a on a.id = l.account_id join unit u on u.id = l.unit_id
     where l.unit_id = $3 and (l.end_at is null or l.end_at > $1) and ${seenBy('$2')} order by l.start_at limit 1`,
    [at, scope, unitId],
  );
  return row ? shownAllocation(row) : null;
}

function summaryOf(row: UnitRow): UnitSummary {
  const { latitude, longitude } = row;
  return {
    unit_id: row.id as UnitId,
    account_id: row.account_id as AccountId,
    account_name: row.account_name,
    name: row.name,
    kind: row.kind,
    status: row.status,
    labels: row.labels,
    identifiers: row.identifiers ?? [],
    device_model: row.device_model ?? '',
    allocated_to:
      row.holder_name === null || row.start_at === null
        ? null
        : {
            account_id: row.holder_id as AccountId,
            account_name: row.holder_name,
            start_date: row.start_at.toISOString(),
            end_date: row.end_at?.toISOString() ?? null,
          },
    drivers: row.drivers ?? [],
    location: latitude === null || longitude === null ? null : { latitude, longitude },
  };
}
