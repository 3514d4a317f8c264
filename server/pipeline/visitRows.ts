import { reconcile, type Kept, type Visit } from '../../src/domain/detection/index.ts';
import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { Transaction } from '../store/index.ts';
import { visitOfRow, type VisitRow } from '../store/visitRow.ts';
import type { Fact } from './facts.ts';
import { sinceText } from './reconciling.ts';
import type { UnitDetector } from './unitDetector.ts';

/** A unit whose visits are to be stored as they stand. */
export interface VisitsOf {
  readonly unitId: number;
  readonly detector: UnitDetector;
}

interface KeptRow extends VisitRow {
  settled_at: Date | null;
}

interface ZoneRow {
  id: number;
  account_id: number;
  name: string;
}

/** A visit as it is stored: of whatever shape the geofence then had. */
type StoredVisit = Omit<Visit, 'zoneKey'>;
type UnitVisit = StoredVisit & { readonly unitId: number };

/**
 * Replaces what is stored of the units' zones since their bases by what was found. Answers the events
 * of each unit, in their order. Of a geofence that is gone nothing is stored.
 */
export async function writeVisits(transaction: Transaction, units: readonly VisitsOf[]): Promise<Fact[][]> {
  const changed = units.filter(({ detector: { zones } }) => zones.dirty);
  if (changed.length === 0) return units.map(() => []);
  const kept = Map.groupBy(await readKept(transaction, changed), ({ unitId }) => unitId);
  const found = new Map(changed.map(({ unitId, detector }) => [unitId, detector.zones.visits().map(storedOf)]));
  const zones = await lockGeofences(
    transaction,
    [...kept.values(), ...found.values()].flatMap((rows) => rows.map(({ zoneId }) => zoneId)),
  );
  const results = changed.map((unit) =>
    resultOf(unit, kept.get(unit.unitId) ?? [], found.get(unit.unitId) ?? [], zones),
  );
  await deleteVisits(
    transaction,
    results.flatMap(({ removed }) => removed),
  );
  await putVisits(
    transaction,
    results.flatMap(({ put }) => put),
  );
  const facts = new Map(results.map((result, place) => [changed[place].unitId, result.facts]));
  return units.map(({ unitId }) => facts.get(unitId) ?? []);
}

/** What is stored of a visit, and nothing else: what compares equal then does now. */
const storedOf = (visit: StoredVisit): StoredVisit => ({
  zoneId: visit.zoneId,
  entered: visit.entered,
  isEntrySeen: visit.isEntrySeen,
  entryPlace: visit.entryPlace,
  left: visit.left,
  leftPlace: visit.leftPlace,
  settled: visit.settled,
  isPass: visit.isPass,
  distance: visit.distance,
  maximumSpeed: visit.maximumSpeed,
});

interface Result {
  readonly removed: readonly UnitVisit[];
  readonly put: readonly UnitVisit[];
  readonly facts: Fact[];
}

function resultOf(
  { unitId, detector }: VisitsOf,
  kept: readonly UnitVisit[],
  found: readonly StoredVisit[],
  zones: ReadonlyMap<number, ZoneRow>,
): Result {
  const result = { removed: [] as UnitVisit[], put: [] as UnitVisit[], facts: [] as Fact[] };
  for (const [zoneId, zone] of zones) {
    const before = kept.filter((visit) => visit.zoneId === zoneId);
    const after = found.filter((visit) => visit.zoneId === zoneId);
    if (detector.zones.watches(zoneId)) compare(unitId, zone, before, after, result);
    else for (const visit of before) endUnwatched(visit, detector.seen, result);
  }
  return result;
}

/** The account does not see the unit any more: what lasted is over, and what was stays. */
function endUnwatched(visit: UnitVisit, seen: Instant, { put }: { put: UnitVisit[] }): void {
  if (visit.left !== null) return;
  const left = Math.max(visit.entered, seen);
  put.push({ ...visit, left, settled: left });
}

function compare(
  unitId: number,
  zone: ZoneRow,
  before: readonly UnitVisit[],
  after: readonly StoredVisit[],
  { removed, put, facts }: { removed: UnitVisit[]; put: UnitVisit[]; facts: Fact[] },
): void {
  const old = before.map((visit, id): Kept<StoredVisit> => ({ id, row: storedOf(visit) }));
  const { created, changed, retired } = reconcile(old, after, ({ entered, left }) => ({
    from: entered,
    to: left ?? Number.POSITIVE_INFINITY,
  }));
  for (const row of created) {
    put.push({ unitId, ...row });
    facts.push(...newFacts(zone, row));
  }
  for (const { id, row } of changed) {
    const was = before[id];
    if (was.entered !== row.entered) removed.push(was);
    put.push({ unitId, ...row });
    const hasLeft = was.left === null && row.left !== null && was.entered === row.entered;
    facts.push(hasLeft ? factOf('zoneLeft', zone, row) : again(factOf('visitChanged', zone, row, was.entered)));
  }
  for (const id of retired) {
    removed.push(before[id]);
    facts.push(again(factOf('visitRemoved', zone, before[id])));
  }
}

