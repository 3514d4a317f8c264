import { DAY, HOUR, MINUTE, floorTo, fromIso, type Instant, type Interval } from '../../../domain/base/index.ts';
import { localInstant } from '../../shared/time/zonedDays.ts';

/** Longest interval of one look (getDeviceMessages). */
export const MOST_DAYS = 31;
/** The end of "until now" moves this often: the page that one reads stays as it is meanwhile. */
const STEP = 5 * MINUTE;
const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** An interval from the address; the last day where it says none, cut to what one look may hold. */
export function readInterval(
  from: string | undefined,
  to: string | undefined,
  now: Instant,
  timeZone: string,
): Interval {
  const end = readBound(to, timeZone) ?? floorTo(now, STEP) + STEP;
  const start = readBound(from, timeZone) ?? end - DAY;
  if (start >= end) return { from: end - HOUR, to: end };
  return { from: Math.max(start, end - MOST_DAYS * DAY), to: end };
}

/** A bound is an instant in ISO 8601; links of earlier days have the account's local time (`2026-03-01T08:30`). */
function readBound(text = '', timeZone: string): Instant | null {
  const local = localInstant(text, timeZone);
  if (local !== null) return local;
  const instant = INSTANT.test(text) ? fromIso(text) : NaN;
  return Number.isNaN(instant) ? null : instant;
}
