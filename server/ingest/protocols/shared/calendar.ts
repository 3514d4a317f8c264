import type { Instant } from '../../../../src/domain/base/index.ts';

/** An instant from calendar fields in UTC; NaN when there is no such date or time. Month 1–12. */
export function utcInstant(year: number, month: number, day: number, hour: number, minute: number, second: number): Instant {
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 23 || minute > 59 || second > 60) return Number.NaN;
  const instant = Date.UTC(year, month - 1, day, hour, minute, second);
  // 31 April would roll over to 1 May.
  return new Date(instant - hour * 3_600_000 - minute * 60_000 - second * 1_000).getUTCDate() === day ? instant : Number.NaN;
}
