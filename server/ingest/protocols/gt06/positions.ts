import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, i16, latin1, putAttribute, putVoltage, u16, u24, u32, unsigned } from '../shared/index.ts';
import { putCardNumber } from './cards.ts';
import { CELL, CELL_4G, LONG_CELL, readCell, readCells, WIDE_CELL, type CellShape } from './cells.ts';
import type { Tail } from './layout.ts';
import { readModules } from './modules.ts';
import { readAlarm, readInformation, readLevels, readSignal } from './states.ts';

/** Positions with what stands behind them. Models differ by what they append, and its length tells which it is. */

/** ACC, reason and re-upload, one byte each; the mileage in metres; or all of them. */
const SWITCHES = 3;
const MILEAGE = 4;

/** The usual end of a position. False when a part of it is something else. */
function readUsualEnd(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  const rest = end - at;
  if (rest === 0) return true;
  if (rest < SWITCHES || !readUploadSwitches(fix, bytes, at)) return false;
  return rest === SWITCHES || (rest === SWITCHES + MILEAGE && putMileage(fix, bytes, at + SWITCHES));
}

/** As {@link readUsualEnd} of older models, which may end with the mileage alone. */
function readOlderEnd(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  return end - at === MILEAGE ? putMileage(fix, bytes, at) : readUsualEnd(fix, bytes, at, end);
}

function putMileage({ attributes }: Fix, bytes: Uint8Array, at: number): true {
  attributes.set('odometer', u32(bytes, at));
  return true;
}

/** Reasons for a report have numbers below this. */
const REASONS = 0x20;

/** False when the bytes cannot be the switches: then the model sends something else here. */
function readUploadSwitches({ attributes }: Fix, bytes: Uint8Array, at: number): boolean {
  if (bytes[at] > 1 || bytes[at + 1] >= REASONS || bytes[at + 2] > 1) return false;
  attributes.set('ignition', bytes[at] === 1);
  attributes.set('reason', bytes[at + 1]);
  if (bytes[at + 2] === 1) attributes.set('archive', true);
  return true;
}

/** A cell and the usual end. */
export const cellAndEnd =
  (shape: CellShape): Tail =>
  (fix, { bytes, end }, at) => {
    const size = readCell(fix, bytes, at, end, shape);
    return size > 0 && readUsualEnd(fix, bytes, at + size, end);
  };

/** 0x11: the cell in eight bytes, or in ten. */
export const cellOfTwoSizes: Tail = (fix, frame, at, reading) => {
  const rest = frame.end - at;
  const wide = rest === 10 || rest === 10 + SWITCHES || rest === 10 + SWITCHES + MILEAGE;
  return cellAndEnd(wide ? WIDE_CELL : CELL)(fix, frame, at, reading);
};

/** 0x10: a position alone, or with two bytes of the language. */
export const nothingMore: Tail = (fix, { bytes, end }, at) => end - at === 2 || readOlderEnd(fix, bytes, at, end);
/** A telephone number, which is not kept. */
export const anything: Tail = () => true;

const CLIMATE_TAIL = 24;

/** 0x22: the usual end; loggers with a climate probe send a long cell, seconds of driving and degrees in hundredths. */
export const cellAndSwitches: Tail = (fix, frame, at, reading) => {
  const { bytes, end } = frame;
  if (end - at !== CLIMATE_TAIL) return cellAndEnd(CELL)(fix, frame, at, reading);
  const next = at + readCell(fix, bytes, at, end, LONG_CELL);
  if (next + 15 !== end || !readUploadSwitches(fix, bytes, next)) return false;
  putMileage(fix, bytes, next + SWITCHES);
  fix.attributes.set('temperature_1', signMagnitude(u16(bytes, next + 11), 15) / 100);
  // The unit of the humidity behind it is not known.
  return false;
};

/** A number whose bit `sign` is its sign. */
function signMagnitude(value: number, sign: number): number {
  const magnitude = value & ((1 << sign) - 1);
  return (value >> sign) & 1 ? -magnitude : magnitude;
}

/** What follows the cell of 0x12, by its length; those of readers for drivers' cards by the length of the card's text. */
const AFTER_CELL: Readonly<Record<number, ((fix: Fix, bytes: Uint8Array, at: number) => boolean) | undefined>> = {
  2: readInputs,
  5: readSupply,
  12: readTank,
};
/** Mileage u32, length of the card's text u8, alarm, state of the card; and on most seconds of driving u16. */
const CARD = 5;
const SHORT_CARD_TAIL = 7;
const CARD_TAIL = 9;

