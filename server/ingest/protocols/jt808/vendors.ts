import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, putAttribute, putPercent, putVoltage, toHex, u16, u32, type Alarm } from '../shared/index.ts';
import { readEntries, type Read } from './readers.ts';

/** Additions of vendors whose layout takes more than a number; those that only a model has stand at the end. */

const TYRE = 8;

/** 77: number of the wheel, sensor 3, pressure u16 (lower ten bits, fortieths of a bar), degrees from -50, state. */
export const tyres: Read = (fix, bytes, at, size) => {
  if (size === 0 || size % TYRE !== 0) return false;
  for (let tyre = at; tyre < at + size; tyre += TYRE) {
    // A wheel without a sensor.
    if (u16(bytes, tyre + 4) === 0 && bytes[tyre + 6] === 0) continue;
    putAttribute(fix, `tire_pressure_${bytes[tyre]}`, (u16(bytes, tyre + 4) & 0x3ff) / 40);
    putAttribute(fix, `tire_temperature_${bytes[tyre]}`, bytes[tyre + 6] - 50);
  }
  return true;
};

const LOCK = 11;
const SEALED = 0x31;

/** 63: number 6, millivolts u16, `1` while sealed, state, signal. */
export const locks: Read = (fix, bytes, at, size) => {
  if (size === 0 || size % LOCK !== 0) return false;
  for (let index = 0; index < size / LOCK; index++) {
    const lock = at + index * LOCK;
    putAttribute(fix, `lock_id_${index + 1}`, toHex(bytes, lock, lock + 6));
    putAttribute(fix, `lock_voltage_${index + 1}`, u16(bytes, lock + 6) / 1000);
    putAttribute(fix, `lock_sealed_${index + 1}`, bytes[lock + 8] === SEALED);
  }
  return true;
};

const SMALL_LOCK = 13;
const OPEN = 5;

/** D5: number of locks u8, of each: number 5, card 5, battery u8, state u16. */
export const lockList: Read = (fix, bytes, at, size) => {
  if (size < 1 || size !== 1 + bytes[at] * SMALL_LOCK) return false;
  for (let index = 0; index < bytes[at]; index++) {
    const lock = at + 1 + index * SMALL_LOCK;
    putAttribute(fix, `lock_id_${index + 1}`, toHex(bytes, lock, lock + 5));
    putAttribute(fix, `lock_card_${index + 1}`, toHex(bytes, lock + 5, lock + 10));
    putAttribute(fix, `lock_battery_${index + 1}`, bytes[lock + 10]);
    putAttribute(fix, `lock_closed_${index + 1}`, ((u16(bytes, lock + 11) >> OPEN) & 1) === 0);
  }
  return true;
};

/** 0B: command u8, then a card u32 or a password 6, and the result; the password is nobody's to read. */
export const lockCommand: Read = (fix, bytes, at, size) => {
  if (size < 1 || size > 10) return false;
  putAttribute(fix, 'lock_command', bytes[at]);
  if (size === 5 || size === 6) putAttribute(fix, 'lock_card', u32(bytes, at + 1));
  if (size % 2 === 0) putAttribute(fix, 'unlock_result', bytes[at + size - 1]);
  return true;
};

/** 33 of padlocks: `*M00,` with a state in which digits 3 to 5 are hundredths of a volt. A byte alone is the mode. */
export const padlock: Read = (fix, bytes, at, size) => {
  if (size === 1) putAttribute(fix, 'mode', bytes[at]);
  const found = /^.?\*M00,\d+,\d{2}(\d{3})/.exec(Buffer.from(bytes.subarray(at, at + size)).toString('latin1'));
  if (found) fix.attributes.set('battery_voltage', Number(found[1]) / 100);
  return size === 1 || found !== null;
};

const CARD_EVENTS = [0x61, 0x66] as const;

/** 60: event u16; those of a card carry the lock 6 and the card's eight characters. */
export const lockEvent: Read = (fix, bytes, at, size) => {
  if (size < 2) return false;
  const event = u16(bytes, at);
  fix.attributes.set('event', event);
  if (event < CARD_EVENTS[0] || event > CARD_EVENTS[1] || size < 16) return true;
  const card = Buffer.from(bytes.subarray(at + 8, at + 16))
    .toString('latin1')
    .trim();
  if (/^[\x21-\x7e]+$/.test(card)) putAttribute(fix, 'driver_key', card);
  return true;
};

const CAMERAS = /^JC(?:371|181|182|450|451)$/i;
const GOODS = /^(?:AL300|GL100)$/i;
const DOORED = /^MV[78]10G$/i;
const PADLOCKS = /^G-(?:360|508)P$/i;
const STEPPED = /^C5L?$/i;
const RESTING = /^G1C Pro$/i;
const DOOR = 16;
const MOTION = 4;
const MOVED = 16;

