import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  ALARM,
  bcdDigits,
  i16,
  ioName,
  keepRaw,
  named,
  putAttribute,
  putNumber,
  signalPercent,
  toHex,
  u16,
  u32,
  utcInstant,
  type Alarm,
} from '../shared/index.ts';
import { readEntries, type Read } from './readers.ts';
import { lockCommand } from './vendors.ts';

/** Fewest bytes: date 6, latitude 4, longitude and flags 5, speed, course, signal, satellites, odometer 4, battery. */
const SHORTEST = 24;
/** Battery of a device on its charger. */
const CHARGING = new Set([0xaa, 0xab]);
/** Cell u32, area u16, product u8, state u16, alarms u16. */
const WITH_STATE = SHORTEST + 11;

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
  else if (CHARGING.has(battery)) fix.attributes.set('charging', true);
  if (stored) fix.attributes.set('archive', true);
  if (end - start >= WITH_STATE) readState(fix, bytes, start + SHORTEST, end);
  return true;
}

/** Alarms by bit, of padlocks and of locks on containers; others have their own. */
const ALARMS: Readonly<Record<number, readonly (Alarm | undefined)[] | undefined>> = {
  1: [ALARM.lowPower],
  2: [ALARM.lowPower],
  3: [
    ALARM.overspeed,
    ALARM.lowPower,
    ALARM.vibration,
    ALARM.lowBattery,
    undefined,
    ALARM.geofenceEnter,
    ALARM.geofenceExit,
  ],
};
const VALVE_LOCK = 3;
const CUT = 0x20;
const ENTRIES: Readonly<Record<number, Read | undefined>> = {
  0x0b: lockCommand,
  0x0c: (fix, bytes, at, size) => {
    if (size === 6) putAttribute(fix, 'tilt', [0, 2, 4].map((axis) => i16(bytes, at + axis)).join(','));
    return size === 6;
  },
  0x10: named('wake_source'),
  0xfc: named('area'),
};
const ALTITUDE = 0x02;
const NETWORK = 0x0a;

/** Cell u32, area u16, product u8, state u16, alarms u16; then entries (number u8, size u8). */
function readState(fix: Fix, bytes: Uint8Array, at: number, end: number): void {
  const product = bytes[at + 6];
  const alarms = u16(bytes, at + 9);
  const alarm = ALARMS[product]?.find((name, bit) => name !== undefined && (alarms >>> bit) & 1);
  if (alarm) fix.attributes.set('alarm', alarm);
  if (product === VALVE_LOCK) fix.attributes.set('blocked', (u16(bytes, at + 7) & CUT) !== 0);
  let network = '';
  readEntries(bytes, at + 11, end, 1, (id, place, size) => {
    if (id === ALTITUDE && size === 2) fix.altitude = i16(bytes, place);
    else if (id === NETWORK && size === 3) network = `${u16(bytes, place)},${bytes[place + 2]},`;
    else if (!ENTRIES[id]?.(fix, bytes, place, size)) keepRaw(fix, ioName(id), bytes, place, size);
  });
  const [cell, lac] = [u32(bytes, at), u16(bytes, at + 4)];
  if (cell > 0 && lac > 0) putAttribute(fix, 'cell', `${network}${lac},${cell}`);
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
