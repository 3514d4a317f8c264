import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  ALARM,
  bcdDigits,
  ofSize,
  putAttribute,
  putNumber,
  putPercent,
  putVoltage,
  signalPercent,
  u16,
  u32,
  type Alarm,
} from '../shared/index.ts';
import { putBoxReading } from './assets.ts';
import { readEntries, signed16, type Read } from './readers.ts';

/** Additions of the standard and of vendors that take no more than a few numbers. */

/** A level in tenths of a litre; with the highest bit in per cent. */
export const fuel: Read = ofSize(2, ({ attributes }, value) => {
  if (value < 0x8000) attributes.set('fuel_level', value / 10);
  else if ((value & 0x7fff) <= 100) attributes.set('fuel_percent', value & 0x7fff);
});

/** 12: kind of place u8, its number u32, direction u8 (0 in, 1 out). */
export const area: Read = (fix, bytes, at, size) => {
  if (size < 6) return false;
  fix.attributes.set('alarm', bytes[at + 5] === 0 ? ALARM.geofenceEnter : ALARM.geofenceExit);
  putAttribute(fix, 'area', u32(bytes, at + 1));
  return true;
};

/** 11: kind of place u8 and, when it is one, its number u32. */
export const overspeed: Read = (fix, bytes, at, size) => {
  fix.attributes.set('alarm', ALARM.overspeed);
  if (size >= 5) putAttribute(fix, 'area', u32(bytes, at + 1));
  return size === 1 || size >= 5;
};

/** 13: number of the route u32, seconds u16, result u8. */
export const route: Read = (fix, bytes, at, size) => {
  if (size !== 7) return false;
  putAttribute(fix, 'route', u32(bytes, at));
  putAttribute(fix, 'route_time', u16(bytes, at + 4));
  return true;
};

/** 2A: bit 0 deep sleep, bit 1 sleep. */
export const sleep: Read = ofSize(2, (fix, value) => fix.attributes.set('sleep_mode', value & 3));

/** 2B: two raw converters of 16 bits, the first in the lower half. */
export const analog: Read = (fix, bytes, at, size) => {
  if (size !== 4) return false;
  putAttribute(fix, 'adc1', u16(bytes, at + 2));
  putAttribute(fix, 'adc2', u16(bytes, at));
  return true;
};

export const strength: Read = ofSize(1, (fix, value) => putNumber(fix, 'gsm_signal', signalPercent(value)));

export const satellites: Read = ofSize(1, (fix, value) => {
  fix.satellites = value;
});

const TIRED = 1;

/** 64 and 65: number of the alarm u32, begin or end u8, kind u8, level u8 (cameras on the road and on the driver). */
export function camera(name: string): Read {
  return (fix, bytes, at, size) => {
    if (size < 6) return false;
    putAttribute(fix, name, bytes[at + 5]);
    if (name === 'driver_alarm' && bytes[at + 5] === TIRED) fix.attributes.set('alarm', ALARM.fatigue);
    return true;
  };
}

const ENDED = 2;
const DRIVING: Readonly<Record<number, Alarm | undefined>> = {
  0x01: ALARM.hardAcceleration,
  0x02: ALARM.hardBraking,
  0x03: ALARM.hardCornering,
  0x16: ALARM.accident,
};

/** 70: number of the alarm u32, begin or end u8, kind u8. */
export const driving: Read = (fix, bytes, at, size) => {
  if (size < 6) return false;
  const alarm = bytes[at + 4] === ENDED ? undefined : DRIVING[bytes[at + 5]];
  if (alarm) fix.attributes.set('alarm', alarm);
  else putAttribute(fix, 'driving_behaviour', bytes[at + 5]);
  return true;
};

const STEPS = 10;

/** 56: battery in tenths u8, and on some in per cent u8. */
export const batteryTenths: Read = (fix, bytes, at, size) => {
  if (size !== 2) return false;
  if (bytes[at + 1] >= 1 && bytes[at + 1] <= 100) putPercent(fix, bytes[at + 1]);
  else if (bytes[at] <= STEPS) putPercent(fix, bytes[at] * STEPS);
  return true;
};

