import type { Instant, Interval } from '../base/index.ts';
import { RuleWatch, type Firing, type WatchedRule } from '../detection/index.ts';
import { asksForRoads, leavesOf, sensorPlaces } from '../rule/index.ts';
import { firstRowAt } from '../telemetry/index.ts';
import type { PreparedRule, PreparedSetup } from './prepare.ts';
import { countReports, listenTo, type PastReports } from './reports.ts';
import { firingsOfFacts, PastDrivers, PastRoads } from './records.ts';
import type { PastFiring, UnitFound, UnitPast, UnitRecords } from './types.ts';
import { asksForDrivers, asksForFacts } from './wanted.ts';

/** Firings of a rule at a unit that are shown, at most. */
const MOST_FIRINGS = 2_000;

/** A unit's stored reports, what else is stored of it, and how both are read. */
export interface PastUnit {
  /** They begin before the interval ({@link leadInOf}), as the records do. */
  readonly reports: PastReports;
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
  { reports, records, setup, timeZone }: PastUnit,
  rules: readonly PreparedRule[],
  interval: PastInterval,
  groupsOf: ReadonlyMap<number, readonly number[]>,
): UnitPast {
  const drivers = new PastDrivers(records.drivers);
  const roads = new PastRoads(records.roads);
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
        ...(leavesOf(test.conditions).some(asksForRoads) && { roads }),
      }
    );
  });
  const watch = new RuleWatch(watched.filter((rule) => rule !== null));
  const { unitId, times } = reports.track;
  const rows = { start: firstRowAt(times, interval.listensFrom), end: firstRowAt(times, interval.to) };
  listenTo(reports, rows, setup, watch, { drivers, roads });
  // What becomes true while the unit is silent.
  watch.advance(interval.to);
  const begin = rows.start < rows.end ? times[rows.start] : interval.to;
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
  return { unitId, ...countReports(reports, interval), found };
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
