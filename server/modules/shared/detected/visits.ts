import { shownVisit } from '../../../../src/domain/detection/index.ts';
import { toIso, type AccountId, type Interval, type UnitId } from '../../../../src/domain/base/index.ts';
import type { DrivenTrip, ZoneVisit } from '../../../../src/domain/unitEvent/index.ts';
import type { UnitsInSight } from '../../../call/reach.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { visitOfRow, type VisitRow } from '../../../store/visitRow.ts';
import { instantSql, sightParameters, withinSight } from '../lists/sightSql.ts';

interface NamedVisitRow extends VisitRow {
  name: string;
}

/**
 * Visits by the units of the accounts' geofences that touch the interval, newest first; of those that are named, or of
 * all.
 */
export async function readVisits(
  database: Queryable,
  sight: UnitsInSight,
  { from, to }: Interval,
  limit: number,
  accounts: readonly AccountId[],
  geofenceIds: readonly number[] | undefined,
): Promise<{ visits: ZoneVisit[]; truncated: boolean }> {
  const rows = await database.query<NamedVisitRow>(
    `select v.unit_id, v.geofence_id, g.name, v.entered_at, v.left_at, v.entry_seen, v.passed_through,
            v.latitude, v.longitude, v.left_latitude, v.left_longitude, v.distance, v.max_speed
     from zone_visit v join geofence g on g.id = v.geofence_id
     where v.entered_at <= $6 and coalesce(v.left_at, 'infinity') >= $5
       and ${withinSight('v.unit_id', 'v.entered_at', 'coalesce(v.left_at, v.entered_at)')}
       and g.account_id = any($8::int8[]) and ($9::int8[] is null or g.id = any($9))
     order by v.entered_at desc, v.unit_id, v.geofence_id limit $7`,
    [...sightParameters(sight), instantSql(from), instantSql(to), limit + 1, accounts, geofenceIds ?? null],
  );
  const visits = rows
    .slice(0, limit)
    .map((row) => shownVisit(visitOfRow(row), { name: row.name }, row.unit_id as UnitId));
  return { visits, truncated: rows.length > limit };
}

/** How many of these geofences belong to the accounts. */
export async function countGeofences(
  database: Queryable,
  accounts: readonly AccountId[],
  geofenceIds: readonly number[],
): Promise<number> {
  const [{ count }] = await database.query<{ count: number }>(
    'select count(*)::int4 as count from geofence where id = any($1::int8[]) and account_id = any($2::int8[])',
    [geofenceIds, accounts],
  );
  return count;
}

/** The trips with the accounts' geofences in which each began and ended, the smallest first. */
export async function withZones(
  database: Queryable,
  trips: readonly DrivenTrip[],
  accounts: readonly AccountId[],
): Promise<DrivenTrip[]> {
  const ends = trips.flatMap((trip, place) => [
    { place, isStart: true, unitId: trip.unit_id, at: trip.start },
    ...(trip.open ? [] : [{ place, isStart: false, unitId: trip.unit_id, at: trip.end }]),
  ]);
  const rows = await database.query<{ place: number; is_start: boolean; id: number; name: string }>(
    `select w.place, w.is_start, g.id, g.name
     from unnest($1::int4[], $2::bool[], $3::int8[], $4::timestamptz[]) as w (place, is_start, unit_id, at)
     join zone_visit v on v.unit_id = w.unit_id and v.entered_at <= w.at and coalesce(v.left_at, 'infinity') >= w.at
     join geofence g on g.id = v.geofence_id
     where g.account_id = any($5::int8[]) and not v.passed_through order by g.area, g.id`,
    [
      ends.map(({ place }) => place),
      ends.map(({ isStart }) => isStart),
      ends.map(({ unitId }) => unitId),
      ends.map(({ at }) => toIso(Date.parse(at))),
      accounts,
    ],
  );
  const zonesAt = (place: number, isStart: boolean) =>
    rows
      .filter((row) => row.place === place && row.is_start === isStart)
      .map(({ id, name }) => ({ geofence_id: id, name }));
  return trips.map((trip, place) => ({ ...trip, start_zones: zonesAt(place, true), end_zones: zonesAt(place, false) }));
}