/** 0x12. */
export const cellAndMore: Tail = (fix, { bytes, end }, at) => {
  const size = readCell(fix, bytes, at, end);
  if (size === 0) return false;
  const next = at + size;
  const rest = end - next;
  const card = rest > SHORT_CARD_TAIL ? rest - bytes[next + 4] : 0;
  if (card === CARD_TAIL || card === SHORT_CARD_TAIL) return readCard(fix, bytes, next, end, card === CARD_TAIL);
  return AFTER_CELL[rest]?.(fix, bytes, next) ?? readOlderEnd(fix, bytes, next, end);
};

/** What trackers with a reader send while no card is in it. */
const NO_CARD = '0';

function readCard(fix: Fix, bytes: Uint8Array, at: number, end: number, timed: boolean): boolean {
  const card = latin1(bytes, at + CARD, end - (timed ? 4 : 2)).trim();
  putMileage(fix, bytes, at);
  if (card !== '' && card !== NO_CARD) putAttribute(fix, 'driver_key', card);
  if (timed) putAttribute(fix, 'driving_time', u16(bytes, end - 2));
  return true;
}

const PROBE = 1 << 12;
const WHOLE_UNITS = 1 << 13;

/** Bits: 15 ignition, 14 second input; with bit 12 whole degrees (9 is the sign), else a reading of the analogue wire. */
function readInputs(fix: Fix, bytes: Uint8Array, at: number): boolean {
  const mask = u16(bytes, at);
  fix.attributes.set('ignition', mask >> 15 === 1);
  fix.attributes.set('digital_inputs', (mask >> 15) | (((mask >> 14) & 1) << 1));
  if (mask & PROBE) fix.attributes.set('temperature_1', signMagnitude(mask & 0x3ff, 9));
  else putAttribute(fix, 'adc1', (mask & 0x3ff) / (mask & WHOLE_UNITS ? 1 : 10));
  return true;
}

/** Information, supply in hundredths u16, GSM, one byte more. */
function readSupply(fix: Fix, bytes: Uint8Array, at: number): boolean {
  readInformation(fix, bytes[at], ALARM.overspeed);
  putVoltage(fix, u16(bytes, at + 1) / 100);
  readSignal(fix, bytes[at + 3]);
  return true;
}

/** Information, supply, GSM, alarm, level of a probe u16, degrees u8, mileage in tens of metres u32. */
function readTank(fix: Fix, bytes: Uint8Array, at: number): boolean {
  readSupply(fix, bytes, at);
  readAlarm(fix, bytes[at + 4], '');
  putAttribute(fix, 'oil', u16(bytes, at + 5));
  fix.attributes.set('temperature_1', signMagnitude(bytes[at + 7], 7));
  fix.attributes.set('odometer', u32(bytes, at + 8) * 10);
  return true;
}

/** 0x17: cell, number of the card 8, one byte that judges it. */
export const cellAndCard: Tail = (fix, { bytes, end }, at) => {
  const next = at + readCell(fix, bytes, at, end);
  if (next + 9 !== end) return false;
  putCardNumber(fix, bytes, next, next + 8);
  return true;
};

/** 0x61: cell, number of the key 6. */
export const cellAndKey: Tail = (fix, { bytes, end }, at) => {
  const next = at + readCell(fix, bytes, at, end, LONG_CELL);
  if (next + 6 !== end) return false;
  const key = unsigned(bytes, next, 6);
  if (key !== 0) fix.attributes.set('driver_key', String(key));
  return true;
};

/** What follows the position in the 0x36 that carries one. */
export const CARD_LOCATION = 48;

/** 0x36 of that length: cell, switches, mileage, supply u16, battery u8 in tenths, minutes of running u24, card 8. */
export const cellStateAndCard: Tail = (fix, { bytes, end }, at) => {
  const next = at + readCell(fix, bytes, at, end, LONG_CELL);
  if (next + 21 !== end || !readUploadSwitches(fix, bytes, next)) return false;
  // Its unit is not known.
  putAttribute(fix, 'mileage', u32(bytes, next + 3));
  putVoltage(fix, u16(bytes, next + 7) / 100);
  fix.attributes.set('battery_voltage', bytes[next + 9] / 10);
  fix.attributes.set('engine_hours', u24(bytes, next + 10) / 60);
  putCardNumber(fix, bytes, next + 13, next + 21);
  return true;
};

/** 0x24 of that length carries a position, not cells. */
export const SUPPLY_LOCATION = 41;

/** 0x24: cell, ACC u8, supply and battery in hundredths u16; ten bytes more are not known. */
export const cellAndSupplies: Tail = (fix, { bytes, end }, at) => {
  const next = at + readCell(fix, bytes, at, end);
  if (next === at || next + 5 > end || bytes[next] > 1) return false;
  fix.attributes.set('ignition', bytes[next] === 1);
  putVoltage(fix, u16(bytes, next + 1) / 100);
  if (u16(bytes, next + 3) > 0) fix.attributes.set('battery_voltage', u16(bytes, next + 3) / 100);
  return next + 5 === end;
};

