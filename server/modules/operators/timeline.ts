import { DAY, failure, MINUTE, OPERATOR, SECOND, success, toIso } from '../../../src/domain/base/index.ts';
import type { Instant, Interval, OperatorId, Result } from '../../../src/domain/base/index.ts';
import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { can, type Need } from '../../../src/domain/access/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { dutyOf, RESTED, restAt } from '../../../src/domain/operator/index.ts';
import { readInterval } from '../../call/interval.ts';
import { reachOf, unitsInSight, type UnitsInSight } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf, DRIVEN, driveOf, driveParameters, notFound, readDriveRows, type Driven } from '../shared/index.ts';
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
  const rows = await readDriveRows(database, sight, id, interval.value, limit + 1);
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

/** When the operator stopped driving last before the end of the interval. */
async function lastEndBefore(
  database: Queryable,
  sight: UnitsInSight,
  operatorId: number,
  interval: Interval,
): Promise<Instant | null> {
  const [row] = await database.query<{ last: Date | null }>(
    `select max(least(t.end_at, coalesce(b.to_at, 'infinity'))) as last from ${DRIVEN} and least(t.end_at, coalesce(b.to_at, 'infinity')) <= $6`,
    driveParameters(sight, operatorId, interval),
  );
  return row?.last?.getTime() ?? null;
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
