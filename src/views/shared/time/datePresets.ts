import { DAY, HOUR, type Instant, type Interval } from '../../../domain/base/index.ts';
import { firstWeekday } from '../../../i18n/index.ts';
import { calendarParts, type CalendarDay } from './calendarDays.ts';
import { dayOf, dayStart } from './zonedDays.ts';

/** Date range presets (specification, chapter 3), those of the past first. */
export const DATE_PRESETS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'thisYear',
  'nextWeek',
  'nextMonth',
] as const;
export type DatePreset = (typeof DATE_PRESETS)[number];
/** Those that reach no further than today's week, month or year: what lists of what happened offer. */
export const PAST_PRESETS = DATE_PRESETS.filter((preset) => !preset.startsWith('next'));

/**
 * A preset as instants: days, weeks, months and years of the account's zone and of the language's
 * calendar: a Persian month is a month of the Persian calendar.
 */
export function presetSpan(preset: DatePreset, now: Instant, timeZone: string, language: string): Interval {
  const today = dayOf(now, timeZone);
  const isFirst = {
    week: (day: string): boolean => weekdayOf(day) === firstWeekday(language),
    month: (day: string): boolean => calendarOf(day, language).day === 1,
    year: (day: string): boolean => calendarOf(day, language).day === 1 && calendarOf(day, language).month === 1,
  };
  const span = (first: string, end: string): Interval => ({
    from: dayStart(first, timeZone) ?? now,
    to: dayStart(end, timeZone) ?? now,
  });
  const around = (unit: keyof typeof isFirst, moved: -1 | 0 | 1): Interval => {
    let first = back(today, isFirst[unit]);
    if (moved === -1) first = back(later(first, -1), isFirst[unit]);
    if (moved === 1) first = forth(first, isFirst[unit]);
    return span(first, forth(first, isFirst[unit]));
  };
  switch (preset) {
    case 'today':
      return span(today, later(today, 1));
    case 'yesterday':
      return span(later(today, -1), today);
    case 'thisWeek':
      return around('week', 0);
    case 'lastWeek':
      return around('week', -1);
    case 'nextWeek':
      return around('week', 1);
    case 'thisMonth':
      return around('month', 0);
    case 'lastMonth':
      return around('month', -1);
    case 'nextMonth':
      return around('month', 1);
    case 'thisYear':
      return around('year', 0);
  }
}

/** The days of a preset that have come, both included. */
export function presetDays(
  preset: DatePreset,
  now: Instant,
  timeZone: string,
  language: string,
): { from: string; to: string } {
  const { from, to } = presetSpan(preset, now, timeZone, language);
  const [last, today] = [dayOf(to - 1, timeZone), dayOf(now, timeZone)];
  return { from: dayOf(from, timeZone), to: last < today ? last : today };
}

/** Noon of a day, which no change of clocks moves to another one. */
const noon = (day: string): Instant => Date.parse(`${day}T00:00:00Z`) + 12 * HOUR;
const later = (day: string, days: number): string => dayOf(noon(day) + days * DAY, 'UTC');

/** The last such day up to this one. */
function back(day: string, isFirst: (day: string) => boolean): string {
  let at = day;
  while (!isFirst(at)) at = later(at, -1);
  return at;
}

/** The next such day after this one. */
function forth(day: string, isFirst: (day: string) => boolean): string {
  let at = later(day, 1);
  while (!isFirst(at)) at = later(at, 1);
  return at;
}

/** 1 = Monday … 7 = Sunday; the first of January 1970 was a Thursday. */
const weekdayOf = (day: string): number => ((Math.floor(noon(day) / DAY) + 3) % 7) + 1;

/** The day in the language's own calendar. */
const calendarOf = (day: string, language: string): CalendarDay => calendarParts(noon(day), language);
