import { DateTime } from 'luxon';
import { DAY, type Instant } from '../../../base/index.ts';
import type { RuleHours, RuleLimits } from './fields.ts';

/** A stretch in which a rule is at work, or rests, throughout. */
export interface RuleWindow {
  readonly isOpen: boolean;
  readonly from: Instant;
  /** It does not belong to it. */
  readonly until: Instant;
}

/** Weeks that are kept made: reports come late, but not from everywhere. */
const KEPT = 16;
const WEEK = 7 * DAY;

/**
 * When a rule is at work, by the clock of a time zone. Calendars are slow: what they give is kept for a week at a time,
 * and shared by all units.
 */
export class WeekHours {
  readonly #limits: RuleLimits;
  readonly #zone: string;
  readonly #validFrom: Instant;
  readonly #validUntil: Instant;
  readonly #weeks = new Map<number, readonly RuleWindow[]>();

  constructor(limits: RuleLimits, zone: string) {
    this.#limits = limits;
    this.#zone = zone;
    this.#validFrom = limits.valid_from === null ? Number.NEGATIVE_INFINITY : startOfDay(limits.valid_from, zone, 0);
    this.#validUntil = limits.valid_until === null ? Number.POSITIVE_INFINITY : startOfDay(limits.valid_until, zone, 1);
  }

  /** The window of an instant; where it ends, the same may go on in the next. */
  at(instant: Instant): RuleWindow {
    if (instant < this.#validFrom) return { isOpen: false, from: Number.NEGATIVE_INFINITY, until: this.#validFrom };
    if (instant >= this.#validUntil) return { isOpen: false, from: this.#validUntil, until: Number.POSITIVE_INFINITY };
    if (this.#limits.during === 'always') return { isOpen: true, from: this.#validFrom, until: this.#validUntil };
    const window = this.#weekOf(Math.floor(instant / WEEK)).find(({ until }) => instant < until);
    if (!window) throw new Error(`No window of a week has ${instant}.`);
    return {
      isOpen: window.isOpen,
      from: Math.max(window.from, this.#validFrom),
      until: Math.min(window.until, this.#validUntil),
    };
  }

  #weekOf(week: number): readonly RuleWindow[] {
    const known = this.#weeks.get(week);
    if (known) return known;
    const [oldest] = this.#weeks.keys();
    if (this.#weeks.size >= KEPT) this.#weeks.delete(oldest);
    const made = windowsOf(this.#limits, this.#zone, week * WEEK, (week + 1) * WEEK);
    this.#weeks.set(week, made);
    return made;
  }
}

/** The day of an instant in a time zone: when it began, and when the next one does. */
export function dayAround(instant: Instant, zone: string): { readonly from: Instant; readonly until: Instant } {
  const day = DateTime.fromMillis(instant, { zone }).startOf('day');
  return { from: day.toMillis(), until: day.plus({ days: 1 }).toMillis() };
}

const startOfDay = (date: string, zone: string, later: number): Instant =>
  DateTime.fromISO(date, { zone }).startOf('day').plus({ days: later }).toMillis();

/** Windows that follow each other without gaps from `from` to `until`. */
function windowsOf({ during, hours }: RuleLimits, zone: string, from: Instant, until: Instant): readonly RuleWindow[] {
  const spans = hours.flatMap((each) => spansOf(each, zone, from, until)).toSorted((a, b) => a.from - b.from);
  const isOpenWithin = during === 'inside';
  const windows: RuleWindow[] = [];
  let at = from;
  for (const span of spans) {
    const [start, end] = [Math.max(span.from, at), Math.min(span.until, until)];
    if (start >= until || end <= at) continue;
    if (start > at) windows.push({ isOpen: !isOpenWithin, from: at, until: start });
    windows.push({ isOpen: isOpenWithin, from: start, until: end });
    at = end;
  }
  if (at < until) windows.push({ isOpen: !isOpenWithin, from: at, until });
  return windows;
}

/** A clock that is put forward over a time is taken to show the first instant after it. */
function spansOf(
  { days, from: begin, until: finish }: RuleHours,
  zone: string,
  from: Instant,
  until: Instant,
): { readonly from: Instant; readonly until: Instant }[] {
  const first = DateTime.fromMillis(from, { zone }).startOf('day').minus({ days: 1 });
  const count = Math.ceil((until - from) / DAY) + 3;
  return Array.from({ length: count }, (_, index) => first.plus({ days: index }))
    .filter(({ weekday }) => days.includes(weekday))
    .map((day) => ({
      from: clockOn(day, begin).toMillis(),
      until: clockOn(finish > begin ? day : day.plus({ days: 1 }), finish).toMillis(),
    }));
}

function clockOn(day: DateTime, clock: string): DateTime {
  const [hour, minute] = clock.split(':').map(Number);
  return day.set({ hour, minute });
}