const has = (bits: number, bit: number): boolean => ((bits >>> bit) & 1) === 1;

/** The states of models that say them in bits of the status which the standard keeps free. */
export function putStatusOfModel({ attributes }: Fix, status: number, model: string): void {
  if (DOORED.test(model)) attributes.set('door', has(status, DOOR));
  if (RESTING.test(model)) attributes.set('motion', has(status, MOTION));
}

/** Alarms of models that use the standard's bits for their own; undefined where the standard's hold. */
export function alarmOfModel(bits: number, model: string): Alarm | null | undefined {
  if (PADLOCKS.test(model)) return has(bits, 0) || has(bits, 4) || has(bits, 1) ? ALARM.tampering : null;
  if (GOODS.test(model)) return has(bits, MOVED) ? ALARM.movement : null;
  return undefined;
}

/** 57: alarms u16, switches u16, more of both u32. The door is an alarm of some models alone. */
export function readDriving(fix: Fix, bytes: Uint8Array, at: number, size: number, model: string): boolean {
  if (size !== 8) return false;
  const alarms = u16(bytes, at);
  const { attributes } = fix;
  if (has(alarms, 8)) attributes.set('alarm', ALARM.hardAcceleration);
  else if (has(alarms, 9)) attributes.set('alarm', ALARM.hardBraking);
  else if (has(alarms, 10)) attributes.set('alarm', ALARM.hardCornering);
  else if (DOORED.test(model) && has(u32(bytes, at + 4), DOOR)) attributes.set('alarm', ALARM.door);
  return true;
}

/** What only this model means by its addition; false when it is none of these. */
export function readOfModel(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number, model: string): boolean {
  if (id === 0xe8 && CAMERAS.test(model)) return readCamera(fix, bytes, at, size);
  if (id === 0xf8 && size === 2 && STEPPED.test(model)) {
    putAttribute(fix, 'steps', u16(bytes, at));
    return true;
  }
  return id === 0x57 && readDriving(fix, bytes, at, size, model);
}

const UPLOAD_STATE = 0x2002;
const POWER_STATE = 0x2003;
const DEVICE_STATE = 0x2005;
const STEPS = 6;

/** E8: kind u16; 2003 is the state of the supplies, 2005 a list of states, the others are events. */
function readCamera(fix: Fix, bytes: Uint8Array, at: number, size: number): boolean {
  if (size < 2) return false;
  const kind = u16(bytes, at);
  if (kind === POWER_STATE) return readSupplies(fix, bytes, at + 3, at + size);
  if (kind === DEVICE_STATE) {
    return (
      size >= 3 &&
      readEntries(bytes, at + 3, at + size, 2, (id, place, width) => putDeviceState(fix, id, bytes, place, width))
    );
  }
  if (kind === UPLOAD_STATE) {
    if (size >= 5 && bytes[at + 4] === 1) fix.attributes.set('archive', true);
    return true;
  }
  const alarm = CAMERA_ALARMS[kind];
  if (alarm) fix.attributes.set('alarm', alarm);
  else if (kind === 0x0c03 || kind === 0x0c04) fix.attributes.set('ignition', kind === 0x0c03);
  else fix.attributes.set('event', kind);
  return true;
}

function putDeviceState(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number): void {
  if (id === 0x01 && size === 2) putVoltage(fix, u16(bytes, at) / 100);
  if (id === 0x03 && size === 1) putPercent(fix, bytes[at]);
  if (id === 0x04 && size === 1) fix.attributes.set('charging', bytes[at] === 0);
  if (id === 0x05 && size === 10) putAttribute(fix, 'iccid', toHex(bytes, at, at + 10).slice(0, 19));
  if (id === 0x07 && size === 2) fix.attributes.set('hdop', u16(bytes, at) / 10);
  if (id === 0x2001 && size === 2) putVoltage(fix, u16(bytes, at) / 10);
}

/** Charging, step of charge 1 to 6, battery u16 and supply u16 in hundredths with the signal between them. */
function readSupplies(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  if (at + 7 > end) return false;
  const { attributes } = fix;
  attributes.set('charging', bytes[at] === 1);
  if (bytes[at + 1] >= 1 && bytes[at + 1] <= STEPS)
    attributes.set('battery_level', Math.round((bytes[at + 1] / STEPS) * 1000) / 10);
  attributes.set('battery_voltage', u16(bytes, at + 2) / 100);
  const supply = u16(bytes, at + 5) / 100;
  // Without a vehicle its wire shows what the battery has.
  if (supply >= 6) attributes.set('external_voltage', supply);
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
