import { DEFAULT_SETTINGS } from '../../../src/domain/account/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import type { BacktestRecords } from '../../../src/api/contract/index.ts';
import { coversInstant } from '../../../src/domain/allocation/index.ts';
import { FACT_NEEDS } from '../../../src/domain/backtest/index.ts';
import { DAY, MINUTE, toIso, type Instant, type Interval } from '../../../src/domain/base/index.ts';
import { dutyCrossings } from '../../../src/domain/operator/index.ts';
import type { ExpiryFact, FactBound } from '../../../src/domain/rule/index.ts';
import { reachOf, unitsInSight, type UnitsInSight } from '../../call/reach.ts';
import type { CallAccount } from '../../call/types.ts';
import { DRIVES_COUNT_FOR, EXPIRING, MEGABYTE, readDrives } from '../../pipeline/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { instantSql } from '../shared/index.ts';
import type { RuleServices } from './services.ts';

type PastFact = BacktestRecords['facts'][number];
/** When something was found about a unit, and the figure that is recorded with it. */
interface Found {
  readonly unitId: number;
  readonly at: Instant;
  readonly value: number | null;
}

interface Asked {
  readonly database: Queryable;
  readonly unitIds: readonly number[];
  readonly interval: Interval;
  /** Accounts whose things the caller sees: of operators for their driving, of cards for their expiry. */
  readonly owners: readonly number[];
  readonly now: Instant;
}
type Finder = (asked: Asked, bounds: readonly FactBound[]) => Promise<readonly (readonly Found[])[]>;

/** Of each fact, what was found with each of the bounds, in their order. */
const FINDERS: Readonly<Record<FactBound['fact'], Finder>> = {
  traffic: findTraffic,
  operatorDriving: findDriving,
  simExpires: (...asked) => findExpiry('simExpires', ...asked),
  allocationEnds: (...asked) => findExpiry('allocationEnds', ...asked),
};

/**
 * Facts that are looked for with these bounds, as far as the caller sees them: what rules with such bounds would have
 * been given if they had been there.
 */
export async function readBoundFacts(
  { database, directory }: Pick<RuleServices, 'database' | 'directory'>,
  account: CallAccount,
  bounds: readonly FactBound[],
  asked: { readonly unitIds: readonly number[]; readonly interval: Interval; readonly now: Instant },
): Promise<{ unitId: number; fact: PastFact }[]> {
  const { unitIds, interval, now } = asked;
  const { from, to } = interval;
  const scope = reachOf(account, { resource: 'units', action: 'sh' });
  const sight = unitsInSight(directory, scope, unitIds, from, to);
  if (!sight) return [];
  const seen = [...sight.whole, ...sight.spans.keys()];
  const groups = await Promise.all(
    [...Map.groupBy(bounds, ({ fact }) => fact)].map(async ([name, own]) => {
      const need = FACT_NEEDS[name];
      if (!can(account.permissions, need)) return [];
      const owners = reachOf(account, need);
      const found = await FINDERS[name]({ database, unitIds: seen, interval, owners, now }, own);
      return own.map((bound, place) => ({ bound, found: found[place] }));
    }),
  );
  return groups
    .flat()
    .flatMap(({ bound, found }) =>
      found
        .filter(({ unitId, at }) => at >= from && at < to && isSeen(sight, unitId, at))
        .map(({ unitId, at, value }) => ({ unitId, fact: factOf(bound, at, value) })),
    );
}

const isSeen = ({ whole, spans }: UnitsInSight, unitId: number, at: Instant): boolean =>
  whole.includes(unitId) || (spans.get(unitId) ?? []).some((span) => coversInstant(span, at));

const factOf = (bound: FactBound, at: Instant, value: number | null): PastFact => ({
  fact: bound.fact,
  time: toIso(at),
  position: null,
  value,
  litres: null,
  kilometres: null,
  minutes: null,
  geofence_id: null,
  bound,
});

interface DayOfTraffic {
  [column: string]: unknown;
  unit_id: number;
  /** Its beginning. */
  day: Date;
  month: string;
  bytes: number;
}

