import type { Page, Request } from '../../../src/api/contract/index.ts';
import type { AccountId, DeviceId, Instant, UnitId } from '../../../src/domain/base/index.ts';
import {
  defaultSatellites,
  type ClockOffset,
  type Device,
  type DeviceDetails,
  type DeviceStatus,
  type ProtocolLock,
} from '../../../src/domain/device/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { Conditions, escapeLike, readPage } from '../shared/index.ts';

interface DeviceRow {
  device_id: number;
  account_id: number;
  account_name: string;
  name: string;
  device_model: string;
  manufacturer: string;
  version: string;
  clock_offset: ClockOffset;
  protocol_lock: ProtocolLock;
  networks: string[];
  unique_identifier: string;
  status: DeviceStatus;
  sim_number_1: string;
  sim_operator_1: string;
  sim_number_2: string;
  sim_operator_2: string;
  labels: string[];
  unit_id: number | null;
  unit_name: string | null;
  allocation_id: number | null;
  holder_id: number | null;
  holder_name: string | null;
  start_at: Date | null;
  end_at: Date | null;
  created_at: Date;
}

interface DetailsRow extends DeviceRow {
  has_password: boolean;
  sensors: number;
  commands: number;
  min_satellites: number | null;
  trip_detector: object | null;
  fuel: object | null;
  filters: object | null;
}

const COLUMNS = `
  d.id as device_id, d.account_id, a.name as account_name, d.name, d.device_model, d.manufacturer, d.version, d.clock_offset, d.protocol_lock, d.networks, d.unique_identifier, d.status,
  d.sim_number_1, d.sim_operator_1, d.sim_number_2, d.sim_operator_2, d.labels, u.id as unit_id, u.name as unit_name,
  l.id as allocation_id, l.account_id as holder_id, h.name as holder_name, l.start_at, l.end_at, d.created_at`;
const DETAILS = `
  d.password_secret is not null as has_password, d.min_satellites, d.trip_detector, d.fuel, d.filters,
  (select count(*) from sensor where sensor.device_id = d.id) as sensors,
  (select count(*) from device_command where device_command.device_id = d.id) as commands`;

const SORTS: Readonly<Record<string, string>> = {
  name: 'lower(d.name)',
  device_model: 'lower(d.device_model)',
  manufacturer: 'lower(d.manufacturer)',
  version: 'd.version',
  unique_identifier: 'd.unique_identifier',
  status: 'd.status',
  account_name: 'lower(a.name)',
  unit_name: 'lower(u.name)',
  sim_number_1: 'd.sim_number_1',
  allocated_to: 'lower(h.name)',
  created_at: 'd.created_at',
};

/**
 * `now` is the place of the instant of the call: at most one allocation of a device holds at it. `u` is the unit that
 * carries the device, if the scope sees it: who holds the device alone is not shown others' vehicles.
 */
const fromAt = (now: string, scope: string): string => `
  device d join account a on a.id = d.account_id
  left join unit_device ud on ud.device_id = d.id
  left join unit u on u.id = ud.unit_id and (u.account_id = any(${scope}::int8[]) or exists (
    select 1 from unit_allocation held where held.unit_id = u.id and held.account_id = any(${scope}::int8[])
      and held.start_at <= ${now} and (held.end_at is null or held.end_at > ${now})))
  left join device_allocation l on l.device_id = d.id and l.start_at <= ${now} and (l.end_at is null or l.end_at > ${now})
  left join account h on h.id = l.account_id`;

/** Devices that a scope sees now: those of its accounts, and those that are allocated to them. */
const seenBy = (scope: string): string =>
  `(d.account_id = any(${scope}::int8[]) or l.account_id = any(${scope}::int8[]))`;

/** One page of the devices in reach; null when the sort column is unknown. */
export function listDevices(
  database: Queryable,
  scope: readonly AccountId[],
  request: Request<'getDeviceList'>,
  now: Instant,
): Promise<Page<Device> | null> {
  const { filters } = request;
  const conditions = new Conditions();
  conditions.add(() => 'true', new Date(now)).add(seenBy, scope);
  if (filters.status) conditions.add((place) => `d.status = ${place}`, filters.status);
  if (filters.device_model) conditions.add((place) => `d.device_model = ${place}`, filters.device_model);
  if (filters.account_id)
    conditions.add((place) => `(d.account_id = ${place} or l.account_id = ${place})`, filters.account_id);
  if (filters.label) conditions.add((place) => `d.labels @> ${place}::jsonb`, JSON.stringify([filters.label]));
  if (filters.use) conditions.add((place) => `(ud.unit_id is not null) = (${place} = 'used')`, filters.use);
  const text = request.search.trim();
  if (text) {
    conditions.add(
      (
        place,
      ) => `(d.name ilike ${place} or d.unique_identifier ilike ${place} or d.device_model ilike ${place} or d.sim_number_1 ilike ${place}
        or d.sim_number_2 ilike ${place} or u.name ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  }
  return readPage<DeviceRow, Device>(
    database,
    request,
    { columns: COLUMNS, from: fromAt('$1', '$2'), conditions, sorts: SORTS, fallback: 'name', id: 'd.id' },
    deviceOf,
  );
}

/** A device in reach with what is set for it, or null. */
export async function readDevice(
  database: Queryable,
  scope: readonly AccountId[],
  deviceId: number,
  now: Instant,
): Promise<DeviceDetails | null> {
  const [row] = await database.query<DetailsRow>(
    `select ${COLUMNS}, ${DETAILS} from ${fromAt('$1', '$2')} where d.id = $3 and ${seenBy('$2')}`,
    [new Date(now), scope, deviceId],
  );
  if (!row) return null;
  const { has_password, min_satellites: learned, trip_detector, fuel, filters } = row;
  return {
    ...deviceOf(row),
    has_password,
    default_satellites: defaultSatellites(row.device_model, learned),
    sensors: row.sensors,
    commands: row.commands,
    settings: { trip_detector, fuel, filters },
  };
}

function deviceOf(row: DeviceRow): Device {
  const { name, device_model, manufacturer, version, unique_identifier, status, labels, account_name } = row;
  const { clock_offset, protocol_lock, networks } = row;
  const { sim_number_1, sim_operator_1, sim_number_2, sim_operator_2 } = row;
  return {
    device_id: row.device_id as DeviceId,
    account_id: row.account_id as AccountId,
    account_name,
    name,
    device_model,
    manufacturer,
    version,
    clock_offset,
    protocol_lock,
    networks,
    unique_identifier,
    status,
    sim_number_1,
    sim_operator_1,
    sim_number_2,
    sim_operator_2,
    labels,
    unit_id: row.unit_id as UnitId | null,
    unit_name: row.unit_name ?? '',
    allocated_to: allocatedTo(row),
    created_at: row.created_at.toISOString(),
  };
}

function allocatedTo(row: DeviceRow): Device['allocated_to'] {
  if (row.allocation_id === null || !row.start_at) return null;
  return {
    allocation_id: row.allocation_id as NonNullable<Device['allocated_to']>['allocation_id'],
    account_id: row.holder_id as AccountId,
    account_name: row.holder_name ?? '',
    start_date: row.start_at.toISOString(),
    end_date: row.end_at?.toISOString() ?? null,
  };
}
