import type { FuelEvent as DetectedFuelEvent, Trip as DetectedTrip } from '../../../../src/domain/detection/index.ts';
import { SECOND, toIso, type AccountId, type Interval, type UnitId } from '../../../../src/domain/base/index.ts';
import { withoutCommandPassword } from '../../../../src/domain/command/index.ts';
import {
  UNIT_EVENT_KINDS,
  type Place,
  type UnitEvent,
  type UnitEventKind,
} from '../../../../src/domain/unitEvent/index.ts';
import type { UnitsInSight } from '../../../call/reach.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { placeOf } from '../../../store/index.ts';
import { instantSql, sightParameters, withinSight } from '../lists/sightSql.ts';

/** Accounts whose rules and routes the caller may read. */
export interface EventAccounts {
  readonly rules: readonly AccountId[];
  readonly routes: readonly AccountId[];
  readonly geofences: readonly AccountId[];
  /**
   * Whose units' commands, and whose own: what others sent to a unit that the caller only holds is not theirs to read.
   */
  readonly commands: readonly AccountId[];
}

interface EventRow {
  unit_id: number;
  kind: UnitEventKind;
  at: Date;
  latitude: number | null;
  longitude: number | null;
  detail: string;
  driver: string | null;
  data: unknown;
}

/** What happened in runs of the caller's routes. */
function runEvents(kind: UnitEventKind): string {
  return `select unit_id as of_unit, at, latitude, longitude,
    route_name || case checkpoint when '' then '' else ' · ' || checkpoint end as detail, data
    from route_run_event where kind = '${kind}' and account_id = any($9::int8[])`;
}

/** A visit of one of the caller's geofences: when, and where. */
function visitEvents(at: string, place: string, condition: string): string {
  return `select v.unit_id as of_unit, ${at} as at, v.${place}latitude as latitude, v.${place}longitude as longitude, g.name as detail,
    jsonb_strip_nulls(jsonb_build_object('geofence_id', g.id, 'duration', extract(epoch from v.left_at - v.entered_at)::float8, 'speed', v.max_speed)) as data
    from zone_visit v join geofence g on g.id = v.geofence_id where ${condition} and g.account_id = any($10::int8[])`;
}

/**
 * Where each kind of event is read from: `unit_id`, `at`, and what its figures and place come from. Each
 * source has the unit in `of_unit` and its instant in `at`.
 */
const driven = (at: 'from' | 'to', end: '' | 'end_'): string =>
  `select b.unit_id as of_unit, b.${at}_at as at, s.${end}latitude as latitude, s.${end}longitude as longitude, o.name as detail, null::jsonb as data
   from operator_binding b join operator o on o.id = b.operator_id
   left join driver_key_session s on s.unit_id = b.unit_id and s.${at}_at = b.${at}_at
   where b.${at}_at is not null`;

const SOURCES: Readonly<Record<UnitEventKind, string>> = {
  driverAssigned: driven('from', ''),
  driverReleased: driven('to', 'end_'),
  tripStarted:
    "select unit_id as of_unit, start_at as at, null::float8 as latitude, null::float8 as longitude, '' as detail, data from trip",
  tripEnded:
    "select unit_id as of_unit, end_at as at, null::float8 as latitude, null::float8 as longitude, '' as detail, data from trip where not open",
  parked:
    "select unit_id as of_unit, start_at as at, latitude, longitude, '' as detail, jsonb_build_object('end', extract(epoch from end_at)::float8, 'start', extract(epoch from start_at)::float8) as data from stop where kind = 'parking'",
  noData:
    "select unit_id as of_unit, start_at as at, latitude, longitude, '' as detail, jsonb_build_object('end', extract(epoch from end_at)::float8, 'start', extract(epoch from start_at)::float8) as data from stop where kind = 'no_data'",
  fuelTheft:
    "select unit_id as of_unit, start_at as at, null::float8 as latitude, null::float8 as longitude, '' as detail, data from fuel_event where kind = 'theft'",
  fuelRefill:
    "select unit_id as of_unit, start_at as at, null::float8 as latitude, null::float8 as longitude, '' as detail, data from fuel_event where kind = 'refill'",
  fuelFault:
    "select unit_id as of_unit, start_at as at, null::float8 as latitude, null::float8 as longitude, '' as detail, data from fuel_event where kind = 'fault'",
  alarm: 'select unit_id as of_unit, at, latitude, longitude, word as detail, null::jsonb as data from unit_alarm',
  command:
    'select c.unit_id as of_unit, c.created_at as at, c.latitude, c.longitude, c.text as detail, null::jsonb as data from command_execution c join unit u on u.id = c.unit_id where u.account_id = any($11::int8[]) or c.account_id = any($11::int8[])',
  rule: "select unit_id as of_unit, at, latitude, longitude, rule_name as detail, jsonb_strip_nulls(jsonb_build_object('value', value)) as data from rule_occurrence where account_id = any($8::int8[])",
  checkpointReached: runEvents('checkpointReached'),
  checkpointLate: runEvents('checkpointLate'),
  checkpointSkipped: runEvents('checkpointSkipped'),
  offRoute: runEvents('offRoute'),
  backOnRoute: runEvents('backOnRoute'),
  runFinished: runEvents('runFinished'),
  zoneEntered: visitEvents('v.entered_at', '', 'v.entry_seen'),
  zoneLeft: visitEvents('v.left_at', 'left_', 'v.left_at is not null'),
};

