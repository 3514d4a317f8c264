import { coversInstant, type AllocationSpan } from '../../allocation/index.ts';
import { SECOND, type Instant } from '../../base/index.ts';
import type { UnitRoads } from '../../road/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import { CERTAINTY } from './certainty/reportColumns.ts';
import type { LastFiring, RuleWindow, WatchLimits } from './limits/index.ts';
import type { PlaceSet } from './places/index.ts';
import {
  ConditionMemory,
  figureOf,
  figurePlace,
  leavesOf,
  type DriverLookup,
  type KnownTruths,
  type RuleCondition,
  type RuleReport,
  type RuleTest,
} from './kinds/index.ts';
import { RuleInputs } from './ruleInputs.ts';

/** A rule at one unit. */
export interface WatchedRule {
  readonly ruleId: number;
  /**
   * Since when the rule asks for this: what was reported before is not its business, and other tests are other watches.
   */
  readonly from: Instant;
  readonly test: RuleTest;
  /**
   * Of each condition, groups taken apart (`leavesOf`), the place of its sensor among those of the unit; −1 where it
   * asks
   * for none, or the unit has none.
   */
  readonly sensors: readonly number[];
  /**
   * Geometry of each condition in the same order; null where it asks for none, or for what is not there any more.
   * Left out: none does.
   */
  readonly places?: readonly (PlaceSet | null)[];
  /** Of a rule that asks for drivers: who is at the unit. */
  readonly drivers?: DriverLookup;
  /** Of a rule that asks for roads: those around the unit. */
  readonly roads?: UnitRoads;
  /** What holds the rule back beside its conditions; null or left out: nothing. */
  readonly limits?: WatchLimits | null;
  /** When the rule's account sees the unit; null: always. */
  readonly sight: readonly AllocationSpan[] | null;
}

/** A stretch in which a rule held for long enough. */
export interface Firing {
  readonly ruleId: number;
  readonly from: Instant;
  /** When the rule began to hold: with a report, or by time alone. */
  readonly since: Instant;
  /** When it had lasted long enough. */
  readonly at: Instant;
  /** When it held no more; null while it does. */
  readonly end: Instant | null;
  /** Of the first condition that has a figure, as a report last said it by then; null where none did. */
  readonly value: number | null;
  readonly place: Place | null;
}

/** The state of a rule: since when it holds, and what it fired. */
interface Activity {
  readonly since: Instant | null;
  readonly firing: Firing | null;
}

/** The state of a rule after a report, as plain data. */
interface RuleState extends Activity, Partial<KnownTruths> {
  /** The figure that a report said last. */
  readonly value?: number;
  /** Where the unit was, as far as time alone may make the rule fire there. */
  readonly place?: Place | null;
  /** Of a rule with limits; and when its hours were looked at last. */
  readonly last?: LastFiring;
  readonly heard?: Instant;
}

/** The states of the rules of a unit after a report, by {@link keyOf}; one without a state is left out. */
export type RuleStates = Readonly<Record<string, RuleState>>;

const keyOf = ({ ruleId, from }: Pick<WatchedRule, 'ruleId' | 'from'>): string => `${ruleId}@${from}`;
const NO_PLACES: readonly (PlaceSet | null)[] = [];
const INACTIVE: Activity = { since: null, firing: null };
const NEVER = Number.POSITIVE_INFINITY;

/** What is known of a rule between reports. */
interface Watching {
  readonly rule: WatchedRule;
  readonly memory: ConditionMemory;
  activity: Activity;
  /** Place of the condition whose figure is recorded; −1: none. */
  readonly figure: number;
  /** That condition. */
  readonly measured: RuleCondition | null;
  /** The figure that a report said last, NaN for none. */
  value: number;
  /** Around the last instant; null: it is always at work. */
  window: RuleWindow | null;
  /** Of a rule with limits; null: it has not fired. */
  last: LastFiring | null;
  /** When time alone will change something; infinite: never. */
  due: Instant;
  /** What a report has to carry to say anything of it ({@link RuleInputs}); 0: it is evaluated for every report. */
  readonly inputs: number;
}

