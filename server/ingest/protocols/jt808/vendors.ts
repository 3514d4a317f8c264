import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, latin1, putAttribute, toHex, u16, u32, type Alarm } from '../shared/index.ts';

/** Additions of vendors whose layout takes more than a number; those that only a model has stand at the end. */

const TYRE = 8;

/** 77: number of the wheel, sensor 3, pressure u16 (lower ten bits, fortieths of a bar), degrees from -50, state. */
export function readTyres(fix: Fix, bytes: Uint8Array, at: number, size: number): void {
  if (size % TYRE !== 0) return;
  for (let tyre = at; tyre < at + size; tyre += TYRE) {
    putAttribute(fix, `tire_pressure_${bytes[tyre]}`, (u16(bytes, tyre + 4) & 0x3ff) / 40);
    putAttribute(fix, `tire_temperature_${bytes[tyre]}`, bytes[tyre + 6] - 50);
  }
}

const LOCK = 11;
const SEALED = 0x31;

/** 63: number 6, millivolts u16, `1` while sealed, state, signal. */
export function readLocks(fix: Fix, bytes: Uint8Array, at: number, size: number): void {
  if (size % LOCK !== 0) return;
  for (let index = 0; index < size / LOCK; index++) {
    const lock = at + index * LOCK;
    putAttribute(fix, `lock_id_${index + 1}`, toHex(bytes, lock, lock + 6));
    putAttribute(fix, `lock_voltage_${index + 1}`, u16(bytes, lock + 6) / 1000);
    putAttribute(fix, `lock_sealed_${index + 1}`, bytes[lock + 8] === SEALED);
  }
}

/** Behind an addition 80 stand those of the engine's computer, by numbers that mean other things without it. */
export function readEngine(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number): boolean {
  const { attributes } = fix;
  const read = ENGINE[id];
  if (!read || size < read.size) return false;
  const value = read.size === 1 ? bytes[at] : read.size === 2 ? u16(bytes, at) : u32(bytes, at);
  if (read.text) putAttribute(fix, read.name, latin1(bytes, at, at + size).replaceAll(',', ' ').trim());
  else attributes.set(read.name, read.of ? read.of(value) : value);
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
  0x86: { name: 'intake_temperature', size: 1, of: celsius },
  0x87: { name: 'intake_flow', size: 2 },
  0x88: { name: 'intake_pressure', size: 1 },
  0x89: { name: 'throttle', size: 1 },
  0x8b: { name: 'vin', size: 17, text: true },
  0x8c: { name: 'dashboard_odometer', size: 4, of: (value) => value * 100 },
  0x8e: { name: 'fuel_percent', size: 1 },
  0xa0: { name: 'trouble_codes', size: 5, text: true },
};

const CAMERAS = /^JC(?:371|181|182|450|451)$/i;
const GOODS = /^(?:AL300|GL100)$/i;
const DOORED = /^MV[78]10G$/i;
const DOOR = 16;

/** The door of models that tell it in a bit of the status which the standard keeps free. */
export function putDoor({ attributes }: Fix, status: number, model: string): void {
  if (DOORED.test(model)) attributes.set('door', ((status >>> DOOR) & 1) === 1);
}

/** What only this model means by its addition; false when it is none of these. */
export function readOfModel(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number, model: string): boolean {
  if (id === 0xe8 && CAMERAS.test(model)) return readCamera(fix, bytes, at, size);
  return id === 0xf8 && GOODS.test(model) && readCard(fix, bytes, at, size);
}

/** F8: mode, IMEI 8, number of the SIM card 10. */
function readCard(fix: Fix, bytes: Uint8Array, at: number, size: number): boolean {
  if (size < 19) return false;
  putAttribute(fix, 'iccid', toHex(bytes, at + 9, at + 19));
  return true;
}

const POWER_STATE = 0x2003;
const STEPS = 6;

/** E8: kind u16; 2003 is the state of the supplies, the others are events. */
function readCamera(fix: Fix, bytes: Uint8Array, at: number, size: number): boolean {
  if (size < 2) return false;
  const kind = u16(bytes, at);
  if (kind === POWER_STATE) return readSupplies(fix, bytes, at + 3, at + size);
  const alarm = CAMERA_ALARMS[kind];
  if (alarm) fix.attributes.set('alarm', alarm);
  else if (kind === 0x0c03 || kind === 0x0c04) fix.attributes.set('ignition', kind === 0x0c03);
  else fix.attributes.set('event', kind);
  return true;
}

/** Charging, step of charge 1 to 6, battery u16 and supply u16 in hundredths with the signal between them. */
function readSupplies({ attributes }: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  if (at + 7 > end) return false;
  attributes.set('charging', bytes[at] === 1);
  if (bytes[at + 1] >= 1 && bytes[at + 1] <= STEPS) attributes.set('battery_level', Math.round((bytes[at + 1] / STEPS) * 1000) / 10);
  attributes.set('battery_voltage', u16(bytes, at + 2) / 100);
  attributes.set('external_voltage', u16(bytes, at + 5) / 100);
  return true;
}

const CAMERA_ALARMS: Readonly<Record<number, Alarm | undefined>> = {
  0x0400: ALARM.hardAcceleration,
  0x0401: ALARM.hardBraking,
  0x0402: ALARM.hardCornering,
  0x0403: ALARM.overspeed,
  0x0405: ALARM.accident,
  0x0406: ALARM.vibration,
  0x0407: ALARM.tow,
  0x0408: ALARM.geofenceEnter,
  0x0409: ALARM.geofenceExit,
  0x040c: ALARM.door,
  0x0412: ALARM.hardAcceleration,
  0x0413: ALARM.hardBraking,
  0x0414: ALARM.hardCornering,
  0x0416: ALARM.accident,
  0x0417: ALARM.accident,
  0x0c01: ALARM.sos,
  0x0c02: ALARM.lowPower,
  0x0c0e: ALARM.powerCut,
  0x0c0f: ALARM.lowBattery,
  0x0c10: ALARM.powerOff,
  0x0c12: ALARM.tampering,
};
