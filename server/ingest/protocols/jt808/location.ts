import { HOUR, MINUTE, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle } from '../../types.ts';
import { ALARM, bcdDigits, i16, u16, u32, utcInstant, type Alarm } from '../shared/index.ts';
import { readAdditions } from './additions.ts';
import { alarmOfModel, putStatusOfModel } from './vendors.ts';

/** Alarm, status, coordinates, altitude, speed, course and time: what every report begins with. */
export const LOCATION = 28;
/**
 * The standard is Chinese and gives every time in China's own, GMT+8 (JT/T 808, the time of the location report, which
 * counts for all others), which has no summer time. Terminals sold elsewhere are often set to UTC or to the country's
 * time: then that is set for the device.
 */
const ZONE = 8 * HOUR;

/** What of a device its reports are read by. */
export type Terminal = Pick<DeviceHandle, 'model' | 'clockOffset'>;

/** Milliseconds east of UTC that the terminal's times are in. */
const zoneOf = ({ clockOffset }: Terminal): number => (clockOffset === null ? ZONE : clockOffset * MINUTE);

/** Alarms by bit, the gravest first: a report names one. */
const ALARMS: readonly (readonly [bit: number, alarm: Alarm])[] = [
  [0, ALARM.sos],
  [29, ALARM.accident],
  [30, ALARM.fall],
  [1, ALARM.overspeed],
  [2, ALARM.fatigue],
  [18, ALARM.fatigue],
  [8, ALARM.powerCut],
  [7, ALARM.lowPower],
  [5, ALARM.gpsAntennaCut],
  [28, ALARM.movement],
];

/** Faults and notices that are no alarm of ours, by bit. */
const NOTICES: readonly (readonly [bit: number, name: string])[] = [
  [4, 'gnss_fault'],
  [6, 'gnss_short_circuit'],
  [19, 'parking_overtime'],
  [20, 'area_alarm'],
  [21, 'route_alarm'],
];

const has = (bits: number, bit: number): boolean => ((bits >>> bit) & 1) === 1;

/** Six BCD bytes `YYMMDDhhmmss` in the terminal's time; NaN when they are no date. */
export function readDate(bytes: Uint8Array, at: number, terminal: Terminal): Instant {
  const digits = bcdDigits(bytes, at, at + 6);
  if (digits === '') return Number.NaN;
  const field = (place: number): number => Number(digits.slice(place * 2, place * 2 + 2));
  return utcInstant(2000 + field(0), field(1), field(2), field(3), field(4), field(5)) - zoneOf(terminal);
}

/** Six BCD bytes of an instant in China's time, or in UTC with a zone of 0. */
export function writeDate(instant: Instant, zone = ZONE): Uint8Array {
  const date = new Date(instant + zone);
  const fields = [
    date.getUTCFullYear() - 2000,
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  return Uint8Array.from(fields, (field) => (Math.floor(field / 10) << 4) | (field % 10));
}

/** What is wrong with a report, or whether all of it was understood. */
export interface Located {
  readonly fault: string | null;
  readonly whole: boolean;
}

const WHOLE: Located = { fault: null, whole: true };
const PARTLY: Located = { fault: null, whole: false };

/** Fills the fix from a report `bytes[start, end)`. */
export function readLocation(fix: Fix, bytes: Uint8Array, start: number, end: number, terminal: Terminal): Located {
  if (end - start < LOCATION) return { fault: 'the report is shorter than a location', whole: false };
  const time = readDate(bytes, start + 22, terminal);
  if (Number.isNaN(time)) return { fault: 'the time of the report is no date', whole: false };
  fix.time = time;
  putPlace(fix, bytes, start + 4, terminal.model);
  putMovement(fix, bytes, start + 16);
  readAlarms(fix, u32(bytes, start), terminal.model);
  return readAdditions(fix, bytes, start + LOCATION, end, terminal.model) ? WHOLE : PARTLY;
}

/** Status u32 and coordinates in millionths of a degree u32 each, at `at`. */
export function putPlace(fix: Fix, bytes: Uint8Array, at: number, model: string): void {
  const status = u32(bytes, at);
  fix.latitude = (u32(bytes, at + 4) / 1e6) * (has(status, 2) ? -1 : 1);
  fix.longitude = (u32(bytes, at + 8) / 1e6) * (has(status, 3) ? -1 : 1);
  // Devices that have never seen a satellite send zeros.
  fix.hasPosition = fix.latitude !== 0 || fix.longitude !== 0;
  fix.valid = fix.hasPosition && has(status, 1);
  readStatus(fix, status);
  putStatusOfModel(fix, status, model);
}

/** Altitude i16, speed in tenths u16, course u16. */
export function putMovement(fix: Fix, bytes: Uint8Array, at: number): void {
  if (!fix.hasPosition) return;
  fix.altitude = i16(bytes, at);
  fix.speed = u16(bytes, at + 2) / 10;
  fix.course = u16(bytes, at + 4);
}

function readStatus({ attributes }: Fix, status: number): void {
  attributes.set('ignition', has(status, 0));
  if (has(status, 10) || has(status, 11)) attributes.set('blocked', true);
  if (has(status, 12)) attributes.set('door_locked', true);
}

function readAlarms({ attributes }: Fix, bits: number, model: string): void {
  if (bits === 0) return;
  const own = model === '' ? undefined : alarmOfModel(bits, model);
  if (own) attributes.set('alarm', own);
  if (own !== undefined) return;
  const alarm = ALARMS.find(([bit]) => has(bits, bit));
  if (alarm) attributes.set('alarm', alarm[1]);
  for (const [bit, name] of NOTICES) if (has(bits, bit)) attributes.set(name, true);
}
