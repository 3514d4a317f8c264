import { startOfMonth, startOfWeek, startOfYear, type CalendarDate } from '@internationalized/date';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import { firstWeekday } from '../../../i18n/index.ts';
import { inCalendar, isoDay } from './calendarDays.ts';
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

type Unit = 'days' | 'weeks' | 'months' | 'years';

/** What a preset is one of, and how many of them it lies from the present one. */
const UNITS: Readonly<Record<DatePreset, readonly [unit: Unit, distance: number]>> = {
  today: ['days', 0],
  yesterday: ['days', -1],
  thisWeek: ['weeks', 0],
  lastWeek: ['weeks', -1],
  nextWeek: ['weeks', 1],
  thisMonth: ['months', 0],
  lastMonth: ['months', -1],
  nextMonth: ['months', 1],
  thisYear: ['years', 0],
};

/**
 * A preset as instants: days, weeks, months and years of the account's zone and of the language's
 * calendar: a Persian month is a month of the Persian calendar.
 */
export function presetSpan(preset: DatePreset, now: Instant, timeZone: string, language: string): Interval {
  const [unit, distance] = UNITS[preset];
  const first = startOf(unit, inCalendar(dayOf(now, timeZone), language), language).add({ [unit]: distance });
  const instant = (day: CalendarDate): Instant => dayStart(isoDay(day), timeZone) ?? now;
  return { from: instant(first), to: instant(first.add({ [unit]: 1 })) };
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

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The first day of the week, month or year that a day is in. */
function startOf(unit: Unit, day: CalendarDate, language: string): CalendarDate {
  if (unit === 'weeks') return startOfWeek(day, language, WEEKDAYS[firstWeekday(language) - 1]);
  if (unit === 'months') return startOfMonth(day);
  return unit === 'years' ? startOfYear(day) : day;
}
