import type { Instant, Interval } from '../base/index.ts';
import type { DriverLookup, DriverPresence, LastFiring, WatchLimits } from '../detection/index.ts';
import { leavesOf, meetsFact, type RuleTest } from '../rule/index.ts';
import type { RoadClass, RoadStretch, UnitRoads } from '../road/index.ts';
import type { DriverSpan, PastFact, PastFiring } from './types.ts';

const NO_DRIVER: DriverPresence = { hasKey: false, isKnown: false, operators: [] };

/** Who was at a unit, by what is stored; instants that are asked for grow, or are a little ahead. */
export class PastDrivers implements DriverLookup {
  readonly #spans: readonly DriverSpan[];
  #place = 0;

  constructor(spans: readonly DriverSpan[]) {
    this.#spans = spans;
  }

  at(_key: string, _since: Instant, time: Instant): DriverPresence {
    return this.#spanAt(time) ?? NO_DRIVER;
  }

  /** When silence alone signs out who is at the unit then; infinite: never. */
  restsUntil(time: Instant): Instant {
    const span = this.#spanAt(time);
    return span !== null && span.endsByRest && span.to !== null ? span.to : Number.POSITIVE_INFINITY;
  }

  #spanAt(time: Instant): DriverSpan | null {
    const spans = this.#spans;
    while (this.#place > 0 && spans[this.#place].from > time) this.#place--;
    while (this.#place + 1 < spans.length && spans[this.#place + 1].from <= time) this.#place++;
    const span = spans.at(this.#place);
    return span !== undefined && span.from <= time && (span.to === null || time < span.to) ? span : null;
  }
}

/** On which road a unit drove, by what was looked up; instants that are asked for grow, or are a little behind. */
export class PastRoads implements UnitRoads {
  readonly #stretches: readonly RoadStretch[];
  #place = 0;

  constructor(stretches: readonly RoadStretch[]) {
    this.#stretches = stretches;
  }

  /** Stored stretches were read before. */
  prepare(): Promise<void> {
    return Promise.resolve();
  }

  /** The report that rules look at next. */
  goTo(time: Instant): void {
    const stretches = this.#stretches;
    while (this.#place > 0 && stretches[this.#place].at > time) this.#place--;
    while (this.#place + 1 < stretches.length && stretches[this.#place + 1].at <= time) this.#place++;
  }

  classAt(): RoadClass | null {
    return this.#stretches.at(this.#place)?.road ?? null;
  }
}

/**
 * What a rule on facts makes of those that are stored, as the server does when they are found. `groupsOf`: the groups
 * that a geofence is in.
 */
export function firingsOfFacts(
  unitId: number,
  { conditions }: RuleTest,
  facts: readonly PastFact[],
  limits: WatchLimits | null,
  { from, to }: Interval,
  groupsOf: ReadonlyMap<number, readonly number[]>,
): PastFiring[] {
  let last: LastFiring | null = null;
  const firings: PastFiring[] = [];
  for (const found of facts) {
    const { at, place, value, zoneId } = found;
    const whole = { ...found, zoneGroupIds: groupsOf.get(zoneId ?? 0) ?? [] };
    if (at >= to || !leavesOf(conditions).some((condition) => meetsFact(condition, whole))) continue;
    if (limits !== null) {
      if (limits.windowAt(at)?.isOpen === false || limits.firstAllowed(at, last) > at) continue;
      last = limits.noteFiring(at, last);
    }
    if (at >= from) firings.push({ unitId, since: at, at, end: at, value, place });
  }
  return firings;
}
