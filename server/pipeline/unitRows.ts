import { isSameData, shownTrip, type RowStarts, type Trip } from '../../src/domain/detection/index.ts';
import { toIso, type Instant, type TripId, type UnitId } from '../../src/domain/base/index.ts';
import type { Stop } from '../../src/domain/unitEvent/index.ts';
import { placeOf, type Queryable, type StopRow as StoredStop, type Transaction } from '../store/index.ts';
import { writeDrivers, type KeyLedger } from './drivers/index.ts';
import type { Fact, UnitFacts } from './facts.ts';
import { countOf, replaceRows, sinceText, type Derived, type DerivedTable } from './reconciling.ts';
import { writeFirings } from './ruleRows.ts';
import type { Alarm, UnitAnchor, UnitDetector, UnitRows, UnitState } from './unitDetector.ts';
import { writeVisits } from './visitRows.ts';
import type { WatchedUnit } from './watchedUnit.ts';

const TRIPS: DerivedTable<Trip> = {
  table: 'trip',
  from: 'start_at >=',
  spanOf: ({ start, end }) => ({ from: start, to: end }),
  extra: [{ column: 'open', type: 'boolean', of: ({ open }) => open }],
};

/** A unit whose findings are to be stored as they stand at an instant. */
export interface UnitWriting {
  readonly unitId: number;
  readonly unitName: string;
  readonly unit: WatchedUnit;
  readonly now: Instant;
}

/** What writing a unit changed. */
export interface Written {
  readonly trips: number;
  readonly facts: readonly Fact[];
  /** Of the drivers of this unit, and of others that they left for it. */
  readonly elsewhere: readonly UnitFacts[];
}

/**
 * Puts what the units' detectors found since their bases in the place of what is stored from there on: trips under
 * their old ids, stops, alarms, firings, visits, and the states to go back to. Each unit once; answers in their order.
 */
export async function writeUnits(
  transaction: Transaction,
  writings: readonly UnitWriting[],
  ledger: KeyLedger,
): Promise<Written[]> {
  const found = writings.map(({ unit, now }) => unit.detector.rowsAt(unit.clockAt(now)));
  for (const { unit, now } of writings) unit.detector.noteTime(unit.clockAt(now));
  const trips = await replaceRows(
    transaction,
    TRIPS,
    writings.map(({ unitId, unit }, place) => ({
      unitId,
      since: unit.detector.starts.trips,
      found: found[place].trips,
    })),
  );
  await replaceStops(
    transaction,
    writings.map(
      (
        {
          unitId,
          unit: {
            detector: { starts },
          },
        },
        place,
      ) => ({ unitId, since: starts, found: stopsOf(found[place]) }),
    ),
  );
  await addAlarms(
    transaction,
    writings.flatMap(({ unitId, unit }) => unit.detector.alarms.map((alarm) => ({ unitId, ...alarm }))),
  );
  const fired = await writeFirings(
    transaction,
    writings.map(({ unitId, unitName, unit: { detector } }) => ({ unitId, unitName, detector })),
  );
  const drivers = await writeDrivers(
    transaction,
    ledger,
    writings.map(({ unitId, unit, now }) => ({ unitId, detector: unit.detector, clock: unit.clockAt(now) })),
    Math.max(...writings.map(({ now }) => now)),
  );
  const visited = await writeVisits(
    transaction,
    writings.map(({ unitId, unit: { detector } }) => ({ unitId, detector })),
  );
  await replaceAnchors(
    transaction,
    writings.map(
      ({
        unitId,
        unit: {
          detector: { since, anchors },
        },
      }) => ({ unitId, since, anchors }),
    ),
  );
  await writeProgress(transaction, writings);
  return trips.map((derived, place) => ({
    trips: countOf(derived),
    facts: [...tripFacts(derived, writings[place].unitId), ...fired[place], ...visited[place]],
    elsewhere: drivers[place],
  }));
}

function stopsOf({ parkings, noData }: UnitRows): StopRow[] {
  return [
    ...parkings.map(({ from, to, place }): StopRow => ({ kind: 'parking', from, to, place })),
    ...noData.map(({ from, to, place }): StopRow => ({ kind: 'no_data', from, to, place })),
  ];
}

