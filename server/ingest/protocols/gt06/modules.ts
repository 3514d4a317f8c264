import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  ALARM,
  areBlocks,
  i16,
  ioName,
  keepRaw,
  latin1,
  named,
  ofSize,
  putAttribute,
  putVoltage,
  readBlocks,
  toHex,
  u16,
  u24,
  u32,
  type Alarm,
  type ReadBlock,
} from '../shared/index.ts';
import { putCoordinates } from './blocks.ts';
import { outcomeOf, type Layout } from './layout.ts';

/** Messages and ends of messages that are made of modules: number u16, size, value. */

type Modules = Readonly<Record<number, ReadBlock | undefined>>;

const set =
  (name: 'battery_voltage' | 'battery_level' | 'odometer' | 'accuracy' | 'hdop', by = 1) =>
  (fix: Fix, value: number): void =>
    void fix.attributes.set(name, value / by);

const flag =
  (name: 'armed' | 'ignition' | 'charging') =>
  (fix: Fix, value: number): void =>
    void fix.attributes.set(name, value > 0);

/** A measure that is zero where nothing was measured. */
const measured =
  (put: (fix: Fix, value: number) => void) =>
  (fix: Fix, value: number): void => {
    if (value > 0) put(fix, value);
  };

/** Modules of 0x36 to 0x39. */
const SHORT_MODULES: Modules = {
  0x18: ofSize(2, measured(set('battery_voltage', 100))),
  0x27: ofSize(2, (fix, value) => putVoltage(fix, value / 100)),
  0x2e: ofSize(4, set('odometer')),
  0x32: named('startup_status'),
  0x3b: ofSize(2, measured(set('accuracy', 100))),
  0x6a: ofSize(1, set('battery_level')),
};

/** True when modules fill `bytes[start, end)` exactly. */
export const areModules = (bytes: Uint8Array, start: number, end: number, size: 1 | 2 = 1): boolean =>
  areBlocks(bytes, start, end, { number: 2, size });

/** Reads modules one after the other. False when one is not understood and is too long to be kept raw. */
function readAll(fix: Fix, bytes: Uint8Array, start: number, end: number, size: 1 | 2, modules: Modules): boolean {
  let understood = true;
  const whole = readBlocks(bytes, start, end, { number: 2, size }, (number, at, width) => {
    if (width > 0 && !modules[number]?.(fix, bytes, at, width))
      understood = keepRaw(fix, ioName(number), bytes, at, width) && understood;
  });
  return whole && understood;
}

/** Modules with sizes of one byte. */
export const readModules = (fix: Fix, bytes: Uint8Array, start: number, end: number): boolean =>
  readAll(fix, bytes, start, end, 1, SHORT_MODULES);

const POSITION = 18;

/** Unix seconds u32, satellites, altitude i16, coordinates, speed, course and status. */
function readPosition(fix: Fix, bytes: Uint8Array, at: number, size: number): boolean {
  if (size < POSITION) return false;
  fix.time = u32(bytes, at) * 1000;
  fix.satellites = bytes[at + 4];
  putCoordinates(fix, u32(bytes, at + 7), u32(bytes, at + 11), u16(bytes, at + 16));
  if (!fix.hasPosition) return true;
  fix.altitude = i16(bytes, at + 5);
  fix.speed = bytes[at + 15];
  return true;
}

const EVENTS: Readonly<Record<number, Alarm | undefined>> = {
  0x10: ALARM.door,
  0x12: ALARM.tampering,
  0x14: ALARM.geofenceEnter,
  0x15: ALARM.geofenceExit,
  0x1a: ALARM.lowBattery,
  0x1b: ALARM.overspeed,
  0x1d: ALARM.powerOff,
  0x20: ALARM.vibration,
  0x21: ALARM.powerCut,
  0x23: ALARM.tampering,
};

/** Kind u8, Unix seconds u32, then a length and what belongs to it. */
function readEvent(fix: Fix, bytes: Uint8Array, at: number, size: number): boolean {
  if (size < 5) return false;
  const alarm = EVENTS[bytes[at]];
  if (alarm) fix.attributes.set('alarm', alarm);
  else fix.attributes.set('event', bytes[at]);
  return true;
}

/** Country u16, network u16, area u16, cell u24, signal. */
function readModuleCell(fix: Fix, bytes: Uint8Array, at: number, size: number): boolean {
  if (size !== 10) return false;
  const number = u24(bytes, at + 6);
  const network = `${u16(bytes, at)},${u16(bytes, at + 2)},${u16(bytes, at + 4)}`;
  if (number > 0) fix.attributes.set('cell', `${network},${number},${bytes[at + 9]}`);
  return true;
}

/**
 * A Bluetooth tag: address 6, battery in millivolts u16 and per cent, degrees in tenths i16, humidity in tenths u16,
 * state.
 */
