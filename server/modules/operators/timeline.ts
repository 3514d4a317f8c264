import { DAY, failure, MINUTE, OPERATOR, SECOND, success, toIso } from '../../../src/domain/base/index.ts';
import type { Instant, Interval, OperatorId, Result, TripId, UnitId } from '../../../src/domain/base/index.ts';
import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { can, type Need } from '../../../src/domain/access/index.ts';
import type { Trip } from '../../../src/domain/detection/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { dutyOf, RESTED, restAt, type Drive, type OperatorDrive } from '../../../src/domain/operator/index.ts';
import { readInterval } from '../../call/interval.ts';
import { reachOf, unitsInSight, type UnitsInSight } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf, instantSql, notFound, sightParameters, withinSight } from '../shared/index.ts';
import type { TimelineServices } from './services.ts';

const READS_TRIPS: Need = { resource: 'units', action: 'st' };
const MINIMUM_REST = OPERATOR.restMinutes * MINUTE;
/** How far before the interval the drive is looked for that ended with the first rest. */
const LOOK_BACK = 31 * DAY;

/** What an operator drove and rested: trips of the units as far as the caller sees them. */
export async function readTimeline(
  { database, detection, directory, problems }: TimelineServices,
  data: Request<'getOperatorTimeline'>,
  context: CallContext,
): Promise<Result<Reply<'getOperatorTimeline'>, CallError>> {
  const account = accountOf(context);
  if (!can(account.permissions, READS_TRIPS)) return problems.refuse(context.lang, ERROR.accessRight);
  const interval = readInterval(data, context.lang, problems);
  if (!interval.ok) return failure(interval.error);
  const { from, to } = interval.value;
  const { operator_id: id, limit } = data;
  if (!(await isKnown(database, id, account.scope))) return notFound(context, problems);
  const sight = unitsInSight(directory, reachOf(account, READS_TRIPS), undefined, from - LOOK_BACK, to);
  if (!sight) return notFound(context, problems);
  await detection.catchUp([...sight.whole, ...sight.spans.keys()]);
  const rows = await readRows(database, sight, id, interval.value, limit + 1);
  const until = Math.min(to, context.now);
  const drives = rows
    .slice(0, limit)
    .flatMap((row) =>
      driveOf(row, !sight.spans.has(row.unit_id) && row.open ? detection.tripOf(row.unit_id) : null, until),
    )
    .filter((drive) => drive.to >= from)
    .toSorted((a, b) => a.from - b.from);
  const before = await lastEndBefore(database, sight, id, { from: from - LOOK_BACK, to: drives[0]?.from ?? from });
  return success({
    operator_id: id as OperatorId,
    ...shown(drives, before, to >= context.now ? context.now : null),
    truncated: rows.length > limit,
  });
}

async function isKnown(database: Queryable, operatorId: number, scope: readonly number[]): Promise<boolean> {
  const rows = await database.query('select id from operator where id = $1 and account_id = any($2::int8[])', [
    operatorId,
    scope,
  ]);
  return rows.length > 0;
}

interface DriveRow {
  id: number;
  unit_id: number;
  unit_name: string;
  open: boolean;
  data: Trip;
  bound_from: Date;
  bound_to: Date | null;
}

const DRIVEN = `operator_binding b join unit u on u.id = b.unit_id
  join trip t on t.unit_id = b.unit_id and t.start_at < coalesce(b.to_at, 'infinity') and (t.end_at > b.from_at or t.open)
  where ${withinSight('t.unit_id', 't.start_at', 't.end_at')} and b.operator_id = $7 and b.from_at < $6 and coalesce(b.to_at, 'infinity') > $5
    and t.start_at < $6 and (t.end_at >= $5 or t.open)`;

const parameters = (sight: UnitsInSight, operatorId: number, { from, to }: Interval): unknown[] => [
  ...sightParameters(sight),
  instantSql(from),
  instantSql(to),
  operatorId,
];

function readRows(
  database: Queryable,
  sight: UnitsInSight,
  operatorId: number,
  interval: Interval,
  limit: number,
): Promise<DriveRow[]> {
  return database.query<DriveRow>(
    `select t.id, t.unit_id, u.name as unit_name, t.open, t.data, b.from_at as bound_from, b.to_at as bound_to
     from ${DRIVEN} order by t.start_at, t.id, b.from_at limit $8`,
    [...parameters(sight, operatorId, interval), limit],
  );
}

/** When the operator stopped driving last before the end of the interval. */
async function lastEndBefore(
  database: Queryable,
  sight: UnitsInSight,
  operatorId: number,
  interval: Interval,
): Promise<Instant | null> {
  const [row] = await database.query<{ last: Date | null }>(
    `select max(least(t.end_at, coalesce(b.to_at, 'infinity'))) as last from ${DRIVEN} and least(t.end_at, coalesce(b.to_at, 'infinity')) <= $6`,
    parameters(sight, operatorId, interval),
  );
  return row?.last?.getTime() ?? null;
}

interface Driven extends Drive {
  readonly shown: Omit<OperatorDrive, 'driving'>;
}

/** The part of the trip in which the operator was assigned; nothing where a trip under way has not come to it. */
function driveOf(row: DriveRow, underway: Trip | null, now: Instant): Driven[] {
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

/**
 * `before`: when driving ended before the first drive. `now`: up to when a rest lasts; null where the interval is over.
 */
function shown(
  drives: readonly Driven[],
  before: Instant | null,
  now: Instant | null,
): Pick<Reply<'getOperatorTimeline'>, 'drives' | 'rests' | 'driving' | 'longest_driving'> {
  const state = before === null ? RESTED : { since: before, until: before, driven: 0 };
  const duty = dutyOf(drives, MINIMUM_REST, state);
  const isDriving = drives.some((drive) => drive.shown.open);
  const resting = now === null || isDriving ? null : restAt(duty.state, now, MINIMUM_REST);
  return {
    drives: drives.map((drive, place) => ({ ...drive.shown, driving: Math.round(duty.driving[place] / SECOND) })),
    rests: [
      ...duty.rests.map((rest) => ({ start: toIso(rest.from), end: toIso(rest.to) })),
      ...(resting === null ? [] : [{ start: toIso(resting.from), end: null }]),
    ],
    driving: Math.round(duty.total / SECOND),
    longest_driving: Math.round(duty.longest / SECOND),
  };
}
