import { MINUTE, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, type Alarm, toHex, u16, u24, u32, u64, utcInstant, putCells } from '../shared/index.ts';

/** Coordinates count 1/30000 of a minute. */
const COORDINATE_UNITS = 1_800_000;
/** Date 6, satellites 1, latitude 4, longitude 4, speed 1, course and status 2. */
export const GPS_BLOCK = 18;
export const DATE = 6;
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
  return utcInstant(2000 + year, bytes[at + 1], bytes[at + 2], bytes[at + 3], bytes[at + 4], bytes[at + 5]) - zone * MINUTE;
}

/** An instant in UTC as six binary bytes; the reverse of {@link readDate}. */
export function writeDate(instant: Instant): Uint8Array {
  const date = new Date(instant);
  return Uint8Array.of(date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds());
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
  fix.satellites = bytes[at] & 0x0f;
  putCoordinates(fix, u32(bytes, at + 1), u32(bytes, at + 5), u16(bytes, at + 10));
  if (fix.hasPosition) fix.speed = bytes[at + 9];
  return true;
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

/**
 * Country and network at `at`; the high bit of the country says that the network has two bytes. Null when it is no
 * country: they have three digits.
 */
function readNetwork(bytes: Uint8Array, at: number): { text: string; size: 3 | 4 } | null {
  const country = u16(bytes, at);
  const wide = (country & 0x8000) !== 0;
  if ((country & 0x7fff) > 999) return null;
  return { text: `${country & 0x7fff},${wide ? u16(bytes, at + 2) : bytes[at + 2]}`, size: wide ? 4 : 3 };
}

/** The serving cell: 5 bytes of area and cell, 12 on 4G. Answers how many bytes it took, 0 when it does not fit. */
export function readCell(fix: Fix, bytes: Uint8Array, at: number, end: number, fourG: boolean): number {
  if (at + 3 > end) return 0;
  const network = readNetwork(bytes, at);
  if (!network) return 0;
  const size = network.size + (fourG ? 12 : 5);
  if (at + size > end) return 0;
  putCells(fix, [`${network.text},${cellText(bytes, at + network.size, fourG)}`]);
  return size;
}

const cellText = (bytes: Uint8Array, at: number, fourG: boolean): string =>
  fourG ? `${u32(bytes, at)},${u64(bytes, at + 4)}` : `${u16(bytes, at)},${u24(bytes, at + 2)}`;

/** Up to `count` cells with signal after a country and network. Answers where they end, or -1. */
export function readCells(fix: Fix, bytes: Uint8Array, at: number, end: number, count: number, fourG: boolean): number {
  if (at + 3 > end) return -1;
  const network = readNetwork(bytes, at);
  if (!network) return -1;
  const size = fourG ? 13 : 6;
  const first = at + network.size;
  const cells: string[] = [];
  let next = first;
  for (let index = 0; index < count && next + size <= end; index++, next += size) {
    const text = cellText(bytes, next, fourG);
    if (!text.startsWith('0,')) cells.push(`${network.text},${text},${bytes[next + size - 1]}`);
  }
  putCells(fix, cells);
  return next;
}

/** Access points of `size` bytes each: address at `address`, signal at `signal`. */
export function readAccessPoints(
  fix: Fix,
  bytes: Uint8Array,
  at: number,
  end: number,
  count: number,
  shape: { size: number; address: number; signal: number } = { size: 7, address: 0, signal: 6 },
): void {
  const points: string[] = [];
  for (let index = 0, from = at; index < count && from + shape.size <= end; index++, from += shape.size) {
    const address = toHex(bytes, from + shape.address, from + shape.address + 6);
    if (/[^0]/.test(address)) points.push(`${(address.match(/../g) ?? []).join('-')},${bytes[from + shape.signal]}`);
  }
  if (points.length > 0) fix.attributes.set('wifi', points.join(';'));
}

/** Information byte of heartbeats and alarms. */
export function readInformation(fix: Fix, information: number): void {
  fix.attributes.set('armed', (information & 0x01) !== 0);
  fix.attributes.set('ignition', (information & 0x02) !== 0);
  fix.attributes.set('charging', (information & 0x04) !== 0);
  fix.attributes.set('blocked', (information & 0x80) !== 0);
  const alarm = INFORMATION_ALARMS[(information >> 3) & 0x07];
  if (alarm) fix.attributes.set('alarm', alarm);
}

const INFORMATION_ALARMS: readonly (Alarm | undefined)[] = [
  undefined,
  ALARM.vibration,
  ALARM.powerCut,
  ALARM.lowBattery,
  ALARM.sos,
];

/** Voltage level 0–6 and GSM level 0–4 as per cent. */
export function readLevels(fix: Fix, battery: number, signal: number): void {
  readBatteryLevel(fix, battery);
  if (signal <= 4) fix.attributes.set('gsm_signal', signal * 25);
}

function readBatteryLevel(fix: Fix, level: number): void {
  if (level <= 6) fix.attributes.set('battery_level', Math.round((level / 6) * 1000) / 10);
}

/** Alarm byte of 0x16, 0x26, 0x27 and their 4G forms. */
const ALARMS: Readonly<Record<number, Alarm | undefined>> = {
  0x01: ALARM.sos,
  0x02: ALARM.powerCut,
  0x03: ALARM.vibration,
  0x04: ALARM.geofenceEnter,
  0x05: ALARM.geofenceExit,
  0x06: ALARM.overspeed,
  0x09: ALARM.tow,
  0x0e: ALARM.lowBattery,
  0x0f: ALARM.lowBattery,
  0x11: ALARM.powerOff,
  0x13: ALARM.tampering,
  0x14: ALARM.door,
  0x19: ALARM.lowBattery,
  0x25: ALARM.tampering,
};

/** Puts the alarm that the byte names; 0 and vendor-specific ones above leave what the information byte said. */
export function readAlarm(fix: Fix, code: number): void {
  const alarm = ALARMS[code];
  if (alarm) fix.attributes.set('alarm', alarm);
  else if (code !== 0) fix.attributes.set('event', code);
}
