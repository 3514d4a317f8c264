import { RULE, SECOND, type Instant } from '../../../base/index.ts';
import {
  asksSilence,
  evaluateCondition,
  foreseeCondition,
  isLasting,
  newMemory,
  silenceOf,
  type RuleReport,
  type Truth,
} from './condition.ts';
import { combine, holdsByInstant, planOf, type RulePlan, type RuleTest } from './tree.ts';

/** What is known of the conditions of a rule after a report, by their place in `leavesOf`, as plain data. */
export interface KnownTruths {
  readonly truths: readonly Truth[];
  /** When a report last said so of each; −1: long ago. Absent: of none is it known. */
  readonly said?: readonly Instant[];
  /** What time alone will make of each; null: nothing. Absent: of none. */
  readonly next?: readonly ForeseenTruth[];
  /** Of a rule that holds: what was known of each last since it began to. */
  readonly holding?: readonly Truth[];
  /** What each remembers, null for a figure that is not known. Absent: none does. */
  readonly memory?: readonly (readonly (number | null)[])[];
}
type ForeseenTruth = readonly [at: Instant, truth: Truth] | null;

/**
 * What reports last said of each condition of a rule, changed in place, as reports are many. Of a condition that
 * reports say nothing of for {@link RULE.memory} seconds it is unknown again whether it holds, unless it lasts.
 */
export class ConditionMemory {
  readonly truths: Truth[];
  /** When a report last said so of each; −1: long ago. */
  readonly said: Instant[];
  /** When time alone changes each, infinite for never, and what it makes of it. */
  readonly #changes: Instant[];
  readonly #changed: Truth[];
  /** The earliest of these changes. */
  #next = Number.POSITIVE_INFINITY;
  /** Filled again and again by {@link at}. */
  readonly #known: Truth[];
  readonly #plan: RulePlan;
  /** While the rule holds: what was known of each last; null: it does not. */
  #holding: Truth[] | null;
  /** What each condition remembers; empty for most. */
  readonly memories: readonly number[][];

