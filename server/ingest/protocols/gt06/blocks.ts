import { MINUTE, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { u16, u32, utcInstant } from '../shared/index.ts';

/** Coordinates count 1/30000 of a minute. */
const COORDINATE_UNITS = 1_800_000;
/** Date 6, satellites 1, latitude 4, longitude 4, speed 1, course and status 2. */
export const GPS_BLOCK = 18;
export const DATE = 6;
/** Satellites, coordinates, speed, course and status: the block without its date. */
export const PLACE = 12;
/** Bits of the course word. */
const COURSE = 0x3ff;
const NORTH = 1 << 10;
const WEST = 1 << 11;
const FIXED = 1 << 12;
const IGNITION_PRESENT = 1 << 14;
const IGNITION_ON = 1 << 15;

/** Six binary bytes YY MM DD hh mm ss; NaN when they are no date. `zone` is minutes east of UTC. */
export function readDate(bytes: Uint8Array, at: number, zone: number): Instant {
  const year = bytes[at];
  if (year > 99) return Number.NaN;
  return (
    utcInstant(2000 + year, bytes[at + 1], bytes[at + 2], bytes[at + 3], bytes[at + 4], bytes[at + 5]) - zone * MINUTE
  );
}

/** An instant in UTC as six binary bytes; the reverse of {@link readDate}. */
export function writeDate(instant: Instant): Uint8Array {
  const date = new Date(instant);
  return Uint8Array.of(
    date.getUTCFullYear() - 2000,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  );
}

/** Zone word of the login: HHMM in the upper 12 bits, bit 3 = west. Minutes east of UTC. */
export function readZone(word: number): number {
  const hhmm = word >> 4;
  const minutes = Math.floor(hhmm / 100) * 60 + (hhmm % 100);
  if (minutes > 14 * 60) return 0;
  return word & 0x08 ? -minutes : minutes;
}

/** Date and position at `at`. False when the date is none. */
export function readGps(fix: Fix, bytes: Uint8Array, at: number, zone: number): boolean {
  return readDatedGps(fix, bytes, at, at + DATE, zone);
}

/** As {@link readGps}, with the position apart from its date. */
export function readDatedGps(fix: Fix, bytes: Uint8Array, dateAt: number, at: number, zone: number): boolean {
  const time = readDate(bytes, dateAt, zone);
  if (Number.isNaN(time)) return false;
  fix.time = time;
  putPlace(fix, bytes, at);
  return true;
}

/** Satellites, coordinates, speed, course and status at `at`. */
export function putPlace(fix: Fix, bytes: Uint8Array, at: number): void {
  fix.satellites = bytes[at] & 0x0f;
  putCoordinates(fix, u32(bytes, at + 1), u32(bytes, at + 5), u16(bytes, at + 10));
  if (fix.hasPosition) fix.speed = bytes[at + 9];
}

/** Coordinates as they are counted, and the word of course and status. */
export function putCoordinates(fix: Fix, north: number, east: number, status: number): void {
  const latitude = north / COORDINATE_UNITS;
  const longitude = east / COORDINATE_UNITS;
  fix.valid = (status & FIXED) !== 0;
  // Without a fix some send zeros, others their last coordinates.
  fix.hasPosition = fix.valid || latitude !== 0 || longitude !== 0;
  fix.latitude = status & NORTH ? latitude : -latitude;
  fix.longitude = status & WEST ? -longitude : longitude;
  if (fix.hasPosition) fix.course = (status & COURSE) % 360;
  if (status & IGNITION_PRESENT) fix.attributes.set('ignition', (status & IGNITION_ON) !== 0);
}
