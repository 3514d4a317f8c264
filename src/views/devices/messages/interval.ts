import { DAY, HOUR, MINUTE, floorTo, type Instant, type Interval } from '../../../domain/base/index.ts';
import { localInstant } from '../../shared/time/zonedDays.ts';

/** Longest interval of one look (getDeviceMessages). */
export const MOST_DAYS = 31;
/** The end of "until now" moves this often: the page that one reads stays as it is meanwhile. */
const STEP = 5 * MINUTE;

/** An interval from the address, as the browser's fields write it; the last day where it says none, cut to what one look may hold. */
export function readInterval(from: string | undefined, to: string | undefined, now: Instant, timeZone: string): Interval {
  const end = (to === undefined ? null : localInstant(to, timeZone)) ?? floorTo(now, STEP) + STEP;
  const start = (from === undefined ? null : localInstant(from, timeZone)) ?? end - DAY;
  if (start >= end) return { from: end - HOUR, to: end };
  return { from: Math.max(start, end - MOST_DAYS * DAY), to: end };
}
