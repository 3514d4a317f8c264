import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  ALARM,
  bcdDigits,
  ioName,
  putAttribute,
  putNumber,
  signalPercent,
  u16,
  u32,
  type Alarm,
} from '../shared/index.ts';
import { battery, bluetoothProbes, card, conditions, putBoxReading, sensors, tags, temperatures } from './assets.ts';
import { diagnostics, lineOfText, readEngine, readings } from './engine.ts';
import { cardText, extendedParts } from './extendedParts.ts';
import {
  divided,
  either,
  keepRaw,
  named,
  number,
  ofSize,
  putPercent,
  putVoltage,
  readEntries,
  signed16,
  text,
  voltage,
  type Read,
} from './readers.ts';
import { accessPoints, cellsOfNetwork, countedCells, countedPoints, longCells, oneCell } from './surroundings.ts';
import { lockCommand, lockEvent, lockList, locks, padlock, readDriving, readOfModel, tyres } from './vendors.ts';

/** A level in tenths of a litre; with the highest bit in per cent. */
const fuel: Read = ofSize(2, ({ attributes }, value) => {
  if (value < 0x8000) attributes.set('fuel_level', value / 10);
  else if ((value & 0x7fff) <= 100) attributes.set('fuel_percent', value & 0x7fff);
});

/** 12: kind of place u8, its number u32, direction u8 (0 in, 1 out). */
const area: Read = (fix, bytes, at, size) => {
  if (size < 6) return false;
  fix.attributes.set('alarm', bytes[at + 5] === 0 ? ALARM.geofenceEnter : ALARM.geofenceExit);
  putAttribute(fix, 'area', u32(bytes, at + 1));
  return true;
};

/** 11: kind of place u8 and, when it is one, its number u32. */
const overspeed: Read = (fix, bytes, at, size) => {
  fix.attributes.set('alarm', ALARM.overspeed);
  if (size >= 5) putAttribute(fix, 'area', u32(bytes, at + 1));
  return size === 1 || size >= 5;
};

/** 13: number of the route u32, seconds u16, result u8. */
const route: Read = (fix, bytes, at, size) => {
  if (size !== 7) return false;
  putAttribute(fix, 'route', u32(bytes, at));
  putAttribute(fix, 'route_time', u16(bytes, at + 4));
  return true;
};

/** 2A: bit 0 deep sleep, bit 1 sleep. */
const sleep: Read = ofSize(2, (fix, value) => fix.attributes.set('sleep_mode', value & 3));

/** 2B: two raw converters of 16 bits, the first in the lower half. */
const analog: Read = (fix, bytes, at, size) => {
  if (size !== 4) return false;
  putAttribute(fix, 'adc1', u16(bytes, at + 2));
  putAttribute(fix, 'adc2', u16(bytes, at));
  return true;
};

const strength: Read = ofSize(1, (fix, value) => putNumber(fix, 'gsm_signal', signalPercent(value)));

const satellites: Read = ofSize(1, (fix, value) => {
  fix.satellites = value;
});

const TIRED = 1;

