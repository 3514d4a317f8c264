import { DAY, TELEMETRY, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { utcInstant } from './calendar.ts';
import { decimalAt, digitsAt } from './textFields.ts';

/** Fields as NMEA 0183 writes them, which most text protocols of trackers copy. */

const POINT = 0x2e;
const MINUS = 0x2d;
const NORTH = 0x4e;
const SOUTH = 0x53;
const EAST = 0x45;
const WEST = 0x57;
/** Minutes without a point have two whole digits and four decimals. */
const UNPOINTED_MINUTES = 6;

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/**
 * Degrees from `[D]DDMM.mmmm`, `[D]DDMMmmmm` or `-DD-MM.mmmm` in `bytes[start, end)` and a hemisphere letter; NaN
 * when it is none, or off the globe. In the last form, which some trackers send, the letter alone gives the sign.
 */
export function degreesAt(bytes: Uint8Array, start: number, end: number, hemisphere: number): number {
  const limit =
    hemisphere === NORTH || hemisphere === SOUTH ? 90 : hemisphere === EAST || hemisphere === WEST ? 180 : -1;
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === MINUS)) at++;
  let point = at;
  let dash = -1;
  while (point < end && bytes[point] !== POINT) {
    if (bytes[point] === MINUS) dash = point;
    point++;
  }
  const minutesAt = dash >= 0 ? dash + 1 : point < end ? point - 2 : end - UNPOINTED_MINUTES;
  if (minutesAt < at || !isDigit(bytes[minutesAt])) return Number.NaN;
  const whole = minutesAt === at ? 0 : digitsAt(bytes, at, dash >= 0 ? dash : minutesAt);
  const minutes = decimalAt(bytes, minutesAt, end) / (point < end || dash >= 0 ? 1 : 10_000);
  const degrees = whole + minutes / 60;
  if (!(minutes < 60 && degrees <= limit)) return Number.NaN;
  return hemisphere === SOUTH || hemisphere === WEST ? -degrees : degrees;
}

/**
 * Puts a place into the fix. Zeros without a fix are no place, and neither is what cannot be (NaN): devices that wait
 * for satellites send either. False when a device that has a fix sent what cannot be.
 */
export function putPlace(fix: Fix, valid: boolean, latitude: number, longitude: number): boolean {
  const known = !Number.isNaN(latitude + longitude);
  fix.valid = valid;
  fix.hasPosition = known && (valid || latitude !== 0 || longitude !== 0);
  fix.latitude = fix.hasPosition ? latitude : 0;
  fix.longitude = fix.hasPosition ? longitude : 0;
  return known || !valid;
}

/** Milliseconds after midnight from `hhmmss` or `hhmmss.sss`; NaN when it is no time of day. */
export function timeOfDayAt(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 6) return Number.NaN;
  const hour = digitsAt(bytes, start, start + 2);
  const minute = digitsAt(bytes, start + 2, start + 4);
  const second = decimalAt(bytes, start + 4, end);
  if (!(hour <= 23 && minute <= 59 && second >= 0 && second < 61) || bytes[start + 4] === 0x20) return Number.NaN;
  return (hour * 60 + minute) * 60_000 + Math.round(second * 1000);
}

/** Midnight UTC of a date of six digits, day first or year first; NaN when there is no such date. */
export function dateAt(bytes: Uint8Array, start: number, end: number, order: 'day first' | 'year first'): Instant {
  if (end - start !== 6) return Number.NaN;
  const first = digitsAt(bytes, start, start + 2);
  const month = digitsAt(bytes, start + 2, start + 4);
  const last = digitsAt(bytes, start + 4, end);
  if (Number.isNaN(first + month + last)) return Number.NaN;
  return order === 'day first'
    ? utcInstant(2000 + last, month, first, 0, 0, 0)
    : utcInstant(2000 + first, month, last, 0, 0, 0);
}

/**
 * The instant with this time of day (milliseconds after midnight UTC) that lies nearest to `near`, so that a report
 * from just before midnight does not get the date of the day after.
 */
export function nearestWithTime(timeOfDay: number, near: Instant): Instant {
  return timeOfDay + Math.round((near - timeOfDay) / DAY) * DAY;
}

/** The latest instant with this time of day that is not in the future; clocks may differ a little. */
export function latestWithTime(timeOfDay: number, now: Instant): Instant {
  return timeOfDay + Math.floor((now + TELEMETRY.futureTolerance - timeOfDay) / DAY) * DAY;
}
