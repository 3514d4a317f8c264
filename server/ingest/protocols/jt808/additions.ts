import type { AttributeName, Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, bcdDigits, findBytes, ioName, latin1, putAttribute, putNumber, signalPercent, toHex, u16, u32, unsigned } from '../shared/index.ts';
import { readEngine, readLocks, readOfModel, readTyres } from './vendors.ts';

/** Bytes of an unknown addition that are kept, as hex. */
const KEPT_BYTES = 32;

type Read = (fix: Fix, bytes: Uint8Array, at: number, size: number) => void;

/** A number of the size that the standard gives, scaled; another size is another vendor's. */
function number(name: AttributeName, size: number, scale = 1): Read {
  return (fix, bytes, at, length) => {
    if (length === size) fix.attributes.set(name, unsigned(bytes, at, size) * scale);
  };
}

/** A number that the standard names and we have no attribute for. */
function named(name: string): Read {
  return (fix, bytes, at, size) => putAttribute(fix, name, unsigned(bytes, at, Math.min(size, 4)));
}

/** By tenths or hundredths as whole numbers divided, so that 117 tenths are 11.7 and not 11.700000000000001. */
function divided(name: AttributeName, size: number, by: number): Read {
  return (fix, bytes, at, length) => {
    if (length === size) fix.attributes.set(name, unsigned(bytes, at, size) / by);
  };
}

/** 12: kind of place u8, its number u32, direction u8 (0 in, 1 out). */
const area: Read = (fix, bytes, at, size) => {
  if (size < 6) return;
  fix.attributes.set('alarm', bytes[at + 5] === 0 ? ALARM.geofenceEnter : ALARM.geofenceExit);
  putAttribute(fix, 'area', u32(bytes, at + 1));
};

/** 11: kind of place u8 and, when it is one, its number u32. */
const overspeed: Read = (fix, bytes, at, size) => {
  fix.attributes.set('alarm', ALARM.overspeed);
  if (size >= 5) putAttribute(fix, 'area', u32(bytes, at + 1));
};

/** 2A: bit 0 deep sleep, bit 1 sleep. */
const sleep: Read = (fix, bytes, at, size) => {
  if (size === 2) fix.attributes.set('sleep_mode', u16(bytes, at) & 3);
};

/** 2B: two raw converters of 16 bits, the first in the lower half. */
const analog: Read = (fix, bytes, at, size) => {
  if (size !== 4) return;
  putAttribute(fix, 'adc1', u16(bytes, at + 2));
  putAttribute(fix, 'adc2', u16(bytes, at));
};

const strength: Read = (fix, bytes, at, size) => {
  if (size === 1) putNumber(fix, 'gsm_signal', signalPercent(bytes[at]));
};

const satellites: Read = (fix, bytes, at, size) => {
  if (size === 1) fix.satellites = bytes[at];
};

const TIRED = 1;

/** 64 and 65: number of the alarm u32, begin or end u8, kind u8, level u8 (cameras on the road and on the driver). */
function camera(name: string): Read {
  return (fix, bytes, at, size) => {
    if (size < 6) return;
    putAttribute(fix, name, bytes[at + 5]);
    if (name === 'driver_alarm' && bytes[at + 5] === TIRED) fix.attributes.set('alarm', ALARM.fatigue);
  };
}

/** 51: degrees in tenths, the highest bit is the sign; FFFF where no probe is. */
const temperatures: Read = (fix, bytes, at, size) => {
  const names = ['temperature_1', 'temperature_2', 'temperature_3', 'temperature_4'] as const;
  names.slice(0, size >> 1).forEach((name, probe) => {
    const value = u16(bytes, at + probe * 2);
    if (value !== 0xffff) fix.attributes.set(name, ((value & 0x7fff) / 10) * (value & 0x8000 ? -1 : 1));
  });
};

/** E4: charging u8, per cent u8. */
const battery: Read = (fix, bytes, at, size) => {
  if (size !== 2 || bytes[at + 1] > 100) return;
  if (bytes[at] <= 1) fix.attributes.set('charging', bytes[at] === 1);
  fix.attributes.set('battery_level', bytes[at + 1]);
};

const imei: Read = (fix, bytes, at, size) => {
  const digits = size === 8 ? bcdDigits(bytes, at, at + 8) : '';
  if (digits !== '') putAttribute(fix, 'imei', digits.replace(/^0/, ''));
};

