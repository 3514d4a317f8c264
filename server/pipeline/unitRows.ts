import { isSameData, shownTrip, type Trip } from '../../src/domain/detection/index.ts';
import { toIso, type Instant, type TripId, type UnitId } from '../../src/domain/base/index.ts';
import type { Stop } from '../../src/domain/unitEvent/index.ts';
import type { Queryable, Transaction } from '../store/index.ts';
import type { Fact } from './facts.ts';
import { countOf, replaceRows, sinceText, type Derived, type DerivedTable } from './reconciling.ts';
import type { Alarm, UnitAnchor, UnitState } from './unitDetector.ts';
import type { WatchedUnit } from './watchedUnit.ts';

const TRIPS: DerivedTable<Trip> = {
  table: 'trip',
  spanOf: ({ start, end }) => ({ from: start, to: end }),
  extra: [{ column: 'open', type: 'boolean', of: ({ open }) => open }],
};

/** What one writing changed. */
export interface Written {
  readonly trips: number;
  readonly facts: readonly Fact[];
}

/**
 * Puts what the detector found since its base in the place of what is stored from there on: trips under their
 * old ids, stops, alarms, and the states to go back to.
 */
export async function writeUnit(transaction: Transaction, unitId: number, unit: WatchedUnit, now: Instant): Promise<Written> {
  const { detector, cursor, lateFrom, fuelFrom } = unit;
  const { starts, since } = detector;
  const found = detector.rowsAt(unit.clockAt(now));
  const trips = await replaceRows(transaction, TRIPS, unitId, 'start_at >= $2', starts.trips, found.trips);
  const stops = [
    ...found.parkings.map((parking) => ({ kind: 'parking' as const, ...parking })),
    ...found.noData.map((noData) => ({ kind: 'no_data' as const, from: noData.from, to: noData.to, place: noData.place })),
  ];
  await replaceStops(transaction, unitId, { parking: starts.parkings, no_data: starts.noData }, stops);
  await addAlarms(transaction, unitId, detector.alarms);
  await replaceAnchors(transaction, unitId, since, detector.anchors);
  const anchorAt = detector.anchors.at(-1)?.time ?? since;
  await transaction.query(
    `insert into detection_state (unit_id, detector, anchor_at, processed_to, sequence, late_from, updated_at) values ($1, '{}', $2, $3, $4, $5, $6)
     on conflict (unit_id) do update set anchor_at = excluded.anchor_at, processed_to = excluded.processed_to, sequence = excluded.sequence,
       late_from = excluded.late_from, updated_at = excluded.updated_at`,
    [unitId, dateOf(anchorAt), toIso(Math.max(0, detector.seen)), cursor, dateOf(Math.min(lateFrom, fuelFrom)), toIso(now)],
  );
  return { trips: countOf(trips), facts: tripFacts(trips, unitId) };
}

const dateOf = (instant: Instant): string | null => (Number.isFinite(instant) ? toIso(instant) : null);

function tripFacts({ created, changed, retired }: Derived<Trip>, unitId: number): Fact[] {
  const fact = (kind: string, id: number, trip: Trip, at: Instant): Fact => ({ kind, subject: ['trip', id], at, data: { trip: shownTrip(trip, id as TripId, unitId as UnitId) } });
  const facts: Fact[] = [];
  for (const { id, row } of created) {
    facts.push(fact('tripStarted', id, row, row.start));
    if (!row.open) facts.push(fact('tripEnded', id, row, row.end));
  }
  for (const { id, before, after } of changed) {
    if (before.open && !after.open) facts.push(fact('tripEnded', id, after, after.end));
    else if (isOther(before, after)) facts.push(again(fact('tripChanged', id, after, after.end)));
  }
  for (const { id, row } of retired) facts.push(again(fact('tripRemoved', id, row, row.end)));
  return facts.toSorted((a, b) => a.at - b.at);
}

/** It was told once: nobody is told of it as news. */
const again = (fact: Fact): Fact => ({ ...fact, data: { ...fact.data, late: true } });

/** Its end moves on while it is under way; and that a report now confirms what the clock had ended is no change either. */
const isOther = (before: Trip, after: Trip): boolean => before.start !== after.start || before.open !== after.open || (!after.open && (before.end !== after.end || before.distance !== after.distance));

interface StopRow {
  readonly kind: Stop['kind'];
  readonly from: Instant;
  readonly to: Instant | null;
  readonly place: Stop['position'];
}

