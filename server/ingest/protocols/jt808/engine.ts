import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { keepRaw, latin1, putAttribute, putVoltage, u16, unsigned } from '../shared/index.ts';
import { readEntries, type Read } from './readers.ts';

/** What terminals read from the engine's computer: additions, and lines of text. */

/** Behind an addition 80 stand those of the engine's computer, by numbers that mean other things without it. */
export function readEngine(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number): boolean {
  const read = ENGINE[id];
  if (!read || size < read.size) return false;
  const value = unsigned(bytes, at, Math.min(read.size, 4));
  if (read.text)
    putAttribute(
      fix,
      read.name,
      latin1(bytes, at, at + size)
        .replaceAll(',', ' ')
        .trim(),
    );
  else fix.attributes.set(read.name, read.of ? read.of(value) : value);
  return true;
}

interface EngineAddition {
  readonly name: string;
  /** Bytes; at least these many of a text. */
  readonly size: number;
  readonly of?: (value: number) => number;
  readonly text?: true;
}

const celsius = (value: number): number => value - 40;
const tenths = (value: number): number => value / 10;

const ENGINE: Readonly<Record<number, EngineAddition | undefined>> = {
  0x80: { name: 'can_speed', size: 1 },
  0x81: { name: 'engine_speed', size: 2 },
  0x82: { name: 'external_voltage', size: 2, of: tenths },
  0x83: { name: 'engine_load', size: 1 },
  0x84: { name: 'coolant_temperature', size: 1, of: celsius },
  0x85: { name: 'fuel_consumption', size: 2 },
  0x86: { name: 'intake_temperature', size: 1, of: celsius },
  0x87: { name: 'intake_flow', size: 2 },
  0x88: { name: 'intake_pressure', size: 1 },
  0x89: { name: 'throttle', size: 1 },
  0x8b: { name: 'vin', size: 17, text: true },
  0x8c: { name: 'dashboard_odometer', size: 4, of: (value) => value * 100 },
  0x8d: { name: 'trip_odometer', size: 2, of: (value) => value * 1000 },
  0x8e: { name: 'fuel_percent', size: 1 },
  0xa0: { name: 'trouble_codes', size: 5, text: true },
};

const OF_255 = 100 / 255;
const percent = (value: number): number => Math.round(value * OF_255 * 10) / 10;
const DIAGNOSTICS = 22;

/** 91: supply in tenths u16, revolutions u16, speed, throttle, load, coolant, distances and consumptions. */
export const diagnostics: Read = (fix, bytes, at, size) => {
  if (size < DIAGNOSTICS) return false;
  const { attributes } = fix;
  putVoltage(fix, u16(bytes, at) / 10);
  attributes.set('engine_speed', u16(bytes, at + 2));
  attributes.set('can_speed', bytes[at + 4]);
  putAttribute(fix, 'throttle', percent(bytes[at + 5]));
  attributes.set('engine_load', percent(bytes[at + 6]));
  attributes.set('coolant_temperature', celsius(bytes[at + 7]));
  attributes.set('fuel_used', u16(bytes, at + 20) / 100);
  return true;
};

type Put = (fix: Fix, value: number) => void;
const asSent = (value: number): number => value;
const own =
  (name: string, of = asSent): Put =>
  (fix, value) =>
    putAttribute(fix, name, of(value));

/** F3: readings by number, each with its size in bytes. */
const READINGS: Readonly<Record<number, readonly [size: number, put: Put] | undefined>> = {
  0x02: [2, own('can_speed', tenths)],
  0x03: [2, own('engine_speed')],
  0x04: [2, (fix, value) => putVoltage(fix, value / 1000)],
  0x05: [4, own('dashboard_odometer', (value) => value * 100)],
  0x07: [2, own('fuel_consumption', tenths)],
  0x08: [2, own('engine_load', tenths)],
  0x09: [2, own('coolant_temperature', celsius)],
  0x0b: [2, own('intake_pressure')],
  0x0c: [2, own('intake_temperature', celsius)],
  0x0d: [2, own('intake_flow')],
  0x0e: [2, own('throttle', percent)],
  0x102: [2, own('trip_fuel', tenths)],
  0x112: [2, own('hard_accelerations')],
  0x113: [2, own('hard_brakings')],
  0x114: [2, own('hard_cornerings')],
};
const VIN = 0x50;

/** Number u16, size u8, value, again and again. */
export const readings: Read = (fix, bytes, at, size) =>
  size >= 4 &&
  readEntries(bytes, at, at + size, 2, (id, place, width) => {
    const known = READINGS[id];
    if (known && known[0] === width) known[1](fix, unsigned(bytes, place, width));
    else if (id === VIN && width > 0)
      putAttribute(fix, 'vin', latin1(bytes, place, place + width).replace(/[\0\s]+$/, ''));
    else keepRaw(fix, `f3_${id.toString(16)}`, bytes, place, width);
  });

/** Fields of `$OBD-RT,…` that we name, by place. */
const LINE_FIELDS = [
  [1, 'external_voltage'],
  [2, 'engine_speed'],
  [3, 'can_speed'],
  [4, 'throttle'],
  [5, 'engine_load'],
  [6, 'coolant_temperature'],
  [12, 'fuel_used'],
] as const;
export const LINE = '$OBD-RT,';

export function readLine(fix: Fix, line: string): void {
  const fields = line.split(',');
  for (const [place, name] of LINE_FIELDS) {
    if (/^-?\d+(?:\.\d+)?$/.test(fields[place] ?? '')) putAttribute(fix, name, Number(fields[place]));
  }
}

/** Lines of text among the additions. */
export const lineOfText: Read = (fix, bytes, at, size) => {
  const line = latin1(bytes, at, at + size);
  if (!line.startsWith(LINE)) return false;
  readLine(fix, line);
  return true;
};

/** What 0900 F0 calls the vehicle's own readings, with their sizes; others are kept raw under their number. */
export const VEHICLE_READINGS: Readonly<Record<number, readonly [size: number, put: Put] | undefined>> = {
  0x102: [4, own('odometer', (value) => value * 100)],
  0x528: [4, own('odometer', (value) => value * 100)],
  0x546: [4, own('odometer', (value) => value * 100)],
  0x103: [4, own('fuel_level', (value) => value / 100)],
  0x52a: [2, own('fuel_level', (value) => value / 100)],
  0x52b: [1, own('fuel_percent')],
  0x105: [4, own('fuel_used', (value) => value / 100)],
  0x52c: [4, own('fuel_used', (value) => value / 100)],
  0x111: [1, own('fuel_temperature', celsius)],
  0x14a: [2, own('fuel_consumption', (value) => value / 100)],
  0x537: [2, own('fuel_consumption', (value) => value / 100)],
  0x538: [2, own('fuel_consumption', (value) => value / 100)],
  0x539: [2, own('fuel_consumption', (value) => value / 100)],
  0x12e: [2, own('oil_level', tenths)],
  0x52d: [1, own('coolant_temperature', celsius)],
  0x52e: [1, own('air_temperature', celsius)],
  0x530: [2, (fix, value) => putVoltage(fix, value / 1000)],
  0x535: [2, own('can_speed', tenths)],
  0x536: [2, own('engine_speed')],
  0x53d: [2, own('intake_pressure', tenths)],
  0x544: [1, own('liquid_level')],
  0x547: [1, own('throttle')],
  0x548: [1, own('throttle')],
};
export const VEHICLE_VIN = 0xfeec;
