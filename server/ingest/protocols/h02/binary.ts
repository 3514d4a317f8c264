import { KNOT_IN_KMH, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { putCells, putNumber, putPlace, signalPercent, toHex, u16, u32, utcInstant } from '../shared/index.ts';
import { putBattery, putStatus } from './status.ts';

/**
 * `24 | identifier 5 (or 8) | hhmmss | ddmmyy | ddmm.mmmm 4 | battery | dddmm.mmmm 4½ | flags ½ | speed and course 3 |
 * status 4`, all BCD up to the flags; offsets count from the mark.
 */
const SHORT_IDENTIFIER = 5;
const LONG_IDENTIFIER = 8;
/** Bytes up to the end of the date. */
export const HEAD_LENGTHS = { short: 1 + SHORT_IDENTIFIER + 6, wide: 1 + LONG_IDENTIFIER + 6 } as const;
const FLAG = { valid: 2, north: 4, east: 8 } as const;

const two = (bytes: Uint8Array, at: number): number => {
  const high = bytes[at] >> 4;
  const low = bytes[at] & 0x0f;
  return high > 9 || low > 9 ? Number.NaN : high * 10 + low;
};

/** Digits of `count` nibbles from the high nibble of `bytes[at]` on; NaN when one is none. */
function nibbles(bytes: Uint8Array, at: number, count: number, odd = false): number {
  let value = 0;
  for (let index = odd ? 1 : 0; index < count + (odd ? 1 : 0); index++) {
    const byte = bytes[at + (index >> 1)];
    const digit = index % 2 === 0 ? byte >> 4 : byte & 0x0f;
    if (digit > 9) return Number.NaN;
    value = value * 10 + digit;
  }
  return value;
}

function timeAt(bytes: Uint8Array, at: number): Instant {
  return utcInstant(
    2000 + two(bytes, at + 5),
    two(bytes, at + 4),
    two(bytes, at + 3),
    two(bytes, at),
    two(bytes, at + 1),
    two(bytes, at + 2),
  );
}

const hasHead = (bytes: Uint8Array, start: number, size: number): boolean =>
  !Number.isNaN(nibbles(bytes, start + 1, size * 2)) && timeAt(bytes, start + 1 + size) >= 0;

/** True when an identifier of 10 digits, a time and a date stand behind the mark. */
export const hasShortHead = (bytes: Uint8Array, start: number): boolean => hasHead(bytes, start, SHORT_IDENTIFIER);
/** The same with 16 digits. */
export const hasLongHead = (bytes: Uint8Array, start: number): boolean => hasHead(bytes, start, LONG_IDENTIFIER);

/** The identifier: 10 digits, or the 15 of an IMEI in the wide frame. */
export function binaryIdentifier(bytes: Uint8Array, start: number, wide: boolean): string {
  return wide
    ? toHex(bytes, start + 1, start + 1 + LONG_IDENTIFIER).slice(0, 15)
    : toHex(bytes, start + 1, start + 1 + SHORT_IDENTIFIER);
}

/** Reads a binary frame into the fix; false when its digits are none. */
export function readBinary(fix: Fix, bytes: Uint8Array, start: number, end: number, wide: boolean): boolean {
  const at = start + 1 + (wide ? LONG_IDENTIFIER : SHORT_IDENTIFIER);
  fix.time = timeAt(bytes, at);
  if (!readPlace(fix, bytes, at + 6)) return false;
  putBattery(fix, bytes[at + 10]);
  const speed = nibbles(bytes, at + 16, 3);
  const course = nibbles(bytes, at + 17, 3, true);
  if (fix.hasPosition) {
    fix.speed = speed * KNOT_IN_KMH;
    fix.course = course;
  }
  putStatus(fix, u32(bytes, at + 19));
  if (!wide) readTail(fix, bytes, at + 23, end);
  return true;
}

function readPlace(fix: Fix, bytes: Uint8Array, at: number): boolean {
  const latitude = two(bytes, at) + nibbles(bytes, at + 1, 6) / 600_000;
  const longitude = nibbles(bytes, at + 5, 3) + nibbles(bytes, at + 6, 6, true) / 600_000;
  const flags = bytes[at + 9] & 0x0f;
  if (!(latitude <= 90 && longitude <= 180)) return false;
  return putPlace(
    fix,
    (flags & FLAG.valid) !== 0,
    flags & FLAG.north ? latitude : -latitude,
    flags & FLAG.east ? longitude : -longitude,
  );
}

/**
 * Alarm flags 1, 0, signal 1, satellites 1, mileage 4, country 2, network 1, area 2, cell 2, number 1; older frames
 * stop before.
 */
function readTail(fix: Fix, bytes: Uint8Array, at: number, end: number): void {
  if (end - at < 16) return;
  const country = u16(bytes, at + 8);
  // Some put something else there; no country has another number.
  if (country < 200 || country > 799) return;
  putCells(fix, [`${country},${bytes[at + 10]},${u16(bytes, at + 11)},${u16(bytes, at + 13)}`]);
  if (bytes[at] !== 0xff || bytes[at + 1] !== 0) return;
  putNumber(fix, 'gsm_signal', signalPercent(bytes[at + 2]));
  fix.satellites = bytes[at + 3];
}
