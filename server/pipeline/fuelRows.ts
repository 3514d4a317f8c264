import {
  detectFuel,
  emptiedAfter,
  filterReports,
  FUEL_CONTEXT,
  FuelSeriesBuilder,
  fuelWindowFrom,
  createPoint,
  inputsOf,
  pointsOfTrack,
  shownFuelEvent,
  type Anchor,
  type FuelEvent,
  type FuelRun,
  type FuelSeries,
  type FuelState,
} from '../../src/domain/detection/index.ts';
import { DAY, DETECTION, HOUR, SECOND, toIso, type Instant, type UnitId } from '../../src/domain/base/index.ts';
import type { EventKindAbout } from '../../src/domain/events/index.ts';
import type { EventLoopBreaks, PositionStore, Queryable, Transaction } from '../store/index.ts';
import type { Fact } from './facts.ts';
import { countOf, replaceRows, type Derived, type DerivedTable } from './reconciling.ts';
import type { UnitSetup } from './setup.ts';

const EVENTS: DerivedTable<FuelEvent> = {
  table: 'fuel_event',
  from: 'end_at >',
  spanOf: ({ start, end }) => ({ from: start, to: end }),
  extra: [{ column: 'kind', type: 'text', of: ({ kind }) => kind }],
};

export type FuelAnchor = Anchor<FuelState>;
export type FuelSource = Pick<PositionStore, 'earliest' | 'latest' | 'readTracks'>;

/**
 * How far before the window reports are read, step by step until enough of them say a level: a sparse device needs
 * days.
 */
const REACHES = [HOUR, 8 * HOUR, 3 * DAY, 60 * DAY];

/** A state before any report has this for an instant. */
const NEVER = -1;
/** Years are gone through in steps, so that memory holds no more than one. */
const STEP = 30 * DAY;
/** Rows that are taken in before others may have their turn. */
const ROWS_AT_A_TIME = 1_000;

/** The unit whose fuel is checked, and what reads its reports. */
interface ReadUnit {
  readonly positions: FuelSource;
  readonly unitId: number;
  readonly setup: UnitSetup;
  readonly breaks: EventLoopBreaks;
}

/** Thefts and refills from the anchor to the last report; only what has lasted, save for the last step. */
export async function runFuel(
  positions: FuelSource,
  unitId: number,
  setup: UnitSetup,
  from: FuelAnchor | null,
  breaks: EventLoopBreaks,
): Promise<FuelRun> {
  const last = positions.latest.times[positions.latest.indexOf(unitId)] ?? Number.POSITIVE_INFINITY;
  const decided = from?.state.decided ?? NEVER;
  const first = decided > NEVER ? decided : ((await positions.earliest([unitId])) ?? last);
  const events: FuelEvent[] = [];
  let anchor = from;
  for (let until = first + STEP; ; until += STEP) {
    const end = until > last ? Number.POSITIVE_INFINITY : until;
    const run = await runStep({ positions, unitId, setup, breaks }, anchor, end);
    if (until > last) return { events: [...events, ...run.events], anchor: run.anchor };
    events.push(...run.events.filter(({ settled }) => settled));
    anchor = run.anchor;
  }
}

/** Reads the window and what the domain asks for before it. */
async function runStep(unit: ReadUnit, from: FuelAnchor | null, until: Instant): Promise<FuelRun> {
  const { setup } = unit;
  const window = from ? fuelWindowFrom(from.state, setup.fuel) : Number.NEGATIVE_INFINITY;
  for (const reach of REACHES) {
    const series = await readSeries(unit, window - reach, until);
    // The first reports teach the series where the unit and its tanks are: rows within that time do not count.
    const known = series.times.filter((time) => time < window && time >= window - reach + DETECTION.fuelGap).length;
    if (!from || known >= FUEL_CONTEXT) return detectFuel(series, setup.fuel, from);
  }
  return detectFuel(await readSeries(unit, Number.NEGATIVE_INFINITY, until), setup.fuel, from);
}