/** Replaces the stops that begin at or after the instants of their kinds. */
async function replaceStops(transaction: Transaction, unitId: number, since: Readonly<Record<Stop['kind'], Instant>>, found: readonly StopRow[]): Promise<void> {
  const rows = await transaction.query<{ kind: Stop['kind']; start_at: Date; end_at: Date | null; latitude: number | null; longitude: number | null }>(
    "select kind, start_at, end_at, latitude, longitude from stop where unit_id = $1 and start_at >= case kind when 'parking' then $2::timestamptz else $3 end",
    [unitId, sinceText(since.parking), sinceText(since.no_data)],
  );
  const kept = new Map(rows.map((row): [string, StopRow] => [
    `${row.kind} ${row.start_at.getTime()}`,
    { kind: row.kind, from: row.start_at.getTime(), to: row.end_at?.getTime() ?? null, place: row.latitude === null || row.longitude === null ? null : { latitude: row.latitude, longitude: row.longitude } },
  ]));
  const keyOf = ({ kind, from }: StopRow): string => `${kind} ${from}`;
  const there = new Set(found.map(keyOf));
  const gone = [...kept].filter(([key]) => !there.has(key)).map(([, row]) => toIso(row.from));
  const put = found.filter((row) => !isSameData(kept.get(keyOf(row)), row));
  if (gone.length > 0) await transaction.query('delete from stop where unit_id = $1 and start_at = any($2::timestamptz[])', [unitId, gone]);
  if (put.length > 0) {
    await transaction.query(
      `insert into stop (unit_id, kind, start_at, end_at, latitude, longitude)
       select $1, * from unnest($2::text[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::float8[])
       on conflict (unit_id, start_at) do update set kind = excluded.kind, end_at = excluded.end_at, latitude = excluded.latitude, longitude = excluded.longitude`,
      [
        unitId, put.map(({ kind }) => kind), put.map(({ from }) => toIso(from)), put.map(({ to }) => (to === null ? null : toIso(to))),
        put.map(({ place }) => place?.latitude ?? null), put.map(({ place }) => place?.longitude ?? null),
      ],
    );
  }
}

/** Adds alarms that are not there yet. */
async function addAlarms(transaction: Transaction, unitId: number, alarms: readonly Alarm[]): Promise<void> {
  if (alarms.length === 0) return;
  await transaction.query(
    `insert into unit_alarm (unit_id, at, word, latitude, longitude)
     select $1, * from unnest($2::timestamptz[], $3::text[], $4::float8[], $5::float8[]) on conflict do nothing`,
    [unitId, alarms.map(({ at }) => toIso(at)), alarms.map(({ word }) => word), alarms.map(({ place }) => place?.latitude ?? null), alarms.map(({ place }) => place?.longitude ?? null)],
  );
}

/** So many are kept whatever their age; of those before them the first of each day. */
const RECENT_ANCHORS = 8;

async function replaceAnchors(transaction: Transaction, unitId: number, since: Instant, anchors: readonly UnitAnchor[]): Promise<void> {
  await transaction.query('delete from detection_anchor where unit_id = $1 and at > $2', [unitId, sinceText(since)]);
  if (anchors.length === 0) return;
  const recent = anchors.filter((_, place) => anchors.length - place <= RECENT_ANCHORS || isFirstOfDay(anchors, place));
  await transaction.query(
    'insert into detection_anchor (unit_id, at, state) select $1, * from unnest($2::timestamptz[], $3::jsonb[])',
    [unitId, recent.map(({ time }) => toIso(time)), recent.map(({ state }) => JSON.stringify(state))],
  );
  await transaction.query(
    `delete from detection_anchor a where unit_id = $1
       and at < (select at from detection_anchor where unit_id = $1 order by at desc offset ${RECENT_ANCHORS - 1} limit 1)
       and exists (select 1 from detection_anchor b where b.unit_id = $1 and b.at < a.at and b.at >= date_trunc('day', a.at, 'UTC'))`,
    [unitId],
  );
}

const isFirstOfDay = (anchors: readonly UnitAnchor[], place: number): boolean => place === 0 || toIso(anchors[place].time).slice(0, 10) !== toIso(anchors[place - 1].time).slice(0, 10);

/**
 * The last state that nothing reported at or after the instant has a part in; null when the beginning is it.
 * `standing` asks for one without a trip under way.
 */
export async function readAnchor(database: Queryable, unitId: number, before: Instant, standing = false): Promise<UnitAnchor | null> {
  const [row] = await database.query<{ at: Date; state: UnitState }>(
    `select at, state from detection_anchor where unit_id = $1 and at < $2 ${standing ? "and jsonb_typeof(state -> 'trips' -> 'trip') = 'null'" : ''} order by at desc limit 1`,
    [unitId, Number.isFinite(before) ? toIso(before) : 'infinity'],
  );
  return row ? { time: row.at.getTime(), state: row.state } : null;
}
