import { toIso, type Instant, type Interval, type TripId, type UnitId } from '../../../../src/domain/base/index.ts';
import type { Trip } from '../../../../src/domain/detection/index.ts';
import type { Drive, OperatorDrive } from '../../../../src/domain/operator/index.ts';
import type { UnitsInSight } from '../../../call/reach.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { instantSql, sightParameters, withinSight } from '../lists/sightSql.ts';

/** A trip of a unit with the span in which the operator was assigned to it. */
export interface DriveRow {
  id: number;
  unit_id: number;
  unit_name: string;
  open: boolean;
  data: Trip;
  bound_from: Date;
  bound_to: Date | null;
}

/** What the operator $7 drove between $5 and $6 of units in sight. */
export const DRIVEN = `operator_binding b join unit u on u.id = b.unit_id
  join trip t on t.unit_id = b.unit_id and t.start_at < coalesce(b.to_at, 'infinity')
    and (t.end_at > b.from_at or t.open)
  where ${withinSight('t.unit_id', 't.start_at', 't.end_at')}
    and b.operator_id = $7 and b.from_at < $6 and coalesce(b.to_at, 'infinity') > $5
    and t.start_at < $6 and (t.end_at >= $5 or t.open)`;

export const driveParameters = (sight: UnitsInSight, operatorId: number, { from, to }: Interval): unknown[] => [
  ...sightParameters(sight),
  instantSql(from),
  instantSql(to),
  operatorId,
];

/** What the operator drove within the interval, in the order of the trips. */
export function readDriveRows(
  database: Queryable,
  sight: UnitsInSight,
  operatorId: number,
  interval: Interval,
  limit: number,
): Promise<DriveRow[]> {
  return database.query<DriveRow>(
    `select t.id, t.unit_id, u.name as unit_name, t.open, t.data, b.from_at as bound_from, b.to_at as bound_to
     from ${DRIVEN} order by t.start_at, t.id, b.from_at limit $8`,
    [...driveParameters(sight, operatorId, interval), limit],
  );
}

/** Time at the wheel, with what is shown of it. */
export interface Driven extends Drive {
  readonly shown: Omit<OperatorDrive, 'driving'>;
}

/** The part of the trip in which the operator was assigned; nothing where a trip under way has not come to it. */
export function driveOf(row: DriveRow, underway: Trip | null, now: Instant): Driven[] {
  const trip = underway ?? row.data;
  const from = Math.max(trip.start, row.bound_from.getTime());
  const to = Math.min(trip.end, row.bound_to?.getTime() ?? Number.POSITIVE_INFINITY);
  if (to <= from) return [];
  const open = trip.open && (row.bound_to === null || row.bound_to.getTime() > now);
  const partial = from > trip.start || to < trip.end;
  return [
    {
      from,
      to,
      stops: trip.stops,
      shown: {
        unit_id: row.unit_id as UnitId,
        unit_name: row.unit_name,
        trip_id: row.id as TripId,
        start: toIso(from),
        end: toIso(to),
        open,
        partial,
        distance: Math.round((trip.distance * (to - from)) / Math.max(1, trip.end - trip.start)),
        start_position: trip.startPlace,
      },
    },
  ];
}