/** Where nobody saw it come it is no news; that it left is. */
function newFacts(zone: ZoneRow, visit: StoredVisit): Fact[] {
  const came = visit.isEntrySeen ? factOf('zoneEntered', zone, visit) : again(factOf('visitChanged', zone, visit));
  return visit.left === null ? [came] : [came, factOf('zoneLeft', zone, visit)];
}

function factOf(
  kind: 'zoneEntered' | 'zoneLeft' | 'visitChanged' | 'visitRemoved',
  { id, account_id: account, name }: ZoneRow,
  { entered, left, isPass }: StoredVisit,
  previously = entered,
): Fact {
  return {
    kind,
    id,
    at: kind === 'zoneLeft' ? (left ?? entered) : entered,
    account,
    data: {
      geofence: name,
      entered_at: toIso(entered),
      left_at: left === null ? null : toIso(left),
      passed_through: isPass,
      ...(previously !== entered && { previously_entered_at: toIso(previously) }),
    },
  };
}

/** It was reported before, or is of the past: nobody is notified of it. */
const again = (fact: Fact): Fact => ({ ...fact, data: { ...fact.data, late: true } }) as Fact;

/** The geofences as they stand; whoever deletes one waits until what was found is stored, and deletes it too. */
export async function lockGeofences(
  transaction: Transaction,
  geofenceIds: readonly number[],
): Promise<Map<number, ZoneRow>> {
  if (geofenceIds.length === 0) return new Map();
  const rows = await transaction.query<ZoneRow>(
    'select id, account_id, name from geofence where id = any($1::int8[]) order by id for key share',
    [[...new Set(geofenceIds)]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

async function readKept(transaction: Transaction, units: readonly VisitsOf[]): Promise<UnitVisit[]> {
  const rows = await transaction.query<KeptRow>(
    `select v.* from unnest($1::int8[], $2::timestamptz[]) as w (unit_id, since)
     join zone_visit v on v.unit_id = w.unit_id and (v.settled_at is null or v.settled_at > w.since)
     order by v.unit_id, v.geofence_id, v.entered_at`,
    [units.map(({ unitId }) => unitId), units.map(({ detector }) => sinceText(detector.zonesSince))],
  );
  return rows.map((row) => ({ unitId: row.unit_id, ...visitOfRow(row), settled: row.settled_at?.getTime() ?? null }));
}

async function deleteVisits(transaction: Transaction, visits: readonly UnitVisit[]): Promise<void> {
  if (visits.length === 0) return;
  await transaction.query(
    `delete from zone_visit v using unnest($1::int8[], $2::int8[], $3::timestamptz[]) as w (unit_id, geofence_id, entered_at)
     where v.unit_id = w.unit_id and v.geofence_id = w.geofence_id and v.entered_at = w.entered_at`,
    [
      visits.map(({ unitId }) => unitId),
      visits.map(({ zoneId }) => zoneId),
      visits.map(({ entered }) => toIso(entered)),
    ],
  );
}

export async function putVisits(transaction: Transaction, visits: readonly UnitVisit[]): Promise<void> {
  if (visits.length === 0) return;
  const iso = (instant: Instant | null): string | null => (instant === null ? null : toIso(instant));
  await transaction.query(
    `insert into zone_visit (unit_id, geofence_id, entered_at, left_at, settled_at, entry_seen, passed_through, latitude, longitude, left_latitude, left_longitude, distance, max_speed)
     select * from unnest($1::int8[], $2::int8[], $3::timestamptz[], $4::timestamptz[], $5::timestamptz[], $6::bool[], $7::bool[], $8::float8[], $9::float8[], $10::float8[], $11::float8[], $12::float8[], $13::float8[])
     on conflict (unit_id, geofence_id, entered_at) do update set left_at = excluded.left_at, settled_at = excluded.settled_at,
       entry_seen = excluded.entry_seen, passed_through = excluded.passed_through, latitude = excluded.latitude, longitude = excluded.longitude,
       left_latitude = excluded.left_latitude, left_longitude = excluded.left_longitude, distance = excluded.distance, max_speed = excluded.max_speed`,
    [
      visits.map(({ unitId }) => unitId),
      visits.map(({ zoneId }) => zoneId),
      visits.map(({ entered }) => toIso(entered)),
      visits.map(({ left }) => iso(left)),
      visits.map(({ settled }) => iso(settled)),
      visits.map(({ isEntrySeen }) => isEntrySeen),
      visits.map(({ isPass }) => isPass),
      visits.map(({ entryPlace }) => entryPlace.latitude),
      visits.map(({ entryPlace }) => entryPlace.longitude),
      visits.map(({ leftPlace }) => leftPlace?.latitude ?? null),
      visits.map(({ leftPlace }) => leftPlace?.longitude ?? null),
      visits.map(({ distance }) => distance),
      visits.map(({ maximumSpeed }) => maximumSpeed),
    ],
  );
}