async function writeProgress(transaction: Transaction, writings: readonly UnitWriting[]): Promise<void> {
  const anchorOf = ({ anchors, since }: UnitDetector): Instant => anchors.at(-1)?.time ?? since;
  await transaction.query(
    `insert into detection_state (unit_id, detector, anchor_at, processed_to, sequence, late_from, updated_at, is_timed)
     select unit_id, '{}', anchor_at, processed_to, sequence, late_from, updated_at, is_timed
     from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[], $4::int8[], $5::timestamptz[], $6::timestamptz[], $7::bool[])
       as w (unit_id, anchor_at, processed_to, sequence, late_from, updated_at, is_timed)
     on conflict (unit_id) do update set anchor_at = excluded.anchor_at, processed_to = excluded.processed_to, sequence = excluded.sequence,
       late_from = excluded.late_from, updated_at = excluded.updated_at, is_timed = excluded.is_timed`,
    [
      writings.map(({ unitId }) => unitId),
      writings.map(({ unit }) => dateOf(anchorOf(unit.detector))),
      writings.map(({ unit }) => toIso(Math.max(0, unit.detector.seen))),
      writings.map(({ unit }) => unit.cursor),
      writings.map(({ unit }) => dateOf(Math.min(unit.lateFrom, unit.fuelFrom))),
      writings.map(({ now }) => toIso(now)),
      writings.map(({ unit }) => unit.detector.rules.until !== null),
    ],
  );
}

const dateOf = (instant: Instant): string | null => (Number.isFinite(instant) ? toIso(instant) : null);