/** E3: reserved u8, per cent u8, hundredths of a volt u16. */
export const batteryAndVolts: Read = (fix, bytes, at, size) => {
  if (size < 4) return false;
  if (bytes[at + 1] > 0) putPercent(fix, bytes[at + 1]);
  putVoltage(fix, u16(bytes, at + 2) / 100);
  return true;
};

/** E4: 0 while it charges, 1 while it does not; per cent u8. */
export const charge: Read = (fix, bytes, at, size) => {
  if (size !== 2 || bytes[at + 1] > 100) return false;
  if (bytes[at] <= 1) fix.attributes.set('charging', bytes[at] === 0);
  putPercent(fix, bytes[at + 1]);
  return true;
};

const FULL = 0xff;

/** D4, E1, E9 of one byte: per cent, or that it charges. */
export const level: Read = ofSize(1, (fix, value) => {
  if (value === FULL) fix.attributes.set('charging', true);
  else putPercent(fix, value);
});

/** D4, E1, E9 of four bytes: the driver. */
export const driver: Read = ofSize(4, (fix, value) => {
  if (value !== 0) fix.attributes.set('driver_key', String(value));
});

/** EE: signal u8, supply and battery in millivolts u16, satellites u8. */
export const supplies: Read = (fix, bytes, at, size) => {
  if (size !== 6) return false;
  putNumber(fix, 'gsm_signal', signalPercent(bytes[at]));
  putVoltage(fix, u16(bytes, at + 1) / 1000);
  if (u16(bytes, at + 3) > 0) fix.attributes.set('battery_voltage', u16(bytes, at + 3) / 1000);
  fix.satellites = bytes[at + 5];
  return true;
};

export const imei: Read = (fix, bytes, at, size) => {
  const digits = size === 8 ? bcdDigits(bytes, at, at + 8) : '';
  if (digits === '') return false;
  putAttribute(fix, 'imei', digits.replace(/^0/, ''));
  return true;
};

/** E7: bit 0 shaken, bits 1 to 3 the button; what else its eight bytes hold is not known. */
export const pressed: Read = (fix, bytes, at, size) => {
  if (size !== 8) return false;
  if (u16(bytes, at) & 0x0e) fix.attributes.set('alarm', ALARM.sos);
  else if (u16(bytes, at) & 1) fix.attributes.set('alarm', ALARM.vibration);
  return true;
};

/** DA: number of cuts u16, bits u8: 0 the string is whole, 2 it moves, 3 the cover is shut. */
export const string: Read = (fix, bytes, at, size) => {
  if (size !== 3) return false;
  putAttribute(fix, 'string', (bytes[at + 2] & 1) !== 0);
  fix.attributes.set('motion', (bytes[at + 2] & 4) !== 0);
  putAttribute(fix, 'cover', (bytes[at + 2] & 8) !== 0);
  return true;
};

export const box: Read = (fix, bytes, at, size) =>
  size > 2 &&
  readEntries(bytes, at + 1, at + size, 1, (id, place, width) => putBoxReading(fix, id, bytes, place, width));

/** By bit: F4 of two bytes, FE-01. */
const { hardAcceleration, hardBraking, hardCornering, accident, tampering, fall } = ALARM;
const HARSH: readonly Alarm[] = [hardAcceleration, hardBraking, hardCornering, accident, tampering];
const SHORT_HARSH: readonly Alarm[] = [hardAcceleration, hardBraking, hardBraking, hardCornering, accident, fall];

function putFirst(fix: Fix, bits: number, alarms: readonly Alarm[]): void {
  const found = alarms.find((_, bit) => ((bits >>> bit) & 1) === 1);
  if (found) fix.attributes.set('alarm', found);
}

export const harshBits: Read = ofSize(2, (fix, bits) => putFirst(fix, bits, SHORT_HARSH));
const LIST_MARK = 0x7c;

/** FE of several bytes: a mark, entries of which 01 are alarms, and what is padding. */
export const markedList: Read = (fix, bytes, at, size) => {
  if (size < 7 || bytes[at] !== LIST_MARK || bytes[at + 1] !== 1 || bytes[at + 2] !== 4) return false;
  putFirst(fix, u32(bytes, at + 3), HARSH);
  return true;
};

export const percent = ofSize(1, putPercent);
export const carriage = ofSize(2, (fix, value) => fix.attributes.set('temperature_1', signed16(value)));
export const secret: Read = () => true;
