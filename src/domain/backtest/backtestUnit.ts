import type { Instant, Interval } from '../base/index.ts';
import {
  createPoint,
  createRuleReport,
  ReportReader,
  RuleWatch,
  TripDetector,
  type Firing,
  type WatchedRule,
} from '../detection/index.ts';
import { leavesOf, sensorPlaces, type ConditionKindName } from '../rule/index.ts';
import type { TrackColumns } from '../telemetry/index.ts';
import type { PreparedRule, PreparedSetup } from './prepare.ts';
import { firingsOfFacts, PastDrivers } from './records.ts';
import type { PastFiring, UnitFound, UnitPast, UnitRecords } from './types.ts';
import { asksForDrivers, asksForFacts } from './wanted.ts';

/** Firings of a rule at a unit that are shown, at most. */
const MOST_FIRINGS = 2_000;

/** A unit's stored reports, what else is stored of it, and how both are read. */
export interface PastUnit {
  /** It begins before the interval ({@link leadInOf}), as the records do. */
  readonly track: TrackColumns;
  readonly records: UnitRecords;
  readonly setup: PreparedSetup;
  /** Of the unit's account. */
  readonly timeZone: string;
}

/** The interval that rules are tried on, and when they begin to listen. */
export interface PastInterval extends Interval {
  readonly listensFrom: Instant;
}

/** Runs rules over what is stored of a unit, as the server's detection does over what comes. */
export function backtestUnit(
  { track, records, setup, timeZone }: PastUnit,
  rules: readonly PreparedRule[],
  interval: PastInterval,
  groupsOf: ReadonlyMap<number, readonly number[]>,
): UnitPast {
  const drivers = new PastDrivers(records.drivers);
  const watched = rules.map(({ test, places, limitsIn }, ruleId): WatchedRule | null => {
    const sensors = asksForFacts(test) ? null : sensorPlaces(test, (sensor) => setup.set.placeOf(sensor));
    const limits = limitsIn(timeZone);
    return (
      sensors && {
        ruleId,
        from: interval.listensFrom,
        test,
        sensors,
        places: places ?? [],
        limits,
        sight: null,
        ...(asksForDrivers(test) && { drivers }),
      }
    );
  });
  const watch = new RuleWatch(watched.filter((rule) => rule !== null));
  const { unitId } = track;
  const read = readInto(track, setup, watch, drivers, interval);
  const begin = track.count > 0 ? track.times[0] : interval.to;
  const found = rules.map(({ test, limitsIn }, ruleId): UnitFound => {
    if (asksForFacts(test)) {
      const limits = limitsIn(timeZone);
      return foundOf(true, firingsOfFacts(unitId, test, records.facts, limits, interval, groupsOf), interval);
    }
    // How long a unit had been silent before its first report is not known.
    const own = watch.found.filter((firing) => firing.ruleId === ruleId && firing.at >= begin);
    const firings = own.map((firing) => toPast(unitId, firing));
    return foundOf(watched[ruleId] !== null, firings, interval);
  });
  return { unitId, ...read, found };
}

/** What the trip detector is run for. */
const ASKS_MOTION: ReadonlySet<ConditionKindName> = new Set(['motion', 'driving']);

type Span = Pick<UnitPast, 'reports' | 'first' | 'last'>;

function readInto(
  track: TrackColumns,
  setup: PreparedSetup,
  watch: RuleWatch,
  drivers: PastDrivers,
  { from, to }: Interval,
): Span {
  const reader = new ReportReader(setup);
  const opened = reader.open(track, watch.rules.length > 0);
  const [point, report] = [createPoint(), createRuleReport()];
  const asksMotion = watch.rules.some(({ test }) =>
    leavesOf(test.conditions).some(({ kind }) => ASKS_MOTION.has(kind)),
  );
  const trips = asksMotion ? new TripDetector(setup.trips, () => undefined) : null;
  const isDriven = watch.rules.some(({ test }) => asksForDrivers(test));
  let reports = 0;
  let first: Instant | null = null;
  let last: Instant | null = null;
  for (let row = 0; row < track.count && track.times[row] < to; row++) {
    if (!reader.read(opened, row, point)) continue;
    if (point.time >= from) {
      reports++;
      first ??= point.time;
      last = point.time;
    }
    trips?.accept(point);
    reader.fillRuleReport(opened, row, point, report);
    trips?.fillMotion(report.motion);
    if (isDriven) {
      // Whose key it was is in the records.
      report.driverKey = '';
      report.driverUntil = drivers.restsUntil(point.time);
    }
    watch.accept(report, reader.place);
  }
  // What becomes true while the unit is silent.
  watch.advance(to);
  return { reports, first, last };
}

function foundOf(isWatched: boolean, found: readonly PastFiring[], { from, to }: Interval): UnitFound {
  const own = found.filter(({ at, end }) => at < to && (end ?? to) >= from);
  const count = own.filter(({ at }) => at >= from).length;
  const lasting = own.reduce((sum, { at, end }) => sum + Math.min(end ?? to, to) - Math.max(at, from), 0);
  return { isWatched, count, firings: own.slice(-MOST_FIRINGS), lasting };
}

const toPast = (unitId: number, { since, at, end, value, place }: Firing): PastFiring => ({
  unitId,
  since,
  at,
  end,
  value,
  place,
});