function tripFacts({ created, changed, retired }: Derived<Trip>, unitId: number): Fact[] {
  const fact = (
    kind: 'tripStarted' | 'tripEnded' | 'tripChanged' | 'tripRemoved',
    id: number,
    trip: Trip,
    at: Instant,
  ): Fact => ({ kind, id, at, data: { trip: shownTrip(trip, id as TripId, unitId as UnitId) } });
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

/** It was reported once: nobody is notified of it as news. */
const again = (fact: Fact): Fact => ({ ...fact, data: { ...fact.data, late: true } }) as Fact;

/**
 * Its end moves on while it is under way; and that a report now confirms what the clock had ended is no change either.
 */
const isOther = (before: Trip, after: Trip): boolean =>
  before.start !== after.start ||
  before.open !== after.open ||
  (!after.open && (before.end !== after.end || before.distance !== after.distance));

interface StopRow {
  readonly kind: Stop['kind'];
  readonly from: Instant;
  readonly to: Instant | null;
  readonly place: Stop['position'];
}

interface StopReplacement {
  readonly unitId: number;
  /** Stops that begin at or after the instants of their kinds are replaced. */
  readonly since: Pick<RowStarts, 'parkings' | 'noData'>;
  readonly found: readonly StopRow[];
}

async function replaceStops(transaction: Transaction, replacements: readonly StopReplacement[]): Promise<void> {
  const rows = await transaction.query<StoredStop>(
    `select s.unit_id, s.kind, s.start_at, s.end_at, s.latitude, s.longitude
     from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[]) as w (unit_id, parkings, no_data)
     join stop s on s.unit_id = w.unit_id and s.start_at >= least(w.parkings, w.no_data)
     where s.start_at >= case s.kind when 'parking' then w.parkings else w.no_data end`,
    [
      replacements.map(({ unitId }) => unitId),
      replacements.map(({ since }) => sinceText(since.parkings)),
      replacements.map(({ since }) => sinceText(since.noData)),
    ],
  );
  const keyOf = (unitId: number, { kind, from }: StopRow): string => `${unitId} ${kind} ${from}`;
  const found = replacements.flatMap(({ unitId, found: own }) => own.map((row) => ({ unitId, ...row })));
  const kept = new Map(
    rows.map((row) => ({ unitId: row.unit_id, ...stopOfRow(row) })).map((row) => [keyOf(row.unitId, row), row]),
  );
  const there = new Set(found.map((row) => keyOf(row.unitId, row)));
  await deleteStops(
    transaction,
    [...kept].filter(([key]) => !there.has(key)).map(([, row]) => row),
  );
  await putStops(
    transaction,
    found.filter((row) => !isSameData(kept.get(keyOf(row.unitId, row)), row)),
  );
}

const stopOfRow = (row: StoredStop): StopRow => ({
  kind: row.kind,
  from: row.start_at.getTime(),
  to: row.end_at?.getTime() ?? null,
  place: placeOf(row),
});

type UnitStop = StopRow & { readonly unitId: number };

async function deleteStops(transaction: Transaction, stops: readonly UnitStop[]): Promise<void> {
  if (stops.length === 0) return;
  await transaction.query(
    'delete from stop s using unnest($1::int8[], $2::timestamptz[]) as w (unit_id, start_at) where s.unit_id = w.unit_id and s.start_at = w.start_at',
    [stops.map(({ unitId }) => unitId), stops.map(({ from }) => toIso(from))],
  );
}

async function putStops(transaction: Transaction, stops: readonly UnitStop[]): Promise<void> {
  if (stops.length === 0) return;
  await transaction.query(
    `insert into stop (unit_id, kind, start_at, end_at, latitude, longitude)
     select * from unnest($1::int8[], $2::text[], $3::timestamptz[], $4::timestamptz[], $5::float8[], $6::float8[])
     on conflict (unit_id, start_at) do update set kind = excluded.kind, end_at = excluded.end_at, latitude = excluded.latitude, longitude = excluded.longitude`,
    [
      stops.map(({ unitId }) => unitId),
      stops.map(({ kind }) => kind),
      stops.map(({ from }) => toIso(from)),
      stops.map(({ to }) => (to === null ? null : toIso(to))),
      stops.map(({ place }) => place?.latitude ?? null),
      stops.map(({ place }) => place?.longitude ?? null),
    ],
  );
}

/** Adds alarms that are not there yet. */
async function addAlarms(
  transaction: Transaction,
  alarms: readonly (Alarm & { readonly unitId: number })[],
): Promise<void> {
  if (alarms.length === 0) return;
  await transaction.query(
    `insert into unit_alarm (unit_id, at, word, latitude, longitude)
     select * from unnest($1::int8[], $2::timestamptz[], $3::text[], $4::float8[], $5::float8[]) on conflict do nothing`,
    [
      alarms.map(({ unitId }) => unitId),
      alarms.map(({ at }) => toIso(at)),
      alarms.map(({ word }) => word),
      alarms.map(({ place }) => place?.latitude ?? null),
      alarms.map(({ place }) => place?.longitude ?? null),
    ],
  );
}

/** So many are kept whatever their age; of those before them the first of each day. */
const RECENT_ANCHORS = 8;

interface AnchorReplacement {
  readonly unitId: number;
  /** States after this instant are replaced. */
  readonly since: Instant;
  readonly anchors: readonly UnitAnchor[];
}

async function replaceAnchors(transaction: Transaction, replacements: readonly AnchorReplacement[]): Promise<void> {
  await transaction.query(
    'delete from detection_anchor a using unnest($1::int8[], $2::timestamptz[]) as w (unit_id, since) where a.unit_id = w.unit_id and a.at > w.since',
    [replacements.map(({ unitId }) => unitId), replacements.map(({ since }) => sinceText(since))],
  );
  const recent = replacements.flatMap(({ unitId, anchors }) =>
    anchors
      .filter((_, place) => anchors.length - place <= RECENT_ANCHORS || isFirstOfDay(anchors, place))
      .map((anchor) => ({ unitId, ...anchor })),
  );
  if (recent.length === 0) return;
  await transaction.query(
    'insert into detection_anchor (unit_id, at, state) select * from unnest($1::int8[], $2::timestamptz[], $3::jsonb[])',
    [
      recent.map(({ unitId }) => unitId),
      recent.map(({ time }) => toIso(time)),
      recent.map(({ state }) => JSON.stringify(state)),
    ],
  );
  await transaction.query(
    `delete from detection_anchor a
     using unnest($1::int8[]) as w (unit_id)
     cross join lateral (select at from detection_anchor where unit_id = w.unit_id order by at desc offset ${RECENT_ANCHORS - 1} limit 1) as oldest
     where a.unit_id = w.unit_id and a.at < oldest.at
       and exists (select 1 from detection_anchor b where b.unit_id = a.unit_id and b.at < a.at and b.at >= date_trunc('day', a.at, 'UTC'))`,
    [[...new Set(recent.map(({ unitId }) => unitId))]],
  );
}

const isFirstOfDay = (anchors: readonly UnitAnchor[], place: number): boolean =>
  place === 0 || toIso(anchors[place].time).slice(0, 10) !== toIso(anchors[place - 1].time).slice(0, 10);

/**
 * Asks for the last state of a unit that nothing reported at or after the instant has a part in. `betweenTrips`:
 * without a trip under way.
 */
export interface AnchorQuestion {
  readonly unitId: number;
  readonly before: Instant;
  readonly betweenTrips: boolean;
}

/** Answers in the order of the questions; null where the beginning is the state. */
export async function readAnchors(
  database: Queryable,
  questions: readonly AnchorQuestion[],
): Promise<(UnitAnchor | null)[]> {
  const rows = await database.query<{ place: number; at: Date; state: UnitState }>(
    `select w.place, a.at, a.state
     from unnest($1::int8[], $2::timestamptz[], $3::bool[]) with ordinality as w (unit_id, before, between_trips, place)
     cross join lateral (
       select at, state from detection_anchor
       where unit_id = w.unit_id and at < w.before
         and (not w.between_trips or jsonb_typeof(state -> 'trips' -> 'trip') = 'null')
       order by at desc limit 1
     ) as a`,
    [
      questions.map(({ unitId }) => unitId),
      questions.map(({ before }) => (Number.isFinite(before) ? toIso(before) : 'infinity')),
      questions.map(({ betweenTrips }) => betweenTrips),
    ],
  );
  const answers = new Map(rows.map(({ place, at, state }) => [place - 1, { time: at.getTime(), state }]));
  return questions.map((_, place) => answers.get(place) ?? null);
}
