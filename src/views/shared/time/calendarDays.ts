import { DAY, toIso, type Instant } from '../../../domain/base/index.ts';

/** How far a clock counts. */
export const CLOCK = { hours: 24, minutes: 60, seconds: 60 } as const;

/** A day by the figures of a language's calendar. */
export interface CalendarDay {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Days that dates may be typed of, as instants at Greenwich. */
const FIRST = Date.UTC(1900, 0, 1);
const LAST = Date.UTC(2300, 0, 1);

/** Days of one year, near enough to each other that every month has some. */
export const DAY_PARTS: readonly Instant[] = Array.from(
  { length: 37 },
  (_, index) => Date.UTC(2026, 0, 1) + index * 10 * DAY,
);

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(language: string): Intl.DateTimeFormat {
  const known = formats.get(language);
  if (known) return known;
  const made = new Intl.DateTimeFormat(language, {
    timeZone: 'UTC',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    numberingSystem: 'latn',
  });
  formats.set(language, made);
  return made;
}

/** The day that an instant is at Greenwich, in the language's own calendar. */
export function calendarParts(instant: Instant, language: string): CalendarDay {
  const parts = formatOf(language).formatToParts(instant);
  const number = (type: 'year' | 'month' | 'day'): number => Number(parts.find((part) => part.type === type)?.value);
  return { year: number('year'), month: number('month'), day: number('day') };
}

/** The day as computers share it (`2026-03-01`); null where the calendar has none such, as 31 April. */
export function dayOfCalendar(wanted: CalendarDay, language: string): string | null {
  if (![wanted.year, wanted.month, wanted.day].every(Number.isInteger)) return null;
  // Days follow each other in every calendar: the first that is not before is the one, or there is none.
  let low = FIRST / DAY;
  let high = LAST / DAY;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (order(calendarParts(middle * DAY, language), wanted) < 0) low = middle + 1;
    else high = middle;
  }
  return order(calendarParts(low * DAY, language), wanted) === 0 ? toIso(low * DAY).slice(0, 10) : null;
}

const order = (a: CalendarDay, b: CalendarDay): number => a.year - b.year || a.month - b.month || a.day - b.day;
