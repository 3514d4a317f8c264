import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { i16, putVoltage, u16, u32 } from '../shared/index.ts';
import { CELL, CELL_4G, LONG_CELL, readCell, readCells, WIDE_CELL, type CellShape } from './cells.ts';
import {
  readUsualEnd,
  readOlderEnd,
  putMileage,
  readUploadSwitches,
  SWITCHES,
  MILEAGE,
  signMagnitude,
} from './ends.ts';
import type { Tail } from './layout.ts';
import { readModules } from './modules.ts';
import { readAlarm, readInformation, readLevels, readSignal } from './states.ts';

/** Positions with what is behind them. Models differ by what they append, and its length says which it is. */

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
 * 0xA2: cell, kind of network, information, supply in hundredths u16, battery, GSM, alarm, language, mileage u32,
 * seconds of running u32, IMEI 8, inputs u16.
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
