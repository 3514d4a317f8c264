import { coversInstant, type AllocationSpan } from '../../allocation/index.ts';
import { SECOND, type Instant } from '../../base/index.ts';
import { meetsCondition, type RuleTest } from '../../rule/index.ts';
import type { Place } from '../../unitEvent/index.ts';

/** A rule at one unit. */
export interface WatchedRule {
  readonly ruleId: number;
  /** Since when the rule asks for this: what was reported before is not its business, and other tests are other watches. */
  readonly from: Instant;
  readonly test: RuleTest;
  /** Place of the sensor among those of the unit. */
  readonly sensor: number;
  /** When the rule's account sees the unit; null: always. */
  readonly sight: readonly AllocationSpan[] | null;
}

/** A stretch in which a rule's condition held for long enough. */
export interface Firing {
  readonly ruleId: number;
  readonly from: Instant;
  /** Time of the first report of which the condition held. */
  readonly since: Instant;
  /** Time of the report by which it had lasted long enough. */
  readonly at: Instant;
  /** Time of the first report of which it held no more; null while it does. */
  readonly end: Instant | null;
  readonly value: number;
  readonly place: Place | null;
}

/** The state of a rule: since when its condition holds, and what it fired. */
interface Standing {
  readonly since: Instant | null;
  readonly firing: Firing | null;
}

/** The states of the rules of a unit after a report, by {@link keyOf}; one without a state is left out. */
export type RuleStates = Readonly<Record<string, Standing>>;

const keyOf = ({ ruleId, from }: Pick<WatchedRule, 'ruleId' | 'from'>): string => `${ruleId}@${from}`;
const NOWHERE: Standing = { since: null, firing: null };

/**
 * Rules on the values of sensors, report after report in the order of their times (domain reference, 7.3, kind
 * 19). A report that does not say the value changes nothing. Fires once for a stretch, and again only after a
 * value of which the condition does not hold.
 */
export class RuleWatch {
  #rules: readonly WatchedRule[];
  #standings: Standing[];
  /** In the order in which they fired; what ends is put in its own place. */
  #found: Firing[] = [];
  /** Something was found since the last {@link written}; of a watch that begins, that it may find other things than are stored. */
  dirty: boolean;

  /** `isStored`: there may be firings in the store that these rules know nothing of. */
  constructor(rules: readonly WatchedRule[], states: RuleStates = {}, isStored = rules.length > 0) {
    this.#rules = rules;
    this.dirty = isStored;
    this.#standings = rules.map((rule) => states[keyOf(rule)] ?? NOWHERE);
    this.#found = this.#standings.flatMap(({ firing }) => firing ?? []);
  }

  get rules(): readonly WatchedRule[] {
    return this.#rules;
  }

  /** What fired since the state that it began with, and what was lasting then. */
  get found(): readonly Firing[] {
    return this.#found;
  }

  /** Goes on with these rules; those that ask for the same as before keep their state. */
  follow(rules: readonly WatchedRule[]): void {
    const states = this.states();
    const firings = this.#found.filter((firing) => rules.some((rule) => keyOf(rule) === keyOf(firing)));
    this.dirty ||= firings.length < this.#found.length;
    this.#rules = rules;
    this.#standings = rules.map((rule) => states[keyOf(rule)] ?? NOWHERE);
    this.#found = firings;
  }

  /** A report: a row of the sensors' columns, NaN where it does not say a value. `placeOf` is asked where a rule fires. */
  accept(time: Instant, columns: readonly ArrayLike<number>[], row: number, placeOf: () => Place | null): void {
    for (let index = 0; index < this.#rules.length; index++) {
      const rule = this.#rules[index];
      if (time < rule.from) continue;
      const isInSight = isSeen(rule, time);
      const value = isInSight ? columns[rule.sensor][row] : Number.NaN;
      if (isInSight && Number.isNaN(value)) continue;
      if (meetsCondition(rule.test, value)) this.#meet(index, time, value, placeOf);
      else this.#rest(index, time);
    }
  }

  states(): RuleStates {
    return Object.fromEntries(
      this.#rules.flatMap((rule, index) =>
        this.#standings[index].since === null ? [] : [[keyOf(rule), this.#standings[index]]],
      ),
    );
  }

  /** All is stored; `since` the instant to which one may go back: what was over by then is forgotten. */
  written(since: Instant): void {
    this.dirty = false;
    this.#found = this.#found.filter(({ at, end }) => at > since || end === null || end > since);
  }

  #meet(index: number, time: Instant, value: number, placeOf: () => Place | null): void {
    const { ruleId, from, test } = this.#rules[index];
    const { since, firing } = this.#standings[index];
    if (firing) return;
    const began = since ?? time;
    if (time - began >= test.hold * SECOND) {
      const fired: Firing = { ruleId, from, since: began, at: time, end: null, value, place: placeOf() };
      this.#standings[index] = { since: began, firing: fired };
      this.#found.push(fired);
      this.dirty = true;
    } else if (since === null) {
      this.#standings[index] = { since: began, firing: null };
    }
  }

  #rest(index: number, time: Instant): void {
    const { firing } = this.#standings[index];
    this.#standings[index] = NOWHERE;
    if (!firing) return;
    // What lasts is the same object in both, and mostly fired not long ago.
    this.#found[this.#found.lastIndexOf(firing)] = { ...firing, end: time };
    this.dirty = true;
  }
}

function isSeen({ sight }: WatchedRule, time: Instant): boolean {
  return sight === null || sight.some((span) => coversInstant(span, time));
}
