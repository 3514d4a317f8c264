import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { bcdDigits, putAttribute, putNumber, signalPercent, toHex, u16, u32, utcInstant } from '../shared/index.ts';

/** Fewest bytes: date 6, latitude 4, longitude and flags 5, speed, course, signal, satellites, odometer 4, battery. */
const SHORTEST = 24;
const CHARGING = 0xaa;

/**
 * The short report (5501, 5502): day, month, year, time in UTC and `ddmm.mmmm dddmm.mmmm` in BCD. False when it is
 * none. `stored` reports come from where no network was.
 */
export function readCompact(fix: Fix, bytes: Uint8Array, start: number, end: number, stored: boolean): boolean {
  const digits = end - start < SHORTEST ? '' : bcdDigits(bytes, start, start + 14);
  if (digits === '' || !readPlace(fix, digits + toHex(bytes, start + 14, start + 15))) return false;
  const speed = bcdDigits(bytes, start + 15, start + 16);
  if (speed !== '') fix.speed = Number(speed);
  fix.course = (bytes[start + 16] * 2) % 360;
  putNumber(fix, 'gsm_signal', signalPercent(bytes[start + 17]));
  fix.satellites = bytes[start + 18];
  fix.attributes.set('odometer', u32(bytes, start + 19) * 1000);
  const battery = bytes[start + 23];
  if (battery <= 100) fix.attributes.set('battery_level', battery);
  else if (battery === CHARGING) fix.attributes.set('charging', true);
  if (stored) fix.attributes.set('archive', true);
  if (end - start >= SHORTEST + 6) putAttribute(fix, 'cell', `${u16(bytes, start + 28)},${u32(bytes, start + 24)}`);
  return true;
}

/** `ddmmyyhhmmss`, eight digits of latitude, nine of longitude, and a digit of flags: 1 fixed, 2 north, 4 east. */
function readPlace(fix: Fix, digits: string): boolean {
  const field = (at: number, length = 2): number => Number(digits.slice(at, at + length));
  fix.time = utcInstant(2000 + field(4), field(2), field(0), field(6), field(8), field(10));
  const flags = Number.parseInt(digits[29], 16);
  if (Number.isNaN(fix.time) || !/\d/.test(digits[28])) return false;
  fix.latitude = (field(12) + field(14, 6) / 600_000) * (flags & 2 ? 1 : -1);
  fix.longitude = (field(20, 3) + field(23, 6) / 600_000) * (flags & 4 ? 1 : -1);
  fix.hasPosition = fix.latitude !== 0 || fix.longitude !== 0;
  fix.valid = fix.hasPosition && (flags & 1) === 1;
  return true;
}