/** Names of those who drove the unit at the instant of an event, up to the instant at which they were released. */
const DRIVER = `case when kind in ('driverAssigned', 'driverReleased') then null else (
  select string_agg(distinct o.name, ', ') from operator_binding b join operator o on o.id = b.operator_id
  where b.unit_id = of_unit and b.from_at <= at and (b.to_at is null or b.to_at >= at)) end`;

/**
 * What happened to the units within the interval, newest first; of the kinds that are named, or of all. Of rules,
 * routes, geofences and commands those of `whose` alone.
 */
export async function readUnitEvents(
  database: Queryable,
  sight: UnitsInSight,
  interval: Interval,
  kinds: readonly UnitEventKind[] | undefined,
  limit: number,
  whose: EventAccounts,
): Promise<{ events: UnitEvent[]; truncated: boolean }> {
  const asked = kinds && kinds.length > 0 ? UNIT_EVENT_KINDS.filter((kind) => kinds.includes(kind)) : UNIT_EVENT_KINDS;
  // Each kind by itself, newest first: the database reads no more of any than the answer may hold.
  const parts = asked.map(
    (kind) => `(select '${kind}' as kind, e.* from (${SOURCES[kind]}) e
      where e.at >= $5 and e.at < $6 and ${withinSight('e.of_unit', 'e.at', 'e.at')} order by e.at desc limit $7)`,
  );
  const rows = await database.query<EventRow>(
    `select of_unit as unit_id, kind, at, latitude, longitude, detail, data, ${DRIVER} as driver
     from (select * from (${parts.join(' union all ')}) every
       where $8::int8[] is not null and $9::int8[] is not null and $10::int8[] is not null and $11::int8[] is not null
       order by at desc, of_unit, kind limit $7) shown
     order by at desc, of_unit, kind`,
    [
      ...sightParameters(sight),
      instantSql(interval.from),
      instantSql(interval.to),
      limit + 1,
      whose.rules,
      whose.routes,
      whose.geofences,
      whose.commands,
    ],
  );
  return { events: rows.slice(0, limit).map(eventOf), truncated: rows.length > limit };
}

function eventOf(row: EventRow): UnitEvent {
  const { place, values } = detailsOf(row);
  return {
    unit_id: row.unit_id as UnitId,
    kind: row.kind,
    time: toIso(row.at.getTime()),
    position: place,
    detail: row.kind === 'command' ? withoutCommandPassword(row.detail) : row.detail,
    driver: row.driver ?? '',
    values,
  };
}

function detailsOf(row: EventRow): { place: Place | null; values: Record<string, number> } {
  switch (row.kind) {
    case 'tripStarted':
      return { place: (row.data as DetectedTrip).startPlace, values: {} };
    case 'tripEnded': {
      const trip = row.data as DetectedTrip;
      return { place: trip.endPlace, values: { distance: trip.distance, duration: (trip.end - trip.start) / SECOND } };
    }
    case 'parked':
    case 'noData': {
      const { start, end } = row.data as { start: number; end: number | null };
      return { place: placeOf(row), values: end === null ? {} : { duration: end - start } };
    }
    case 'fuelTheft':
    case 'fuelRefill': {
      const event = row.data as DetectedFuelEvent;
      return { place: event.place, values: { volume: event.volume } };
    }
    case 'fuelFault': {
      const event = row.data as DetectedFuelEvent;
      return { place: event.place, values: { before: event.startLevel, after: event.endLevel } };
    }
    case 'rule':
    case 'checkpointReached':
    case 'checkpointLate':
    case 'checkpointSkipped':
    case 'offRoute':
    case 'backOnRoute':
    case 'runFinished':
    case 'zoneEntered':
    case 'zoneLeft':
      return { place: placeOf(row), values: row.data as Record<string, number> };
    default:
      return { place: placeOf(row), values: {} };
  }
}