/** 64 and 65: number of the alarm u32, begin or end u8, kind u8, level u8 (cameras on the road and on the driver). */
function camera(name: string): Read {
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
const driving: Read = (fix, bytes, at, size) => {
  if (size < 6) return false;
  const alarm = bytes[at + 4] === ENDED ? undefined : DRIVING[bytes[at + 5]];
  if (alarm) fix.attributes.set('alarm', alarm);
  else putAttribute(fix, 'driving_behaviour', bytes[at + 5]);
  return true;
};

const STEPS = 10;

/** 56: battery in tenths u8, and on some in per cent u8. */
const batteryTenths: Read = (fix, bytes, at, size) => {
  if (size !== 2) return false;
  if (bytes[at + 1] >= 1 && bytes[at + 1] <= 100) putPercent(fix, bytes[at + 1]);
  else if (bytes[at] <= STEPS) putPercent(fix, bytes[at] * STEPS);
  return true;
};

/** E3: reserved u8, per cent u8, hundredths of a volt u16. */
const batteryAndVolts: Read = (fix, bytes, at, size) => {
  if (size < 4) return false;
  if (bytes[at + 1] > 0) putPercent(fix, bytes[at + 1]);
  putVoltage(fix, u16(bytes, at + 2) / 100);
  return true;
};

/** E4: 0 while it charges, 1 while it does not; per cent u8. */
const charge: Read = (fix, bytes, at, size) => {
  if (size !== 2 || bytes[at + 1] > 100) return false;
  if (bytes[at] <= 1) fix.attributes.set('charging', bytes[at] === 0);
  putPercent(fix, bytes[at + 1]);
  return true;
};

const FULL = 0xff;

/** D4, E1, E9 of one byte: per cent, or that it charges. */
const level: Read = ofSize(1, (fix, value) => {
  if (value === FULL) fix.attributes.set('charging', true);
  else putPercent(fix, value);
});

/** D4, E1, E9 of four bytes: the driver. */
const driver: Read = ofSize(4, (fix, value) => {
  if (value !== 0) fix.attributes.set('driver_key', String(value));
});

/** EE: signal u8, supply and battery in millivolts u16, satellites u8. */
const supplies: Read = (fix, bytes, at, size) => {
  if (size !== 6) return false;
  putNumber(fix, 'gsm_signal', signalPercent(bytes[at]));
  putVoltage(fix, u16(bytes, at + 1) / 1000);
  if (u16(bytes, at + 3) > 0) fix.attributes.set('battery_voltage', u16(bytes, at + 3) / 1000);
  fix.satellites = bytes[at + 5];
  return true;
};

const imei: Read = (fix, bytes, at, size) => {
  const digits = size === 8 ? bcdDigits(bytes, at, at + 8) : '';
  if (digits === '') return false;
  putAttribute(fix, 'imei', digits.replace(/^0/, ''));
  return true;
};

/** E7: bit 0 shaken, bits 1 to 3 the button; what else its eight bytes hold is not known. */
const pressed: Read = (fix, bytes, at, size) => {
  if (size !== 8) return false;
  if (u16(bytes, at) & 0x0e) fix.attributes.set('alarm', ALARM.sos);
  else if (u16(bytes, at) & 1) fix.attributes.set('alarm', ALARM.vibration);
  return true;
};

/** DA: number of cuts u16, bits u8: 0 the string is whole, 2 it moves, 3 the cover is shut. */
const string: Read = (fix, bytes, at, size) => {
  if (size !== 3) return false;
  putAttribute(fix, 'string', (bytes[at + 2] & 1) !== 0);
  fix.attributes.set('motion', (bytes[at + 2] & 4) !== 0);
  putAttribute(fix, 'cover', (bytes[at + 2] & 8) !== 0);
  return true;
};

const box: Read = (fix, bytes, at, size) =>
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

const harshBits: Read = ofSize(2, (fix, bits) => putFirst(fix, bits, SHORT_HARSH));
const LIST_MARK = 0x7c;

/** FE of several bytes: a mark, entries of which 01 are alarms, and what is padding. */
const markedList: Read = (fix, bytes, at, size) => {
  if (size < 7 || bytes[at] !== LIST_MARK || bytes[at + 1] !== 1 || bytes[at + 2] !== 4) return false;
  putFirst(fix, u32(bytes, at + 3), HARSH);
  return true;
};

const percent = ofSize(1, putPercent);
const carriage = ofSize(2, (fix, value) => fix.attributes.set('temperature_1', signed16(value)));
const secret: Read = () => true;

/** By number: those of the standard, then what several vendors mean by theirs. */
const ADDITIONS: Readonly<Record<number, Read | undefined>> = {
  0x01: number('odometer', 4, 100),
  0x02: fuel,
  0x03: divided('can_speed', 2, 10),
  0x04: number('event', 2),
  0x06: either(percent, carriage),
  0x0b: lockCommand,
  0x11: overspeed,
  0x12: area,
  0x13: route,
  0x14: named('video_alarm'),
  0x15: named('video_loss'),
  0x16: named('video_obscured'),
  0x17: named('storage_fault'),
  0x18: named('driving_behaviour'),
  0x25: named('vehicle_signals'),
  0x2a: sleep,
  0x2b: analog,
  0x30: strength,
  0x31: satellites,
  0x33: padlock,
  0x51: temperatures,
  0x52: named('drum'),
  0x53: countedCells,
  0x54: countedPoints,
  0x56: batteryTenths,
  0x57: (fix, bytes, at, size) => readDriving(fix, bytes, at, size, ''),
  0x5d: countedCells,
  0x60: lockEvent,
  0x61: voltage(2, 100),
  0x63: locks,
  0x64: camera('road_alarm'),
  0x65: camera('driver_alarm'),
  // The password of a lock.
  0x67: secret,
  0x68: ofSize(2, (fix, value) => putPercent(fix, value / 100)),
  0x69: divided('battery_voltage', 2, 100),
  0x6a: strength,
  0x6b: satellites,
  0x6c: text('imei'),
  0x70: driving,
  0x71: cardText,
  0x77: tyres,
  0x82: voltage(2, 10),
  0x91: diagnostics,
  0x94: text('vin'),
  0xa7: analog,
  0xac: number('odometer', 4),
  0xbc: text('driver_name'),
  0xbd: text('driver_key'),
  0xcc: cardText,
  0xd0: ofSize(4, (fix, bits) => {
    if (bits & 8) fix.attributes.set('alarm', ALARM.vibration);
  }),
  0xd3: voltage(2, 10),
  0xd4: either(level, driver),
  0xd5: either(divided('battery_voltage', 2, 100), lockList),
  0xda: string,
  0xe1: either(level, voltage(2, 10), cellsOfNetwork, driver),
  0xe2: divided('fuel_level', 4, 10),
  0xe3: batteryAndVolts,
  0xe4: charge,
  0xe5: ofSize(1, (fix, value) => fix.attributes.set('motion', value === 1)),
  0xe6: either(bluetoothProbes, lineOfText),
  0xe7: pressed,
  0xe9: either(level, driver),
  0xea: box,
  0xeb: extendedParts,
  0xec: accessPoints,
  0xed: text('card'),
  0xee: either(supplies, (fix, bytes, at, size) => size === 10 && oneCell(fix, bytes, at, size)),
  0xf0: longCells,
  0xf1: either(voltage(4, 1000), cardText),
  0xf2: text('firmware'),
  0xf3: either(
    ofSize(1, (fix, value) => fix.attributes.set('armed', value === 1)),
    readings,
    tags,
  ),
  0xf4: either(harshBits, accessPoints),
  0xf5: ofSize(2, (fix, value) => putAttribute(fix, 'light', value)),
  0xf6: either(
    imei,
    ofSize(2, (fix, value) => putAttribute(fix, 'air_pressure', value)),
    sensors,
  ),
  0xf7: either(divided('humidity_1', 2, 10), battery),
  0xf8: card,
  0xf9: conditions,
  0xfb: text('container'),
  0xfc: named('area'),
  0xfe: either(percent, voltage(2, 10), number('odometer', 4), markedList),
};

/** It comes first of those of the engine's computer. */
const ENGINE = 0x80;
const FIXED_TAIL = 18;

/**
 * Reads what follows a location: number u8, length u8, value. False when a part of it was left out: what reaches past
 * the end with all behind it, and what is unknown and too long to be kept raw.
 */
export function readAdditions(fix: Fix, bytes: Uint8Array, start: number, end: number, model: string): boolean {
  // No addition has the number 0.
  if (end - start === FIXED_TAIL && bytes[start] === 0) return readFixedTail(fix, bytes, start);
  let ofEngine = false;
  let kept = true;
  let at = start;
  for (; at + 2 <= end; at += 2 + bytes[at + 1]) {
    const [id, size] = [bytes[at], bytes[at + 1]];
    const value = at + 2;
    if (value + size > end) return false;
    ofEngine ||= id === ENGINE && size === 1;
    if (ofEngine && readEngine(fix, id, bytes, value, size)) continue;
    if (model !== '' && readOfModel(fix, id, bytes, value, size, model)) continue;
    if (size === 0 || ADDITIONS[id]?.(fix, bytes, value, size)) continue;
    kept = keepRaw(fix, ioName(id), bytes, value, size) && kept;
  }
  return kept;
}

/** Charge and mileage 4, kilometres u32, tenths of a volt u16, area u32, signal u8, reserved 3. */
function readFixedTail(fix: Fix, bytes: Uint8Array, at: number): true {
  fix.attributes.set('odometer', u32(bytes, at + 4) * 1000);
  putVoltage(fix, u16(bytes, at + 8) / 10);
  putNumber(fix, 'gsm_signal', signalPercent(bytes[at + 14]));
  return true;
}