  constructor(test: Pick<RuleTest, 'match' | 'conditions'>, { truths, said, next, holding, memory }: KnownTruths) {
    this.#plan = planOf(test);
    this.truths = [...truths];
    this.said = truths.map((_, place) => said?.[place] ?? -1);
    this.#changes = truths.map((_, place) => next?.[place]?.[0] ?? Number.POSITIVE_INFINITY);
    this.#changed = truths.map((_, place) => next?.[place]?.[1] ?? null);
    this.#known = truths.map(() => null);
    this.#holding = holding ? [...holding] : null;
    this.memories = this.#plan.leaves.map((condition, place) =>
      newMemory(condition).map((unknown, index) => memory?.[place]?.[index] ?? unknown),
    );
    this.#next = Math.min(...this.#changes);
  }

  /** When time alone changes one of the conditions; infinite: never. */
  get next(): Instant {
    return this.#next;
  }

  /** Foresees what silence alone decides of a rule that was made at `from` and has heard nothing yet. */
  expectSilence(from: Instant): void {
    for (const [place, condition] of this.#plan.leaves.entries()) {
      this.#changes[place] = silenceOf(condition, from);
      this.#changed[place] = !condition.negated;
    }
    this.#next = Math.min(...this.#changes);
  }

  /**
   * Takes in a report that follows those before; `sensors`: of each condition the place of its sensor. Answers whether
   * the rule holds then: null where that is not known, or the report says nothing of any condition.
   */
  hear(report: RuleReport, sensors: readonly number[]): Truth {
    const { truths, said } = this;
    const { leaves, kinds, root } = this.#plan;
    let isSaid = false;
    let next = Number.POSITIVE_INFINITY;
    for (let place = 0; place < truths.length; place++) {
      const condition = leaves[place];
      const memory = this.memories[place];
      const truth = evaluateCondition(condition, report, sensors[place], truths[place], memory, kinds[place]);
      const { at, truth: then } = foreseeCondition(condition, report, truth, memory, kinds[place]);
      this.#changes[place] = at;
      this.#changed[place] = then;
      if (at < next) next = at;
      if (truth === null) continue;
      truths[place] = truth;
      if (this.#holding) this.#holding[place] = truth;
      said[place] = report.time;
      isSaid = true;
    }
    this.#next = next;
    if (!isSaid) return null;
    for (let place = 0; place < truths.length; place++)
      if (report.time - said[place] > RULE.memory * SECOND && !isLasting(leaves[place])) truths[place] = null;
    return this.#orOver(combine(root, truths));
  }

  /** The rule begins to hold by what is known now, or goes on to. */
  hold(): void {
    this.#holding ??= [...this.truths];
  }

  /** The rule holds no more. */
  rest(): void {
    this.#holding = null;
  }

  /**
   * Where it is not known whether a rule that holds still does: it does not where that does not follow from what was
   * known of its conditions since it began to. Else a condition that the unit never reports, joined by "any", would
   * keep
   * it from ever ending.
   */
  #orOver(truth: Truth): Truth {
    if (truth !== null || this.#holding === null) return truth;
    return combine(this.#plan.root, this.#holding) === true ? null : false;
  }

  /** Whether the rule holds at an instant before which nothing changes ({@link next}), as far as that is known then. */
  at(instant: Instant): Truth {
    const { truths, said } = this;
    const { leaves, root } = this.#plan;
    const silence = leaves.findIndex(asksSilence);
    const heard = silence < 0 ? instant : Math.min(instant, said[silence]);
    for (let place = 0; place < truths.length; place++)
      this.#known[place] =
        heard - said[place] > RULE.memory * SECOND && !isLasting(leaves[place]) ? null : truths[place];
    return this.#orOver(combine(root, this.#known));
  }

  /**
   * Where the rule holds: whether it does so by what happened at an instant, such as heavy braking, so that it need not
   * last.
   */
  get isByInstant(): boolean {
    const { root, instants } = this.#plan;
    return instants !== null && holdsByInstant(root, this.truths, instants);
  }

  /** Whether a report said not long before the instant whether the condition at this place holds. */
  isRecent(place: number, instant: Instant): boolean {
    return instant - this.said[place] <= RULE.memory * SECOND;
  }

  /** Time has come to the instant without a report. */
  pass(instant: Instant): void {
    let next = Number.POSITIVE_INFINITY;
    for (let place = 0; place < this.truths.length; place++) {
      if (this.#changes[place] <= instant) {
        this.truths[place] = this.#changed[place];
        if (this.#holding && this.#changed[place] !== null) this.#holding[place] = this.#changed[place];
        this.#changes[place] = Number.POSITIVE_INFINITY;
      } else if (this.#changes[place] < next) next = this.#changes[place];
    }
    this.#next = next;
  }

  /** A condition remembers something. */
  get remembers(): boolean {
    return this.memories.some((memory) => memory.some((value) => !Number.isNaN(value)));
  }

  /** As plain data of its own. */
  state(): KnownTruths {
    return {
      truths: [...this.truths],
      said: [...this.said],
      ...(this.#holding && { holding: [...this.#holding] }),
      ...(this.remembers && {
        memory: this.memories.map((memory) => memory.map((value) => (Number.isNaN(value) ? null : value))),
      }),
      ...(this.#next < Number.POSITIVE_INFINITY && {
        next: this.#changes.map((at, place): ForeseenTruth =>
          Number.isFinite(at) ? [at, this.#changed[place]] : null,
        ),
      }),
    };
  }

  forget(): void {
    this.truths.fill(null);
    this.#holding = null;
    this.#changes.fill(Number.POSITIVE_INFINITY);
    this.#next = Number.POSITIVE_INFINITY;
    for (const memory of this.memories) memory.fill(Number.NaN);
  }
}
