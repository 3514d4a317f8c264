import {
  CalendarDate,
  DateFormatter,
  GregorianCalendar,
  createCalendar,
  parseDate,
  toCalendar,
  type Calendar,
  type CalendarIdentifier,
} from '@internationalized/date';

/** How far a clock counts. */
export const CLOCK = { hours: 24, minutes: 60, seconds: 60 } as const;

/** Days that dates may be typed of. */
const FIRST = '1900-01-01';
const LAST = '2300-01-01';

const calendarOf = (language: string): Calendar =>
  createCalendar(new DateFormatter(language).resolvedOptions().calendar as CalendarIdentifier);

/** A day (`2026-03-01`) in the language's own calendar. */
export const inCalendar = (day: string, language: string): CalendarDate =>
  toCalendar(parseDate(day), calendarOf(language));

/** The day of any calendar as computers share it (`2026-03-01`). */
export const isoDay = (date: CalendarDate): string => toCalendar(date, new GregorianCalendar()).toString();

/** The day (`2026-03-01`) of figures in the language's calendar; null where the calendar has none such, as 31 April. */
export function dayOfCalendar(year: number, month: number, day: number, language: string): string | null {
  if (![year, month, day].every(Number.isInteger)) return null;
  // A calendar moves a day that it does not have to the nearest that it has.
  const date = new CalendarDate(calendarOf(language), year, month, day);
  if (date.year !== year || date.month !== month || date.day !== day) return null;
  const iso = isoDay(date);
  return iso >= FIRST && iso <= LAST ? iso : null;
}