/** 0x1E: seven cells, timing advance, two bytes more. */
export const neighbouringCells: Tail = (fix, { bytes, end }, at) => readCells(fix, bytes, at, end, 7) > at;

/** 0x31: the wide cell, the usual end and metres of altitude. */
export const cellAndAltitude: Tail = (fix, frame, at, reading) => {
  const { bytes, end } = frame;
  const rest = end - at;
  if (rest !== 15 && rest !== 19) return cellOfTwoSizes(fix, frame, at, reading);
  const next = at + readCell(fix, bytes, at, end, WIDE_CELL);
  fix.altitude = i16(bytes, end - 2);
  return next > at && readUsualEnd(fix, bytes, next, end - 2);
};

/** Third generation and later: long numbers, and a signal of two bytes. */
const FOURTH_GENERATION = 3;

/** A cell behind a byte that says its kind, with its signal. Answers where it ends, or -1. */
export function readKindAndCell(fix: Fix, bytes: Uint8Array, at: number, end: number): number {
  const long = bytes[at] >= FOURTH_GENERATION;
  const size = readCell(fix, bytes, at + 1, end, long ? CELL_4G : CELL);
  const next = at + 1 + size + (long ? 2 : 1);
  return size === 0 || next > end ? -1 : next;
}

/** 0x37: cell, switches and modules. */
export const cellAndModules: Tail = (fix, { bytes, end }, at) => {
  const next = at + readCell(fix, bytes, at, end);
  if (next === at || next + SWITCHES > end || !readUploadSwitches(fix, bytes, next)) return false;
  return readModules(fix, bytes, next + SWITCHES, end);
};

/** 0x38: reason, re-upload, kind and cell, modules. */
export const kindAndModules: Tail = (fix, { bytes, end }, at) => {
  if (at + 3 > end) return at === end;
  fix.attributes.set('reason', bytes[at]);
  if (bytes[at + 1] === 1) fix.attributes.set('archive', true);
  const next = readKindAndCell(fix, bytes, at + 2, end);
  return next > 0 && readModules(fix, bytes, next, end);
};

/** Bits 20 to 23 of the word of a box with wires: how many of them are analogue. */
const analogueWires = (word: number): number => (word >>> 20) & 0x0f;

/**
 * 0x34 behind a word of alarms and the position: state u16, mileage, cell, driver u32, supply and battery in hundredths
 * u16, wires u32, inputs, outputs, then the analogue wires in hundredths of a volt.
 */
export const boxWithWires: Tail = (fix, { bytes, end }, at) => {
  if (end - at < 29) return false;
  putMileage(fix, bytes, at + 2);
  const next = at + 6 + readCell(fix, bytes, at + 6, end, LONG_CELL);
  if (next !== at + 15) return false;
  const { attributes } = fix;
  if (u32(bytes, next) !== 0) attributes.set('driver_key', String(u32(bytes, next)));
  putVoltage(fix, u16(bytes, next + 4) / 100);
  if (u16(bytes, next + 6) > 0) attributes.set('battery_voltage', u16(bytes, next + 6) / 100);
  attributes.set('digital_inputs', bytes[next + 12]);
  attributes.set('digital_outputs', bytes[next + 13]);
  const names = ['analog_1', 'analog_2', 'analog_3', 'analog_4'] as const;
  names.slice(0, analogueWires(u32(bytes, next + 8))).forEach((name, wire) => {
    if (next + 16 + wire * 2 <= end) attributes.set(name, u16(bytes, next + 14 + wire * 2) / 100);
  });
  return true;
};

/** 0xA2 of that length carries a position with a state. */
export const STATE_LOCATION_4G = 59;

/**
 * 0xA2: cell, kind of network, information, supply in hundredths u16, battery, GSM, alarm, language, mileage u32, seconds
 * of running u32, IMEI 8, inputs u16.
 */
export const cellAndState4g: Tail = (fix, { bytes, end }, at, { model }) => {
  const next = at + readCell(fix, bytes, at, end, CELL_4G) + 1;
  if (next + 25 !== end) return false;
  const { attributes } = fix;
  readInformation(fix, bytes[next]);
  putVoltage(fix, u16(bytes, next + 1) / 100);
  if (bytes[next + 3] <= 6) readLevels(fix, bytes[next + 3], bytes[next + 4]);
  else readSignal(fix, bytes[next + 4]);
  readAlarm(fix, bytes[next + 5], model);
  putMileage(fix, bytes, next + 7);
  attributes.set('engine_hours', u32(bytes, next + 11) / 3600);
  attributes.set('digital_inputs', u16(bytes, next + 23));
  return true;
};