/**
 * Rules on reports, one after another in the order of their times (domain reference, 7.3), and on the time between
 * them: what becomes true while the device is silent fires at its instant. A condition of which a report says nothing
 * stays as it was, for a while ({@link ConditionMemory}); a report that says nothing of any condition changes nothing.
 * Fires once for a stretch, and again only after the rule did not hold. A condition met at an instant, such as heavy
 * braking, makes it fire at once where all else that it needs holds then; a lasting one has to last as long as the rule
 * says. Outside its hours a rule hears, and does not hold; and where it may not fire yet, it does so once it may
 * ({@link WatchLimits}).
 */
export class RuleWatch {
  #rules: readonly WatchedRule[];
  #watching: Watching[] = [];
  #inputs = new RuleInputs();
  #roads: UnitRoads | null = null;
  /** In the order in which they fired; what ends is put in its own place. */
  #found: Firing[] = [];
  /** Where the unit was by the last report, as far as time alone may make a rule fire there. */
  #place: Place | null = null;
  /** Time of the last report. */
  #heard: Instant = Number.NEGATIVE_INFINITY;
  /** When time alone will change something of any rule. */
  #next: Instant = NEVER;
  /** How it was after the last report, where time alone changed something since; and when it last did. */
  #reported: { readonly states: RuleStates; found: readonly Firing[] } | null = null;
  #changedAt: Instant = Number.NEGATIVE_INFINITY;
  /**
   * Something was found since the last {@link written}; of a watch that begins, that it may find other things than are
   * stored.
   */
  dirty: boolean;

  /** `isStored`: there may be firings in the store that these rules know nothing of. */
  constructor(rules: readonly WatchedRule[], states: RuleStates = {}, isStored = rules.length > 0) {
    this.#rules = rules;
    this.dirty = isStored;
    this.#restore(states);
    this.#found = this.#watching.flatMap(({ activity: { firing } }) => firing ?? []);
  }

  get rules(): readonly WatchedRule[] {
    return this.#rules;
  }

  /** The roads that rules ask for; null: none does. */
  get roads(): UnitRoads | null {
    return this.#roads;
  }

  /** What fired since the state that it began with, and what was lasting then. */
  get found(): readonly Firing[] {
    return this.#found;
  }

  /** When time alone will change something, if no report comes before; null: never. */
  get until(): Instant | null {
    return this.#next === NEVER ? null : this.#next;
  }

  /**
   * What the rule at the place is as long as its conditions stay what they are: at rest while they do not hold (`no`),
   * or firing while they do (`yes`). Open: it holds, and has not fired yet.
   */
  steadinessOf(place: number): number {
    const { since, firing } = this.#watching[place].activity;
    if (firing !== null) return CERTAINTY.yes;
    return since === null ? CERTAINTY.no : CERTAINTY.open;
  }

  /** Goes on with these rules; those that ask for the same as before keep their state. */
  follow(rules: readonly WatchedRule[]): void {
    this.#takeBack();
    const states = this.states();
    const firings = this.#found.filter((firing) => rules.some((rule) => keyOf(rule) === keyOf(firing)));
    this.dirty ||= firings.length < this.#found.length;
    this.#rules = rules;
    this.#restore(states);
    this.#found = firings;
  }

