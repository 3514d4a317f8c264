import type { Instant } from '../../../../src/domain/base/index.ts';

/** An instant from calendar fields in UTC; NaN when there is no such date or time. Month 1–12. */
export function utcInstant(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): Instant {
  if (
    !(month >= 1 && month <= 12 && day >= 1 && day <= daysOf(year, month) && hour <= 23 && minute <= 59 && second <= 60)
  )
    return Number.NaN;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** 31 April would roll over to 1 May, so months are counted out. */
function daysOf(year: number, month: number): number {
  const leap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return DAYS[month - 1] + (leap ? 1 : 0);
}