/** Of a day there is a sum: when it passed a bound is taken from it as if it had grown evenly. */
async function findTraffic({ database, unitIds, interval, now }: Asked, bounds: readonly FactBound[]) {
  const days = await database.query<DayOfTraffic>(
    `select unit_id, day::timestamp at time zone 'UTC' as day, to_char(day, 'YYYY-MM') as month, bytes
     from unit_traffic where unit_id = any($1::int8[])
       and day >= date_trunc('month', $2::timestamptz at time zone 'UTC') and day < $3::timestamptz at time zone 'UTC'
     order by day`,
    [unitIds, instantSql(interval.from), instantSql(interval.to)],
  );
  return bounds.map(({ megabytes, traffic_period: period }): Found[] =>
    megabytes === null
      ? []
      : [
          ...Map.groupBy(
            days,
            ({ unit_id, day, month }) => `${unit_id} ${period === 'day' ? toIso(day.getTime()) : month}`,
          ),
        ].flatMap(([, own]) => passed(own, megabytes, now) ?? []),
  );
}

/** When the traffic of these days of a unit passed the bound; null: it did not. */
function passed(days: readonly DayOfTraffic[], megabytes: number, now: Instant): Found | null {
  let before = 0;
  for (const { unit_id: unitId, day, bytes } of days) {
    const left = megabytes * MEGABYTE - before;
    before += bytes;
    if (bytes <= left) continue;
    const begin = day.getTime();
    return { unitId, at: Math.floor(begin + Math.min(DAY, now - begin) * (left / bytes)), value: megabytes };
  }
  return null;
}

/** What operators drove at all units, those of others among them. */
async function findDriving({ database, unitIds, interval, owners }: Asked, bounds: readonly FactBound[]) {
  const known = interval.from - DRIVES_COUNT_FOR;
  const operators = await database.query<{ operator_id: number }>(
    `select distinct b.operator_id from operator_binding b join operator o on o.id = b.operator_id
     where b.unit_id = any($1::int8[]) and o.account_id = any($2::int8[])
       and b.from_at < $4 and coalesce(b.to_at, 'infinity') > $3`,
    [unitIds, owners, instantSql(interval.from), instantSql(interval.to)],
  );
  const driven = await readDrives(
    database,
    operators.map(({ operator_id: id }) => id),
    known,
    () => null,
  );
  const units = new Set(unitIds);
  return bounds.map(({ driving_minutes: minutes, rest_minutes: rest }): Found[] =>
    minutes === null || rest === null
      ? []
      : [...driven.values()]
          .flatMap(({ drives }) => dutyCrossings(drives, { driving: minutes * MINUTE, rest: rest * MINUTE }, known))
          .filter(({ drive }) => units.has(drive.unitId))
          .map(({ at, drive: { unitId } }) => ({ unitId, at, value: minutes / 60 })),
  );
}

/** Things have the units and the days that they have now: a day that was changed since is not known any more. */
async function findExpiry(
  fact: ExpiryFact,
  { database, unitIds, interval, owners }: Asked,
  bounds: readonly FactBound[],
) {
  const rows = await database.query<{ unit_id: number; days: number; at: Date; left_days: number }>(
    `with thing as (${EXPIRING[fact]})
     select c.unit_id, w.days, f.at, c.last_day - (f.at at time zone c.zone)::date as left_days
     from thing c cross join unnest($3::int4[]) as w (days)
       cross join lateral (select greatest((c.last_day - w.days)::timestamp at time zone c.zone, c.known_at, c.from_at) as at) f
     where c.unit_id = any($2::int8[]) and (c.owner_id is null or c.owner_id = any($4::int8[])) and f.at >= $5 and f.at < $6
       and f.at < coalesce(c.to_at, (c.last_day + 1)::timestamp at time zone c.zone)`,
    [
      DEFAULT_SETTINGS.timezone,
      unitIds,
      bounds.flatMap(({ expiry_days: days }) => days ?? []),
      owners,
      instantSql(interval.from),
      instantSql(interval.to),
    ],
  );
  return bounds.map(({ expiry_days: days }): Found[] =>
    rows
      .filter((row) => row.days === days)
      .map(({ unit_id: unitId, at, left_days: value }) => ({ unitId, at: at.getTime(), value })),
  );
}
