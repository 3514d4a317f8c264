import {
  MINUTE,
  ROUTE,
  SHARE,
  distance,
  fromIso,
  toIso,
  type AccountId,
  type Instant,
} from '../../../src/domain/base/index.ts';
import { FixFilter, Pace, createPoint, fillFromPosition } from '../../../src/domain/detection/index.ts';
import {
  trailFrom,
  type SharedArrival,
  type SharedPosition,
  type SharedUnit,
} from '../../../src/domain/share/index.ts';
import { NO_FILTERS } from '../../call/historyFilters.ts';
import { isSeenAt, unitsInSight } from '../../call/reach.ts';
import { readPositionsInSight } from '../../call/sight.ts';
import { sharedAccounts } from './accounts.ts';
import type { Destination } from './destination.ts';
import type { ShareRow } from './rows.ts';
import type { ShareReading } from './services.ts';

interface UnitRow {
  place: number;
  unit_id: number;
}

/** What a page asks for of an active share. */
export interface Asked {
  readonly now: Instant;
  /** Trails and arrivals, for which the past is read. */
  readonly past: boolean;
  readonly destination: Destination | null;
}

/** The units of an active share that its account sees now, each with what was chosen to be shown of it. */
export async function readShownUnits(
  services: ShareReading,
  share: ShareRow,
  { now, past, destination }: Asked,
): Promise<SharedUnit[]> {
  const { database, directory } = services;
  const accounts = sharedAccounts(directory, share);
  const scope = new Set<number>(accounts);
  const rows = await database.query<UnitRow>(
    'select place, unit_id from share_unit where share_id = $1 order by place',
    [share.id],
  );
  // Where the account's sight of a unit ended, the unit has left the share.
  const seen = rows.filter(({ unit_id: id }) => directory.accountOf(id) !== 0 && isSeenAt(directory, scope, id, now));
  const ids = seen.map(({ unit_id: id }) => id);
  const [zones, drivers, trails, paces] = await Promise.all([
    share.zones ? readZones(services, ids, share.account_id) : NOTHING,
    share.driver ? readDrivers(services, accounts, ids, now) : NOTHING,
    share.trail && past ? readTrails(services, share, accounts, ids, now) : null,
    destination !== null && past ? readPaces(services, accounts, ids, now) : null,
  ]);
  return seen.map(({ place, unit_id: id }) => {
    const position = positionOf(services, scope, id);
    return {
      key: place,
      name: share.names ? directory.nameOf(id) : '',
      position,
      trail: trails === null ? null : (trails.get(id) ?? []),
      zones: zones.get(id) ?? [],
      drivers: drivers.get(id) ?? [],
      arrival:
        destination === null || paces === null || position === null
          ? null
          : arrivalOf(destination.remaining(position.latitude, position.longitude), paces.get(id), now),
    };
  });
}

/** By how fast the unit went lately; who has not reported in that time is expected at no time. */
function arrivalOf(remaining: number, pace: Pace | undefined, now: Instant): SharedArrival {
  const eta = remaining === 0 ? null : (pace?.arrival(remaining) ?? null);
  // By a report of some minutes ago it could lie in the past.
  return { remaining, eta: eta === null ? null : toIso(Math.max(eta, now)) };
}

const NOTHING: ReadonlyMap<number, string[]> = new Map();

/** Where it was last, unless that was before the account saw it. Nothing else of the report goes out. */
function positionOf(
  { positions, shown = positions.latest, directory }: ShareReading,
  scope: ReadonlySet<number>,
  unitId: number,
): SharedPosition | null {
  const position = shown.position(unitId);
  if (!position?.valid || !isSeenAt(directory, scope, unitId, fromIso(position.time))) return null;
  const { latitude, longitude, speed, course, time } = position;
  return { latitude, longitude, speed, course, time };
}

interface Past {
  readonly accounts: readonly AccountId[];
  readonly unitIds: readonly number[];
  readonly from: Instant;
  readonly now: Instant;
}

