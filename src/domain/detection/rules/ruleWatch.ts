import { coversInstant, type AllocationSpan } from '../../allocation/index.ts';
import { SECOND, type Instant } from '../../base/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import type { PlaceSet } from './places/index.ts';
import { ConditionMemory, figureOf, figurePlace, type RuleReport, type RuleTest, type Truth } from './kinds/index.ts';

/** A rule at one unit. */
export interface WatchedRule {
  readonly ruleId: number;
  /** Since when the rule asks for this: what was reported before is not its business, and other tests are other watches. */
  readonly from: Instant;
  readonly test: RuleTest;
  /**
   * Of each condition the place of its sensor among those of the unit; −1 where it asks for none, or the unit has none.
   */
  readonly sensors: readonly number[];
  /** Geometry of each condition; null where it asks for none, or for what is not there any more. Left out: none does. */
  readonly places?: readonly (PlaceSet | null)[];
  /** When the rule's account sees the unit; null: always. */
  readonly sight: readonly AllocationSpan[] | null;
}

/** A stretch in which a rule held for long enough. */
export interface Firing {
  readonly ruleId: number;
  readonly from: Instant;
  /** Time of the first report with which the rule held. */
  readonly since: Instant;
  /** Time of the report by which it had lasted long enough. */
  readonly at: Instant;
  /** Time of the first report with which it held no more; null while it does. */
  readonly end: Instant | null;
  /** Of the first condition that has a figure, as the report of `at` says it; null where it says none. */
  readonly value: number | null;
  readonly place: Place | null;
}

/** The state of a rule: since when it holds, and what it fired. */
interface Standing {
  readonly since: Instant | null;
  readonly firing: Firing | null;
  /** Whether each condition held when a report last said so; absent: of none is it known. */
  readonly truths?: readonly Truth[];
  /** When a report last said so of each; absent: so long ago that only a single condition is known still. */
  readonly said?: readonly Instant[];
}

/** The states of the rules of a unit after a report, by {@link keyOf}; one without a state is left out. */
export type RuleStates = Readonly<Record<string, Standing>>;

const keyOf = ({ ruleId, from }: Pick<WatchedRule, 'ruleId' | 'from'>): string => `${ruleId}@${from}`;
const NO_PLACES: readonly (PlaceSet | null)[] = [];
const NOWHERE: Standing = { since: null, firing: null };

/**
 * Rules on reports, one after another in the order of their times (domain reference, 7.3). A condition of which a
 * report says nothing stays as it was, for a while ({@link ConditionMemory}); a report that says nothing of any
 * condition changes nothing. Fires once for a stretch, and again only after a report with which the rule does not hold.
 */
export class RuleWatch {
  #rules: readonly WatchedRule[];
  #standings: Standing[];
  /** By rule. */
  #memories: ConditionMemory[] = [];
  /** In the order in which they fired; what ends is put in its own place. */
  #found: Firing[] = [];
  /** Something was found since the last {@link written}; of a watch that begins, that it may find other things than are stored. */
  dirty: boolean;

  /** `isStored`: there may be firings in the store that these rules know nothing of. */
  constructor(rules: readonly WatchedRule[], states: RuleStates = {}, isStored = rules.length > 0) {
    this.#rules = rules;
    this.dirty = isStored;
    this.#standings = [];
    this.#restore(states);
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
    this.#restore(states);
    this.#found = firings;
  }

  /** A report; `placeOf` is asked where a rule fires. */
  accept(report: RuleReport, placeOf: () => Place | null): void {
    const { time } = report;
    for (let index = 0; index < this.#rules.length; index++) {
      const rule = this.#rules[index];
      if (time < rule.from) continue;
      if (!isSeen(rule, time)) {
        this.#memories[index].forget();
        this.#rest(index, time);
        continue;
      }
      report.places = rule.places ?? NO_PLACES;
      const holds = this.#memories[index].hear(rule.test, report, rule.sensors);
      if (holds === true) this.#meet(index, report, placeOf);
      else if (holds === false) this.#rest(index, time);
    }
  }

  states(): RuleStates {
    return Object.fromEntries(
      this.#rules.flatMap((rule, index) => {
        const { truths, said } = this.#memories[index];
        const { since, firing } = this.#standings[index];
        // That a single condition does not hold says no more than that nothing is known of it, but for what re-arms a
        // negated one.
        const isSingle = truths.length === 1 && !rule.test.conditions[0].negated;
        if (since === null && (isSingle || truths.every((truth) => truth === null))) return [];
        return [[keyOf(rule), { since, firing, truths: [...truths], said: [...said] }]];
      }),
    );
  }

  /** All is stored; `since` the instant to which one may go back: what was over by then is forgotten. */
  written(since: Instant): void {
    this.dirty = false;
    this.#found = this.#found.filter(({ at, end }) => at > since || end === null || end > since);
  }

  #restore(states: RuleStates): void {
    this.#standings = this.#rules.map((rule) => states[keyOf(rule)] ?? NOWHERE);
    this.#memories = this.#rules.map(({ test }, index) => {
      const { truths, said, since } = this.#standings[index];
      // States of before rules had several conditions: the only one held since then.
      const known = test.conditions.map((_, place) => truths?.[place] ?? (since === null || truths ? null : true));
      return new ConditionMemory(known, said);
    });
  }

  #meet(index: number, report: RuleReport, placeOf: () => Place | null): void {
    const { ruleId, from, test, sensors } = this.#rules[index];
    const { since, firing } = this.#standings[index];
    if (firing) return;
    const { time } = report;
    const began = since ?? time;
    if (time - began >= test.hold * SECOND) {
      const figure = figurePlace(test);
      const value = figure < 0 ? null : figureOf(test.conditions[figure], report, sensors[figure]);
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