  /**
   * Time has come to the instant, and no report of it so far: finds what time alone makes of the last one. A report
   * of an earlier time takes that back ({@link accept}).
   */
  advance(to: Instant): void {
    if (to < this.#next) return;
    this.#reported ??= { states: this.states(), found: [...this.#found] };
    this.#pass(to);
  }

  /** A report, and the time before it; `placeOf` is asked where a rule fires or may do so later. */
  accept(report: RuleReport, placeOf: () => Place | null): void {
    const { time } = report;
    if (this.#changedAt >= time) this.#takeBack();
    // The values of a report count at its own instant.
    if (this.#next < time) this.#pass(time - 1);
    this.#reported = null;
    this.#heard = time;
    let next = NEVER;
    const carried = this.#inputs.carriedBy(report);
    for (const watching of this.#watching) {
      const { rule, inputs } = watching;
      if (time >= rule.from && (inputs === 0 || (inputs & carried) !== 0)) this.#hear(watching, report, placeOf);
      if (watching.due < next) next = watching.due;
    }
    this.#next = next;
    this.#place = next === NEVER ? null : placeOf();
  }

  /** As they were after the last report. */
  states(): RuleStates {
    if (this.#reported) return this.#reported.states;
    return Object.fromEntries(
      this.#watching.flatMap(({ rule, memory, activity: { since, firing }, value, last, window, due }) => {
        // That a single condition does not hold says no more than that nothing is known of it, but for what re-arms a
        // negated one.
        const [first] = rule.test.conditions;
        const isSingle = memory.truths.length === 1 && first.kind !== 'group' && !first.negated;
        const isIdle = memory.truths.every((truth) => truth === null || (isSingle && !truth));
        if (since === null && isIdle && memory.next === NEVER && last === null && !memory.remembers) return [];
        const more = {
          ...(last !== null && { last }),
          ...(window !== null && { heard: this.#heard }),
          ...(due < NEVER && { place: this.#place }),
          ...(!Number.isNaN(value) && { value }),
        };
        return [[keyOf(rule), { since, firing, ...memory.state(), ...more } satisfies RuleState]];
      }),
    );
  }

  /** All is stored; `since` the instant to which one may go back: what was over by then is forgotten. */
  written(since: Instant): void {
    const isKept = ({ at, end }: Firing): boolean => at > since || end === null || end > since;
    this.dirty = false;
    this.#found = this.#found.filter(isKept);
    if (this.#reported) this.#reported.found = this.#reported.found.filter(isKept);
  }

  #restore(states: RuleStates): void {
    this.#next = NEVER;
    this.#place = null;
    this.#inputs = new RuleInputs();
    this.#roads = this.#rules.find(({ roads }) => roads !== undefined)?.roads ?? null;
    this.#watching = this.#rules.map((rule) => {
      const state = states[keyOf(rule)];
      const watching = watchingOf(rule, state, isAlways(rule) ? this.#inputs.add(rule.test, rule.sensors) : 0);
      if (state?.place) this.#place = state.place;
      if (state?.heard !== undefined) this.#heard = Math.max(this.#heard, state.heard);
      watching.due = dueOf(watching, Number.NEGATIVE_INFINITY);
      this.#next = Math.min(this.#next, watching.due);
      return watching;
    });
  }

  /** Forgets what time alone changed since the last report. */
  #takeBack(): void {
    const reported = this.#reported;
    if (reported === null) return;
    this.#reported = null;
    this.#changedAt = Number.NEGATIVE_INFINITY;
    this.#restore(reported.states);
    this.#found = [...reported.found];
    this.dirty = true;
  }

  #hear(watching: Watching, report: RuleReport, placeOf: () => Place | null): void {
    const { rule, memory, figure } = watching;
    const { time } = report;
    const isWorking = isAtWork(watching, time);
    if (!isSeen(rule, time)) {
      memory.forget();
      this.#rest(watching, time);
    } else {
      report.places = rule.places ?? NO_PLACES;
      report.roads = rule.roads ?? null;
      fillDriver(report, rule);
      const holds = memory.hear(report, rule.sensors);
      if (watching.measured !== null) {
        const value = figureOf(watching.measured, report, rule.sensors[figure], memory.memories[figure]);
        if (value !== null) watching.value = value;
      }
      if (!isWorking) this.#rest(watching, time);
      else if (holds === true) this.#meet(watching, time, placeOf);
      else if (holds === false) this.#rest(watching, time);
    }
    watching.due = dueOf(watching, time);
  }

  /** Time alone, up to the instant. */
  #pass(to: Instant): void {
    let next = NEVER;
    for (const watching of this.#watching) {
      while (watching.due <= to) this.#come(watching, watching.due);
      if (watching.due < next) next = watching.due;
    }
    this.#next = next;
  }

  #come(watching: Watching, instant: Instant): void {
    const { rule, memory } = watching;
    this.#changedAt = Math.max(this.#changedAt, instant);
    memory.pass(instant);
    // Its hours are looked at in any case: they say when time alone matters next.
    const isWorking = isAtWork(watching, instant);
    const holds = isWorking && isSeen(rule, instant) && memory.at(instant);
    if (holds === true) this.#meet(watching, instant, () => this.#place);
    else if (holds === false) this.#rest(watching, instant);
    watching.due = dueOf(watching, instant);
  }

  #meet(watching: Watching, time: Instant, placeOf: () => Place | null): void {
    const { since, firing } = watching.activity;
    if (firing) return;
    watching.memory.hold();
    const began = since ?? time;
    const { ruleId, from, limits } = watching.rule;
    const { last } = watching;
    if (time - began >= lastsFor(watching) && !(limits && limits.firstAllowed(time, last) > time)) {
      if (limits) watching.last = limits.noteFiring(time, last);
      const value = valueOf(watching, time);
      const fired: Firing = { ruleId, from, since: began, at: time, end: null, value, place: placeOf() };
      watching.activity = { since: began, firing: fired };
      this.#found.push(fired);
      this.dirty = true;
    } else if (since === null) {
      watching.activity = { since: began, firing: null };
    }
  }