function readTag(fix: Fix, bytes: Uint8Array, at: number, size: number): boolean {
  if (size < 11) return false;
  putAttribute(fix, 'tag_id_1', toHex(bytes, at, at + 6));
  fix.attributes.set('temperature_1', i16(bytes, at + 9) / 10);
  if (size >= 13) fix.attributes.set('humidity_1', u16(bytes, at + 11) / 10);
  return true;
}

const digits =
  (name: string, size: number): ReadBlock =>
  (fix, bytes, at, given) => {
    // A card's number is filled up to whole bytes.
    if (given === size)
      putAttribute(
        fix,
        name,
        toHex(bytes, at, at + size)
          .replace(/f+$/, '')
          .replace(/^0(?=\d{15}$)/, ''),
      );
    return given === size;
  };

/** Modules of 0x70. */
const LONG_MODULES: Modules = {
  0x00: named('packet'),
  0x01: digits('imei', 8),
  0x02: digits('imsi', 8),
  0x03: digits('iccid', 10),
  0x09: ofSize(1, (fix, value) => (fix.satellites = value)),
  0x0a: named('satellites_in_view'),
  0x11: readModuleCell,
  0x18: ofSize(2, measured(set('battery_voltage', 100))),
  0x28: ofSize(1, measured(set('hdop', 10))),
  0x29: named('message_number'),
  0x2a: ofSize(1, (fix, value) => {
    fix.attributes.set('door', (value & 0x0f) > 0);
    putAttribute(fix, 'tamper', value >> 4 > 0);
  }),
  0x2b: named('boot_reason'),
  0x2c: ofSize(4, (fix, value) => {
    // The time of the report, where no position has one.
    if (!fix.hasPosition) fix.time = value * 1000;
  }),
  0x2e: ofSize(4, set('odometer')),
  0x33: readPosition,
  0x34: readEvent,
  0x35: named('status'),
  0x7f: readTag,
};

/** 0x70: modules with sizes of two bytes. */
export const modular: Layout = (fix, { bytes, start, end }) => {
  if (!areModules(bytes, start, end, 2)) return 'broken';
  return outcomeOf(readAll(fix, bytes, start, end, 2, LONG_MODULES));
};

const MOVING = new Set([2, 4]);

/** Modules of 0xF1. */
const DEVICE_MODULES: Modules = {
  0x01: ofSize(1, (fix, value) => {
    if (value >= 1 && value <= 4) fix.attributes.set('motion', MOVING.has(value));
  }),
  0x02: ofSize(1, flag('armed')),
  0x04: ofSize(1, flag('ignition')),
  0x05: ofSize(2, (fix, value) => putVoltage(fix, value / 100)),
  0x07: ofSize(1, flag('charging')),
  0x0b: ofSize(2, (fix, value) => putAttribute(fix, 'battery_temperature', value / 10)),
};

/** 0xF1: Unix seconds u32, then modules with sizes of one byte. */
export const deviceModules: Layout = (fix, { bytes, start, end }) => {
  if (end - start < 4) return 'broken';
  fix.time = u32(bytes, start) * 1000;
  return outcomeOf(readAll(fix, bytes, start + 4, end, 1, DEVICE_MODULES));
};

const BLUETOOTH = 0x0a;
const EXTERNAL_BATTERY = 0x0c;

/** 0xF2: Unix seconds u32, then parts of accessories; a Bluetooth button's text is the one that people read. */
export const accessories: Layout = (fix, { bytes, start, end }) => {
  if (end - start < 4) return 'broken';
  fix.time = u32(bytes, start) * 1000;
  let understood = true;
  for (let at = start + 4; at + 3 <= end;) {
    const number = u16(bytes, at);
    // A size of 0 says that another byte holds it.
    const long = number === BLUETOOTH || bytes[at + 2] === 0;
    const value = at + (long ? 4 : 3);
    const size = long ? bytes[at + 3] : bytes[at + 2];
    if (value + size > end) return fix.attributes.size > 0 ? 'partly' : 'unread';
    understood = readAccessory(fix, number, bytes, value, size) && understood;
    at = value + size;
  }
  return outcomeOf(understood);
};

function readAccessory(fix: Fix, number: number, bytes: Uint8Array, at: number, size: number): boolean {
  if (number === BLUETOOTH && size >= 10) {
    putAttribute(fix, 'tag_id_1', toHex(bytes, at + 1, at + 7));
    const text = /[\x20-\x7e]{6,}/.exec(latin1(bytes, at + 10, at + size))?.[0];
    if (text !== undefined) putAttribute(fix, 'message', text);
    return true;
  }
  if (number !== EXTERNAL_BATTERY || size < 2) return false;
  putAttribute(fix, 'external_battery_level', bytes[at]);
  return true;
}
