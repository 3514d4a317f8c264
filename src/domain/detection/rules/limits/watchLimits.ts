import { MINUTE, type Instant } from '../../../base/index.ts';
import { NO_LIMITS, type RuleLimits } from './fields.ts';
import { dayAround, WeekHours, type RuleWindow } from './weekHours.ts';

/** The last firing of a rule at a unit, and how many there were on its day, as plain data. */
export interface LastFiring {
  readonly at: Instant;
  /** When its day ends. */
  readonly dayEnd: Instant;
  readonly count: number;
}

/** What holds a rule back at the units of a time zone; they share it. */
export class WatchLimits {
  readonly #hours: WeekHours | null;
  readonly #zone: string;
  readonly #repeatAfter: number;
  readonly #mostADay: number;

  private constructor(limits: RuleLimits, zone: string) {
    const isAlways = limits.during === 'always' && limits.valid_from === null && limits.valid_until === null;
    this.#hours = isAlways ? null : new WeekHours(limits, zone);
    this.#zone = zone;
    this.#repeatAfter = limits.repeat_after * MINUTE;
    this.#mostADay = limits.most_a_day;
  }

  /** Null where nothing holds the rule back. */
  static of(limits: RuleLimits, zone: string): WatchLimits | null {
    const { during, valid_from: from, valid_until: until, repeat_after: repeat, most_a_day: most } = limits;
    const isNone = during === NO_LIMITS.during && from === null && until === null && repeat === 0 && most === 0;
    return isNone ? null : new WatchLimits(limits, zone);
  }

  /** The window of an instant; null: it is always at work. */
  windowAt(instant: Instant): RuleWindow | null {
    return this.#hours === null ? null : this.#hours.at(instant);
  }

  /** The first instant, not before this one, at which the rule may fire after `last`. */
  firstAllowed(instant: Instant, last: LastFiring | null): Instant {
    if (last === null) return instant;
    const repeated = Math.max(instant, last.at + this.#repeatAfter);
    return this.#mostADay > 0 && last.count >= this.#mostADay ? Math.max(repeated, last.dayEnd) : repeated;
  }

  /** What is kept of a firing. */
  noteFiring(at: Instant, last: LastFiring | null): LastFiring {
    if (last !== null && at < last.dayEnd) return { ...last, at, count: last.count + 1 };
    return { at, dayEnd: this.#mostADay > 0 ? dayAround(at, this.#zone).until : at, count: 1 };
  }
}
