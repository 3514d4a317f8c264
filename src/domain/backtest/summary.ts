import { DAY, type Instant, type Interval } from '../base/index.ts';
import type { PastFiring, UnitPast } from './types.ts';

/** What a unit raised. */
interface UnitCount {
  readonly unitId: number;
  readonly count: number;
}

/** What is odd of a rule, so that it is said before it is saved; null: nothing. */
type Oddity = 'never' | 'always' | 'often' | null;

/** What one rule would have found at all units. */
export interface PastSummary {
  /** Units with reports, and those of them at which the rule can hold at all. */
  readonly units: number;
  readonly watched: number;
  readonly reports: number;
  /** Those that began in the interval. */
  readonly count: number;
  /** Days of which there are reports, at most those of the interval. */
  readonly days: number;
  /** Units that raised any, most first. */
  readonly byUnit: readonly UnitCount[];
  readonly firings: readonly PastFiring[];
  readonly oddity: Oddity;
}

/** A rule that fires for so large a part of the time says nothing new. */
const ALWAYS = 0.9;
/** It fires at most at every second report, since it has to rest between; a quarter of that is too often. */
const OFTEN = 1 / 8;
/** Of fewer reports nothing is concluded. */
const ENOUGH_REPORTS = 50;

/** Sums up what the rule at `place` found at the units in the interval. */
export function summarize(pasts: readonly UnitPast[], place: number, interval: Interval): PastSummary {
  const seen = pasts.filter(({ reports }) => reports > 0);
  const watched = seen.filter(({ found }) => found[place].isWatched);
  const byUnit = watched
    .map(({ unitId, found }) => ({ unitId, count: found[place].count }))
    .filter((unit) => unit.count > 0)
    .sort((one, other) => other.count - one.count || one.unitId - other.unitId);
  const count = byUnit.reduce((sum, unit) => sum + unit.count, 0);
  const firings = watched.flatMap(({ found }) => found[place].firings).sort((one, other) => one.at - other.at);
  return {
    units: seen.length,
    watched: watched.length,
    reports: seen.reduce((sum, { reports }) => sum + reports, 0),
    count,
    days: daysOf(seen, interval),
    byUnit,
    firings,
    oddity: oddityOf(watched, place, count, interval),
  };
}

function daysOf(seen: readonly UnitPast[], { from, to }: Interval): number {
  const earliest = Math.min(to, ...seen.map(({ first }) => first ?? to));
  return (to - Math.max(from, earliest)) / DAY;
}

function oddityOf(watched: readonly UnitPast[], place: number, count: number, { from, to }: Interval): Oddity {
  let [lasting, observed, reports] = [0, 0, 0];
  for (const { first, found, ...past } of watched) {
    reports += past.reports;
    observed += to - Math.max(from, first ?? to);
    lasting += found[place].lasting;
  }
  if (reports < ENOUGH_REPORTS) return null;
  if (lasting >= observed * ALWAYS) return 'always';
  if (count >= reports * OFTEN) return 'often';
  return count === 0 && lasting === 0 ? 'never' : null;
}

/** The fewest units, three at most, that raise half of all or more; null where no few stand out. */
export function loudest({
  byUnit,
  count,
}: Pick<PastSummary, 'byUnit' | 'count'>): { units: number; count: number } | null {
  let part = 0;
  for (let units = 1; units <= Math.min(3, byUnit.length - 1); units++) {
    part += byUnit[units - 1].count;
    // Of four units, three are not few.
    if (part * 2 >= count && units * 2 <= byUnit.length && count > units) return { units, count: part };
  }
  return null;
}

/** A firing of the rule as it was, as it is edited, or of both. */
export interface ComparedFiring extends PastFiring {
  readonly change: 'added' | 'gone' | 'same';
}

/**
 * Sets the firings of a rule after an edit against those before it, each in the order of time. Those of a unit that
 * overlap in time are the same, whenever each of them fired.
 */
export function compareFirings(before: readonly PastFiring[], after: readonly PastFiring[]): ComparedFiring[] {
  const old = Map.groupBy(before, ({ unitId }) => unitId);
  const edited = Map.groupBy(after, ({ unitId }) => unitId);
  const units = new Set([...old.keys(), ...edited.keys()]);
  const compared = [...units].flatMap((unitId) => compareUnit(old.get(unitId) ?? [], edited.get(unitId) ?? []));
  return compared.sort((one, other) => one.at - other.at);
}

/** A rule's firings at a unit follow one another, so that both lists are gone through once. */
function compareUnit(before: readonly PastFiring[], after: readonly PastFiring[]): ComparedFiring[] {
  const compared: ComparedFiring[] = [];
  let [old, edited] = [0, 0];
  while (old < before.length || edited < after.length) {
    const [one, other] = [before.at(old), after.at(edited)];
    if (one && other && overlaps(one, other)) {
      compared.push({ ...other, change: 'same' });
      old++;
      edited++;
    } else if (other && (!one || other.since < one.since)) {
      compared.push({ ...other, change: 'added' });
      edited++;
    } else if (one) {
      compared.push({ ...one, change: 'gone' });
      old++;
    }
  }
  return compared;
}

const endOf = ({ end }: PastFiring): Instant => end ?? Number.POSITIVE_INFINITY;
const overlaps = (one: PastFiring, other: PastFiring): boolean =>
  one.since <= endOf(other) && other.since <= endOf(one);