async function readSeries(unit: ReadUnit, since: Instant, until: Instant): Promise<FuelSeries> {
  const { positions, unitId, breaks } = unit;
  const { set, filters, fuel, trips } = unit.setup;
  const builder = new FuelSeriesBuilder({
    threshold: fuel.threshold,
    movingSpeed: trips.min_m_speed,
    minimumSatellites: trips.min_satellites,
  });
  const point = createPoint();
  for await (const track of positions.readTracks(unitId, since, until)) {
    const reports = filterReports(
      pointsOfTrack(track, inputsOf(track, set)),
      filters,
      (row) => track.times[row] + track.receivedDelays[row] * SECOND,
    );
    for (let row = 0; row < reports.count; row++) {
      reports.fill(row, point);
      builder.add(point);
      if (row % ROWS_AT_A_TIME === 0) await breaks.take();
    }
  }
  return builder.finish();
}

/**
 * An anchor before late reports: a level that lasted is checked within a window of its row, and events are
 * kept, so that any instant outside of these will do.
 */
export async function fuelAnchorBefore(
  database: Queryable,
  unitId: number,
  setup: UnitSetup,
  late: Instant,
): Promise<FuelAnchor> {
  const { theft, refill } = setup.fuel;
  const reach = Math.max(theft.observe_time, refill.observe_time) * SECOND + (FUEL_CONTEXT + 1) * DETECTION.fuelGap;
  const [row] = await database.query<{ decided: Date; floor: Date | null; event: FuelEvent | null }>(
    `with safe as (select least($2::timestamptz, (select min(start_at) - interval '1 millisecond' from fuel_event where unit_id = $1 and end_at > $2)) as decided)
     select decided, e.end_at as floor, e.data as event from safe
     left join lateral (select end_at, data from fuel_event where unit_id = $1 and end_at <= decided order by end_at desc limit 1) e on true`,
    [unitId, toIso(Math.max(0, late - 2 * reach))],
  );
  const decided = row.decided.getTime();
  return {
    time: decided,
    state: { decided, floor: row.floor?.getTime() ?? NEVER, emptied: row.event && emptiedAfter(row.event) },
  };
}

/** What a look at a unit's fuel found. */
export interface FuelFound {
  readonly unitId: number;
  readonly from: FuelAnchor | null;
  readonly run: FuelRun;
  /** Late reports from here on are still to be gone through; infinite when there are none. */
  readonly lateFrom: Instant;
}

/**
 * Puts what was found in the place of what is stored from the anchors on. Only what has lasted is reported and kept.
 * Each unit once; answers in their order.
 */
export async function writeFuel(
  transaction: Transaction,
  looks: readonly FuelFound[],
): Promise<{ count: number; facts: Fact[] }[]> {
  const results = await replaceRows(
    transaction,
    EVENTS,
    looks.map(({ unitId, from, run }) => ({
      unitId,
      since: from && from.state.floor > NEVER ? from.state.floor : Number.NEGATIVE_INFINITY,
      found: run.events.filter((event) => event.settled),
    })),
  );
  await transaction.query(
    `update detection_state s set detector = jsonb_set(s.detector, '{fuel}', w.anchor), late_from = w.late_from
     from unnest($1::int8[], $2::jsonb[], $3::timestamptz[]) as w (unit_id, anchor, late_from) where s.unit_id = w.unit_id`,
    [
      looks.map(({ unitId }) => unitId),
      looks.map(({ run }) => JSON.stringify(run.anchor)),
      looks.map(({ lateFrom }) => (Number.isFinite(lateFrom) ? toIso(lateFrom) : null)),
    ],
  );
  return results.map((result, place) => ({ count: countOf(result), facts: fuelFacts(result, looks[place].unitId) }));
}

type FuelKind = EventKindAbout<'fuel_event'>;

const FACT_KINDS = { theft: 'fuelTheft', refill: 'fuelRefill', fault: 'fuelFault' } as const satisfies Record<
  FuelEvent['kind'],
  FuelKind
>;

function fuelFacts({ created, changed, retired }: Derived<FuelEvent>, unitId: number): Fact[] {
  const fact = (kind: FuelKind, id: number, event: FuelEvent, late = {}): Fact => ({
    kind,
    id,
    at: event.end,
    data: { fuel_event: shownFuelEvent(event, id, unitId as UnitId), ...late },
  });
  const facts = [
    ...created.map(({ id, row }) => fact(FACT_KINDS[row.kind], id, row)),
    ...changed.map(({ id, after }) => fact('fuelEventChanged', id, after, { late: true })),
    ...retired.map(({ id, row }) => fact('fuelEventRemoved', id, row, { late: true })),
  ];
  return facts.toSorted((a, b) => a.at - b.at);
}
