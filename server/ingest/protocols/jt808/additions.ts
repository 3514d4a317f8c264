import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  ALARM,
  ioName,
  keepRaw,
  named,
  ofSize,
  putAttribute,
  putNumber,
  putPercent,
  putVoltage,
  signalPercent,
  u16,
  u32,
  areBlocks,
  readBlocks,
} from '../shared/index.ts';
import { battery, bluetoothProbes, card, conditions, sensors, tags, temperatures } from './assets.ts';
import { diagnostics, lineOfText, readEngine, readings } from './engine.ts';
import { cardText, extendedParts } from './extendedParts.ts';
import { divided, either, number, text, voltage, type Read } from './readers.ts';
import { accessPoints, cellsOfNetwork, countedCells, countedPoints, longCells, oneCell } from './surroundings.ts';
import { lockCommand, lockEvent, lockList, locks, padlock, readDriving, readOfModel, tyres } from './vendors.ts';
import {
  analog,
  area,
  batteryAndVolts,
  batteryTenths,
  box,
  camera,
  carriage,
  charge,
  driver,
  driving,
  fuel,
  harshBits,
  imei,
  level,
  markedList,
  overspeed,
  percent,
  pressed,
  route,
  satellites,
  secret,
  sleep,
  strength,
  string,
  supplies,
} from './additionValues.ts';

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
const HEAD = { number: 1, size: 1 } as const;

/**
 * Reads what follows a location: number u8, length u8, value. False when a part of it was left out: what reaches past
 * the end with all behind it, and what is unknown and too long to be kept raw.
 */
export function readAdditions(fix: Fix, bytes: Uint8Array, start: number, end: number, model: string): boolean {
  // No addition has the number 0.
  if (end - start === FIXED_TAIL && bytes[start] === 0) return readFixedTail(fix, bytes, start);
  let ofEngine = false;
  let kept = true;
  const whole = readBlocks(bytes, start, end, HEAD, (id, at, size) => {
    ofEngine ||= id === ENGINE && size === 1;
    if (ofEngine && readEngine(fix, id, bytes, at, size)) return;
    if (model !== '' && readOfModel(fix, id, bytes, at, size, model)) return;
    if (size === 0 || ADDITIONS[id]?.(fix, bytes, at, size)) return;
    kept = keepRaw(fix, ioName(id), bytes, at, size) && kept;
  });
  // One byte more fills some reports up.
  return (whole || areBlocks(bytes, start, end - 1, HEAD)) && kept;
}

/** Charge and mileage 4, kilometres u32, tenths of a volt u16, area u32, signal u8, reserved 3. */
function readFixedTail(fix: Fix, bytes: Uint8Array, at: number): true {
  fix.attributes.set('odometer', u32(bytes, at + 4) * 1000);
  putVoltage(fix, u16(bytes, at + 8) / 10);
  putNumber(fix, 'gsm_signal', signalPercent(bytes[at + 14]));
  return true;
}
