import { shownFuelEvent, shownStop, shownTrip } from '../../../../src/domain/detection/index.ts';
import type { FuelEvent as DetectedFuelEvent, Trip as DetectedTrip } from '../../../../src/domain/detection/index.ts';
import type { Interval, TripId, UnitId } from '../../../../src/domain/base/index.ts';
import type { DrivenTrip, FuelEvent, Stop } from '../../../../src/domain/unitEvent/index.ts';
import type { UnitsInSight } from '../../../call/reach.ts';
import type { AskedDetection } from '../../../pipeline/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { placeOf, type StopRow } from '../../../store/index.ts';
import { instantSql, sightParameters, withinSight } from '../lists/sightSql.ts';

/** One more than asked says that there is more. */
const parameters = (sight: UnitsInSight, { from, to }: Interval, limit: number): unknown[] => [
  ...sightParameters(sight),
  instantSql(from),
  instantSql(to),
  limit + 1,
];

interface TripRow {
  id: number;
  unit_id: number;
  open: boolean;
  data: DetectedTrip;
  drivers: DrivenTrip['drivers'] | null;
}

/** Who drove within the trip. */
const DRIVERS = `(select jsonb_agg(jsonb_build_object('operator_id', operator_id, 'operator_name', name) order by first)
  from (select b.operator_id, o.name, min(b.from_at) as first from operator_binding b join operator o on o.id = b.operator_id
        where b.unit_id = t.unit_id and b.from_at < t.end_at and (b.to_at is null or b.to_at > t.start_at) group by b.operator_id, o.name) driven)`;

/**
 * Trips that touch the interval, whole, oldest first. A trip under way is shown as it is; of a unit that
 * was allocated to the caller only trips that lie within its span are.
 */
export async function readTrips(
  database: Queryable,
  sight: UnitsInSight,
  interval: Interval,
  limit: number,
  underway: Pick<AskedDetection, 'tripOf'>,
): Promise<{ trips: DrivenTrip[]; truncated: boolean }> {
  const rows = await database.query<TripRow>(
    `select t.id, t.unit_id, t.open, t.data, ${DRIVERS} as drivers from trip t
     where t.start_at < $6 and (t.end_at >= $5 or t.open) and ${withinSight('t.unit_id', 't.start_at', 't.end_at')}
     order by t.start_at, t.id limit $7`,
    parameters(sight, interval, limit),
  );
  const trips = rows.slice(0, limit).flatMap((row) => {
    const unitId = row.unit_id as UnitId;
    const trip = (row.open && !sight.spans.has(unitId) && underway.tripOf(unitId)) || row.data;
    return trip.end >= interval.from
      ? [{ ...shownTrip(trip, row.id as TripId, unitId), drivers: row.drivers ?? [] }]
      : [];
  });
  return { trips, truncated: rows.length > limit };
}

/**
 * Parkings and spans without data that touch the interval, oldest first; cut to the span of a unit that was allocated
 * to the caller.
 */
export async function readStops(
  database: Queryable,
  sight: UnitsInSight,
  interval: Interval,
  limit: number,
): Promise<{ stops: Stop[]; truncated: boolean }> {
  const rows = await database.query<StopRow>(
    `select s.unit_id, s.kind, s.start_at, s.end_at, s.latitude, s.longitude
     from (select unit_id, kind, start_at, end_at, latitude, longitude from stop where unit_id = any($1::int8[])
           union all
           select unit_id, kind, greatest(start_at, since), case when until < coalesce(end_at, 'infinity') then until else end_at end, latitude, longitude
           from stop join unnest($2::int8[], $3::timestamptz[], $4::timestamptz[]) as span (of_unit, since, until)
             on of_unit = unit_id and start_at < until and coalesce(end_at, 'infinity') > since) s
     where s.start_at < $6 and coalesce(s.end_at, 'infinity') >= $5
     order by s.start_at, s.unit_id limit $7`,
    parameters(sight, interval, limit),
  );
  const stops = rows
    .slice(0, limit)
    .map((row) =>
      shownStop(row.kind, row.start_at.getTime(), row.end_at?.getTime() ?? null, placeOf(row), row.unit_id as UnitId),
    );
  return { stops, truncated: rows.length > limit };
}

/** Thefts and refills that touch the interval, oldest first. */
export async function readFuelEvents(
  database: Queryable,
  sight: UnitsInSight,
  interval: Interval,
  limit: number,
): Promise<{ events: FuelEvent[]; truncated: boolean }> {
  const rows = await database.query<{ id: number; unit_id: number; data: DetectedFuelEvent }>(
    `select f.id, f.unit_id, f.data from fuel_event f
     where f.start_at < $6 and f.end_at >= $5 and ${withinSight('f.unit_id', 'f.start_at', 'f.end_at')}
     order by f.start_at, f.id limit $7`,
    parameters(sight, interval, limit),
  );
  const events = rows.slice(0, limit).map((row) => shownFuelEvent(row.data, row.id, row.unit_id as UnitId));
  return { events, truncated: rows.length > limit };
}