/** EB: a text of the zone, or parts with a length u16 that counts their number u16. */
const vendorParts: Read = (fix, bytes, at, size) => {
  const end = at + size;
  if (findBytes(bytes, [0x55, 0x54, 0x43], at, end) === at) return putAttribute(fix, 'timezone', latin1(bytes, at, end));
  for (let part = at; part + 4 <= end; part += 2 + u16(bytes, part)) {
    const length = u16(bytes, part) - 2;
    if (length < 0 || part + 4 + length > end) return;
    readVendorPart(fix, u16(bytes, part + 2), bytes, part + 4, length);
  }
};

/** Bits of the alarms that are told by a zero. */
const REMOVED = 12;

function readVendorPart(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number): void {
  switch (id) {
    case 0x01:
      if (size >= 2) putAttribute(fix, 'fuel1', u16(bytes, at) / 10);
      return;
    case 0x23:
      return putFuel(fix, latin1(bytes, at, at + size));
    case 0x2d:
      if (size === 4) fix.attributes.set('external_voltage', u32(bytes, at) / 1000);
      else if (size === 2) fix.attributes.set('external_voltage', u16(bytes, at) / 1000);
      return;
    case 0x89:
      if (size === 4 && ((~u32(bytes, at) >>> REMOVED) & 1) === 1) fix.attributes.set('alarm', ALARM.tampering);
      return;
    case 0xa8:
      if (size === 1 && bytes[at] <= 100) fix.attributes.set('battery_level', bytes[at]);
      return;
    case 0xb2:
      return putAttribute(fix, 'iccid', toHex(bytes, at, at + size).replace(/f+$/, ''));
    case 0xce:
      if (size === 2) fix.attributes.set('external_voltage', u16(bytes, at) / 100);
      return;
    case 0xd5:
      return putAttribute(fix, 'imei', latin1(bytes, at, at + size));
    default:
  }
}

/** A probe's figure as digits; what it measures in is the installer's affair. */
function putFuel(fix: Fix, text: string): void {
  if (/^\d+(?:\.\d+)?$/.test(text)) putAttribute(fix, 'fuel2', Number(text));
}

/** By number: those of the standard, then what several vendors mean by theirs. */
const ADDITIONS: Readonly<Record<number, Read | undefined>> = {
  0x01: number('odometer', 4, 100),
  0x02: divided('fuel_level', 2, 10),
  0x03: divided('can_speed', 2, 10),
  0x04: number('event', 2),
  0x11: overspeed,
  0x12: area,
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
  0x51: temperatures,
  0x61: divided('external_voltage', 2, 100),
  0x63: readLocks,
  0x64: camera('road_alarm'),
  0x65: camera('driver_alarm'),
  0x69: divided('battery_voltage', 2, 100),
  0x77: readTyres,
  0x82: divided('external_voltage', 2, 10),
  0xd4: number('battery_level', 1),
  0xe1: divided('external_voltage', 2, 10),
  0xe4: battery,
  0xeb: vendorParts,
  0xf6: imei,
};

/** It comes first of those of the engine's computer. */
const ENGINE = 0x80;

/** Reads what follows a location: number u8, length u8, value. What reaches past the end is left out with all behind it. */
export function readAdditions(fix: Fix, bytes: Uint8Array, start: number, end: number, model: string): void {
  let ofEngine = false;
  for (let at = start; at + 2 <= end; at += 2 + bytes[at + 1]) {
    const [id, size] = [bytes[at], bytes[at + 1]];
    const value = at + 2;
    if (value + size > end) return;
    ofEngine ||= id === ENGINE && size === 1;
    if (ofEngine && readEngine(fix, id, bytes, value, size)) continue;
    if (model !== '' && readOfModel(fix, id, bytes, value, size, model)) continue;
    const read = ADDITIONS[id];
    if (read) read(fix, bytes, value, size);
    else keep(fix, id, bytes, value, size);
  }
}

/** What has no meaning known to us stays a raw parameter. */
function keep(fix: Fix, id: number, bytes: Uint8Array, at: number, size: number): void {
  if (size === 0 || size > KEPT_BYTES) return;
  putAttribute(fix, ioName(id), size <= 4 ? unsigned(bytes, at, size) : toHex(bytes, at, at + size));
}