/** Visits what the units reported since an instant, as far as it was seen, without refused fixes. */
async function forEachFix(
  { positions, directory, filters = NO_FILTERS }: ShareReading,
  { accounts, unitIds, from, now }: Past,
  visit: (unitId: number, time: Instant, place: readonly [longitude: number, latitude: number]) => void,
): Promise<void> {
  const sight = unitIds.length === 0 ? null : unitsInSight(directory, accounts, unitIds, from, now);
  if (!sight) return;
  const unitFilters = new Map<number, FixFilter>();
  const point = createPoint();
  for await (const position of readPositionsInSight(positions, sight, from, now)) {
    const { unit_id: id, longitude, latitude } = position;
    const filter = unitFilters.get(id) ?? new FixFilter(filters.of(id));
    unitFilters.set(id, filter);
    fillFromPosition(position, point);
    if (filter.check(point, fromIso(position.received_at)) === 'valid') visit(id, point.time, [longitude, latitude]);
  }
}

/** Where the units drove since the share began, thinned out evenly in time. */
async function readTrails(
  services: ShareReading,
  { from_at: start }: ShareRow,
  accounts: readonly AccountId[],
  unitIds: readonly number[],
  now: Instant,
): Promise<Map<number, [number, number][]>> {
  const from = trailFrom(start.getTime(), now);
  const trails = new Map<number, [number, number][]>();
  const step = (now - from) / SHARE.trailPoints;
  const last = new Map<number, Instant>();
  await forEachFix(services, { accounts, unitIds, from, now }, (id, time, [longitude, latitude]) => {
    if (time - (last.get(id) ?? Number.NEGATIVE_INFINITY) < step) return;
    last.set(id, time);
    const trail = trails.get(id) ?? [];
    trails.set(id, trail);
    trail.push([longitude, latitude]);
  });
  return trails;
}

/** How fast the units went lately. */
async function readPaces(
  services: ShareReading,
  accounts: readonly AccountId[],
  unitIds: readonly number[],
  now: Instant,
): Promise<Map<number, Pace>> {
  const paces = new Map<number, Pace>();
  const last = new Map<number, readonly [longitude: number, latitude: number]>();
  const from = now - ROUTE.meanSpan * MINUTE;
  await forEachFix(services, { accounts, unitIds, from, now }, (id, time, place) => {
    const pace = paces.get(id) ?? new Pace();
    const before = last.get(id) ?? place;
    pace.accept(time, distance(before[1], before[0], place[1], place[0]));
    paces.set(id, pace);
    last.set(id, place);
  });
  return paces;
}

/** Names of the account's geofences that each unit is in, the smallest first. */
async function readZones(
  { database }: ShareReading,
  unitIds: readonly number[],
  accountId: number,
): Promise<Map<number, string[]>> {
  const rows = await database.query<{ unit_id: number; name: string }>(
    `select v.unit_id, g.name from zone_visit v join geofence g on g.id = v.geofence_id
     where v.unit_id = any($1::int8[]) and v.left_at is null and g.account_id = $2 order by g.area, g.id`,
    [unitIds, accountId],
  );
  return byUnit(rows);
}

/** Operators of the accounts that the share reaches: those of an owner above are not its to show. */
async function readDrivers(
  { database }: ShareReading,
  accounts: readonly AccountId[],
  unitIds: readonly number[],
  now: Instant,
): Promise<Map<number, string[]>> {
  const rows = await database.query<{ unit_id: number; name: string }>(
    `select b.unit_id, o.name from operator_binding b join operator o on o.id = b.operator_id
     where b.unit_id = any($1::int8[]) and b.from_at <= $2::timestamptz and (b.to_at is null or b.to_at > $2::timestamptz)
       and o.account_id = any($3::int8[])
     order by b.from_at, b.id`,
    [unitIds, toIso(now), accounts],
  );
  return byUnit(rows);
}

function byUnit(rows: readonly { unit_id: number; name: string }[]): Map<number, string[]> {
  const names = new Map<number, string[]>();
  for (const { unit_id: id, name } of rows) names.set(id, [...(names.get(id) ?? []), name]);
  return names;
}