  #rest(watching: Watching, time: Instant): void {
    const { firing } = watching.activity;
    watching.activity = INACTIVE;
    watching.memory.rest();
    if (!firing) return;
    // What lasts is the same object in both, and mostly fired not long ago.
    this.#found[this.#found.lastIndexOf(firing)] = { ...firing, end: time };
    this.dirty = true;
  }
}

/** Who is at the unit, for a rule that asks for it. */
function fillDriver(report: RuleReport, { drivers }: WatchedRule): void {
  const { time, driverKey, driverSince, driverUntil } = report;
  if (!drivers || driverKey === null) {
    report.driver = null;
    return;
  }
  report.driver = drivers.at(driverKey, driverSince, time);
  report.driverThen = Number.isFinite(driverUntil) ? drivers.at('', driverUntil, driverUntil) : report.driver;
}

/** Neither hours nor what its account may see end it. */
const isAlways = ({ limits, sight }: WatchedRule): boolean => sight === null && !limits;

function watchingOf(rule: WatchedRule, state: RuleState | undefined, inputs: number): Watching {
  const { test, from } = rule;
  const { since, firing } = state ?? INACTIVE;
  // States of before rules had several conditions: the only one held since then.
  const leaves = leavesOf(test.conditions);
  const truths = leaves.map((_, place) => state?.truths?.[place] ?? (since === null || state?.truths ? null : true));
  const holding = state?.holding ?? (since === null ? undefined : truths);
  const { said, next, memory: remembered } = state ?? {};
  const memory = new ConditionMemory(test, { truths, said, next, holding, memory: remembered });
  if (!state) memory.expectSilence(from);
  const value = state?.value ?? Number.NaN;
  const figure = figurePlace(test);
  const watching = {
    rule,
    memory,
    activity: { since, firing },
    figure,
    measured: figure < 0 ? null : leaves[figure],
    value,
    inputs,
  };
  const window = state?.heard === undefined ? null : (rule.limits?.windowAt(state.heard) ?? null);
  return { ...watching, window, last: state?.last ?? null, due: NEVER };
}

/** Whether it is an hour of the rule: worked out again only where the window of before has ended. */
function isAtWork(watching: Watching, time: Instant): boolean {
  const { limits } = watching.rule;
  if (!limits) return true;
  const { window } = watching;
  if (window === null || time < window.from || time >= window.until) watching.window = limits.windowAt(time);
  return watching.window?.isOpen !== false;
}

/** When time alone will change something, from the instant on; infinite: never. */
function dueOf(watching: Watching, after: Instant): Instant {
  const {
    rule: { limits },
    memory,
    activity: { since, firing },
    last,
  } = watching;
  const next = Math.min(memory.next, hoursDueOf(watching));
  if (since === null || firing !== null) return next;
  const lastedLong = since + lastsFor(watching);
  const lasted = limits ? limits.firstAllowed(lastedLong, last) : lastedLong;
  // The truth at a later instant is not known yet, or will be known by then.
  return lasted >= after && lasted < next && memory.at(lasted) === true ? lasted : next;
}

/** How long what holds now has to last, ms. */
const lastsFor = ({ rule: { test }, memory }: Watching): number =>
  test.hold === 0 || memory.isByInstant ? 0 : test.hold * SECOND;

/** When the hours of the rule end what holds, or begin where it holds; infinite: that matters to nothing. */
function hoursDueOf({ memory, activity: { since }, window }: Watching): Instant {
  if (window === null || window.until === NEVER) return NEVER;
  const matters = window.isOpen ? since !== null : memory.at(window.until) === true;
  return matters ? window.until : NEVER;
}

/** The figure as it was last said, unless that is too long ago. */
function valueOf({ memory, figure, value }: Watching, time: Instant): number | null {
  return figure < 0 || Number.isNaN(value) || !memory.isRecent(figure, time) ? null : value;
}

function isSeen({ sight }: WatchedRule, time: Instant): boolean {
  return sight === null || sight.some((span) => coversInstant(span, time));
}
