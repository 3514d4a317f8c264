import { DateTime } from 'luxon';
import type { Instant, Interval } from '../base/index.ts';

/** Which days a report is about: named ones that move on with the calendar, or two fixed days (`own`). */
export const REPORT_PERIODS = [
  'today',
  'yesterday',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'lastSevenDays',
  'lastThirtyDays',
  'own',
] as const;
export type ReportPeriod = (typeof REPORT_PERIODS)[number];

/** Calendar days of a time zone, both included: `2026-03-01`. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

/** Hours of a day: `08:00` to `17:00`; `00:00` as the end is midnight. */
export interface Shift {
  readonly from: string;
  readonly to: string;
}

/** A day of the zone, or the hours of the shift on it. */
export interface ReportWindow extends Interval {
  readonly day: string;
}

/** Where weeks begin by language, as luxon counts weekdays; Monday elsewhere. */
const WEEK_BEGINS: Readonly<Record<string, number>> = { fa: 6 };

const dayText = (day: DateTime): string => day.toISODate() ?? '';

/** Day of the month in the calendar of the language: Persian has months of its own. */
function dayOfMonth(language: string): (day: DateTime) => number {
  const format = new Intl.DateTimeFormat(language === 'fa' ? 'en-u-ca-persian' : 'en-u-ca-gregory', {
    day: 'numeric',
    timeZone: 'UTC',
  });
  return (day) => Number(format.format(day.toMillis()));
}

function monthStart(day: DateTime, language: string): DateTime {
  return day.minus({ days: dayOfMonth(language)(day) - 1 });
}

function weekStart(day: DateTime, language: string): DateTime {
  return day.minus({ days: (day.weekday - (WEEK_BEGINS[language] ?? 1) + 7) % 7 });
}

/**
 * The days of a period. `today`: the day in the zone that counts; weeks and months are those of the language's
 * calendar, and one that is not over ends today. `own` days are given as they are.
 */
export function periodDays(period: ReportPeriod, own: Days, today: string, language: string): Days {
  const now = DateTime.fromISO(today, { zone: 'utc' });
  const back = (days: number): DateTime => now.minus({ days });
  const span = (from: DateTime, to: DateTime): Days => ({ from: dayText(from), to: dayText(to) });
  switch (period) {
    case 'own':
      return own;
    case 'today':
      return span(now, now);
    case 'yesterday':
      return span(back(1), back(1));
    case 'lastSevenDays':
      return span(back(6), now);
    case 'lastThirtyDays':
      return span(back(29), now);
    case 'thisWeek':
      return span(weekStart(now, language), now);
    case 'lastWeek': {
      const start = weekStart(now, language);
      return span(start.minus({ days: 7 }), start.minus({ days: 1 }));
    }
    case 'thisMonth':
      return span(monthStart(now, language), now);
    case 'lastMonth': {
      const end = monthStart(now, language).minus({ days: 1 });
      return span(monthStart(end, language), end);
    }
  }
}

/** How many days these are; 0 or less where the last comes before the first, NaN where one is no day. */
export const countDays = ({ from, to }: Days): number =>
  Math.round(DateTime.fromISO(to, { zone: 'utc' }).diff(DateTime.fromISO(from, { zone: 'utc' }), 'days').days) + 1;

/** The instants of whole days in a zone; the end is not part of it. */
export function daysInterval({ from, to }: Days, zone: string): Interval {
  const start = (day: string, plus: number): Instant => DateTime.fromISO(day, { zone }).plus({ days: plus }).toMillis();
  return { from: start(from, 0), to: start(to, 1) };
}

/** The calendar day of an instant in a zone. */
export const dayAt = (instant: Instant, zone: string): string => dayText(DateTime.fromMillis(instant, { zone }));

/** Minutes after midnight of `08:30`. */
const minutesOf = (clock: string): number => {
  const [hours, minutes] = clock.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The days in their order, each cut to the hours of the shift as clocks of the zone show them. */
export function reportWindows(days: Days, zone: string, shift: Shift | null): ReportWindow[] {
  const windows: ReportWindow[] = [];
  const last = DateTime.fromISO(days.to, { zone });
  for (let day = DateTime.fromISO(days.from, { zone }); day <= last; day = day.plus({ days: 1 })) {
    const at = (clock: string): Instant => {
      const minutes = minutesOf(clock);
      return day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 }).toMillis();
    };
    const end = day.plus({ days: 1 }).toMillis();
    const from = shift === null ? day.toMillis() : at(shift.from);
    windows.push({ day: dayText(day), from, to: shift === null || shift.to === '00:00' ? end : at(shift.to) });
  }
  return windows;
}

/** The window that the instant lies in; null between them. Windows are in order and do not overlap. */
export function windowAt(windows: readonly ReportWindow[], instant: Instant): ReportWindow | null {
  let [low, high] = [0, windows.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const window = windows[middle];
    if (instant < window.from) high = middle - 1;
    else if (instant >= window.to) low = middle + 1;
    else return window;
  }
  return null;
}
