import { DAY, HOUR, MINUTE, type Instant } from '../../../../src/domain/base/index.ts';
import { timeOfDayAt, utcInstant, type TextFields } from '../shared/index.ts';

/** Further from the server's clock than any zone can be. */
const WIDEST_ZONE = 14 * HOUR;
const ZONE_STEP = 15 * MINUTE;

/**
 * The date and time that a device shows its owner: `yymmddhhmm[ss]`, in its own zone, with or without separators. NaN
 * when it was never set. The result counts as if the zone were UTC.
 */
export function localTime(fields: TextFields, index: number): Instant {
  const text = fields.text(index);
  const digits = /^\d+$/.test(text) ? text : text.replaceAll(/\D/g, '');
  if (digits.length !== 10 && digits.length !== 12) return Number.NaN;
  const pair = (at: number): number => Number(digits.slice(at * 2, at * 2 + 2));
  return utcInstant(2000 + pair(0), pair(1), pair(2), pair(3), pair(4), digits.length === 12 ? pair(5) : 0);
}

/** Milliseconds after midnight UTC; NaN when the field is none. */
export const universalTime = (fields: TextFields, index: number): number =>
  timeOfDayAt(fields.bytes, fields.start(index), fields.end(index));

/**
 * The instant of a report from its local date and the satellites' time of day: the zone is the difference, which is
 * never more than half a day.
 */
export function joinTimes(local: Instant, universal: number): Instant {
  return universal + Math.round((local - universal) / DAY) * DAY;
}

/** The zone of a device that showed both times, in milliseconds east of UTC; its two clocks may differ a little. */
export function zoneOf(local: Instant, instant: Instant): number {
  return Math.round((local - instant) / ZONE_STEP) * ZONE_STEP;
}

/**
 * The instant of a report that has the local time alone. Without the zone, a local time that could be the server's in
 * some zone means now; an older one is taken as it is.
 */
export function localInstant(local: Instant, zone: number | null, now: Instant): Instant {
  if (Number.isNaN(local)) return now;
  if (zone !== null) return local - zone;
  return Math.abs(local - now) <= WIDEST_ZONE ? now : local;
}
