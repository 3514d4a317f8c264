import type { BacktestRecords } from '../../../src/api/contract/index.ts';
import type { AllocationSpan } from '../../../src/domain/allocation/index.ts';
import { toIso, type Instant, type Interval } from '../../../src/domain/base/index.ts';
import type { UnitsInSight } from '../../call/reach.ts';
import type { Queryable } from '../../store/database.types.ts';
import { instantSql } from '../shared/index.ts';

type DriverSpan = BacktestRecords['drivers'][number];

interface Session {
  readonly from: Instant;
  readonly to: Instant;
  readonly operatorId: number | null;
  readonly endsByRest: boolean;
}
interface Assigned {
  readonly from: Instant;
  readonly to: Instant;
  readonly operatorId: number;
}
interface Released {
  readonly at: Instant;
  readonly operatorId: number;
}

/** What is stored about the drivers of a unit. */
interface Stored {
  readonly sessions: readonly Session[];
  readonly assigned: readonly Assigned[];
  readonly released: readonly Released[];
}

/** Who was at each of the units, as rules on drivers see it; `seen`: the operators whom the caller sees. */
export async function readPastDrivers(
  database: Queryable,
  { whole, spans }: UnitsInSight,
  interval: Interval,
  operatorAccounts: readonly number[],
): Promise<Map<number, DriverSpan[]>> {
  const unitIds = [...whole, ...spans.keys()];
  const [stored, seen] = await Promise.all([
    readStored(database, unitIds, interval),
    database.query<{ id: number }>('select id from operator where account_id = any($1::int8[])', [operatorAccounts]),
  ]);
  const visible = new Set(seen.map(({ id }) => id));
  return new Map(
    [...stored].map(([unitId, own]) => [unitId, spansOf(own, interval, spans.get(unitId) ?? null, visible)]),
  );
}

async function readStored(
  database: Queryable,
  unitIds: readonly number[],
  { from, to }: Interval,
): Promise<Map<number, Stored>> {
  const parameters = [unitIds, instantSql(from), instantSql(to)];
  const [sessions, assigned, released] = await Promise.all([
    database.query<{
      unit_id: number;
      from_at: Date;
      to_at: Date | null;
      ended: string | null;
      operator_id: number | null;
    }>(
      `select unit_id, from_at, to_at, ended, operator_id from driver_key_session
       where unit_id = any($1::int8[]) and from_at < $3 and coalesce(to_at, 'infinity') > $2 order by from_at`,
      parameters,
    ),
    database.query<{ unit_id: number; from_at: Date; to_at: Date | null; operator_id: number }>(
      `select unit_id, from_at, to_at, operator_id from operator_binding
       where source = 'manual' and unit_id = any($1::int8[]) and from_at < $3 and coalesce(to_at, 'infinity') > $2 order by id`,
      parameters,
    ),
    database.query<{ unit_id: number; at: Date; operator_id: number }>(
      'select unit_id, at, operator_id from operator_release where unit_id = any($1::int8[]) and at < $2 order by at',
      [unitIds, instantSql(to)],
    ),
  ]);
  return new Map(
    unitIds.map((unitId) => {
      const isOwn = (row: { unit_id: number }): boolean => row.unit_id === unitId;
      return [
        unitId,
        {
          sessions: sessions
            .filter(isOwn)
            .map((row) => ({
              from: row.from_at.getTime(),
              to: row.to_at?.getTime() ?? Number.POSITIVE_INFINITY,
              operatorId: row.operator_id,
              endsByRest: row.ended === 'ignitionOff',
            })),
          assigned: assigned
            .filter(isOwn)
            .map((row) => ({
              from: row.from_at.getTime(),
              to: row.to_at?.getTime() ?? Number.POSITIVE_INFINITY,
              operatorId: row.operator_id,
            })),
          released: released.filter(isOwn).map((row) => ({ at: row.at.getTime(), operatorId: row.operator_id })),
        },
      ];
    }),
  );
}

/** Stretches in which the same was known, where anybody was there; within the spans that the caller sees. */
export function spansOf(
  { sessions, assigned, released }: Stored,
  { from, to }: Interval,
  sight: readonly AllocationSpan[] | null,
  visible: ReadonlySet<number>,
): DriverSpan[] {
  const edges = [
    from,
    to,
    ...[...sessions, ...assigned, ...(sight ?? [])].flatMap((span) => [span.from, span.to]),
    ...released.map(({ at }) => at),
  ].filter((instant) => instant >= from && instant <= to);
  const instants = [...new Set(edges)].toSorted((one, other) => one - other);
  return instants.slice(0, -1).flatMap((begin, place): DriverSpan[] => {
    if (sight !== null && !sight.some((span) => span.from <= begin && begin < span.to)) return [];
    const session = sessions.find((each) => each.from <= begin && begin < each.to);
    const operators = operatorsAt({ assigned, released }, session, begin);
    if (!session && operators.length === 0) return [];
    const end = instants[place + 1];
    return [
      {
        from: toIso(begin),
        to: end >= to ? null : toIso(end),
        has_key: session !== undefined,
        is_known: session !== undefined && session.operatorId !== null,
        operator_ids: operators.map((id) => (visible.has(id) ? id : 0)),
        ends_by_rest: session?.endsByRest === true && session.to === end,
      },
    ];
  });
}

/** By hand comes before a key, and a release ends what the key says (pipeline/ruleDrivers). */
function operatorsAt(
  { assigned, released }: Pick<Stored, 'assigned' | 'released'>,
  session: Session | undefined,
  at: Instant,
): readonly number[] {
  const byHand = assigned.filter((each) => each.from <= at && at < each.to).map(({ operatorId }) => operatorId);
  if (byHand.length > 0) return byHand;
  const owner = session?.operatorId ?? null;
  if (!session || owner === null) return [];
  const isReleased = released.some((each) => each.operatorId === owner && each.at >= session.from && each.at <= at);
  return isReleased ? [] : [owner];
}
