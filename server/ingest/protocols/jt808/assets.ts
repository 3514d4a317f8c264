import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { bcdDigits, i16, isCelsius, keepRaw, putAttribute, putPercent, toHex, u16, u32 } from '../shared/index.ts';
import { signed16, type Read } from './readers.ts';

/** Additions of trackers for goods: what their own sensors and the tags around them measure. */

/** Adds up the sizes of the fields that a mask names, the lowest bit first. */
const sizeOf = (mask: number, sizes: readonly number[]): number =>
  sizes.reduce((sum, size, place) => sum + ((mask >>> place) & 1 ? size : 0), 0);

/** Light u16, degrees, humidity, acceleration in three directions, thresholds, air pressure u16. */
const SENSORS = [2, 2, 2, 6, 10, 2] as const;
const MOVED = 2;

/** F6: event u8, mask of sensors u8, their values. */
export const sensors: Read = (fix, bytes, at, size) => {
  if (size < 2 || bytes[at + 1] >= 0x40 || size !== 2 + sizeOf(bytes[at + 1], SENSORS)) return false;
  const { attributes } = fix;
  attributes.set('event', bytes[at]);
  if (bytes[at] === MOVED) attributes.set('motion', true);
  let next = at + 2;
  const put: readonly ((place: number) => void)[] = [
    (place) => putAttribute(fix, 'light', u16(bytes, place)),
    (place) => attributes.set('temperature_1', i16(bytes, place) / 10),
    (place) => attributes.set('humidity_1', i16(bytes, place) / 10),
    (place) => putAttribute(fix, 'acceleration', [0, 2, 4].map((axis) => i16(bytes, place + axis)).join(',')),
    () => undefined,
    (place) => putAttribute(fix, 'air_pressure', u16(bytes, place)),
  ];
  SENSORS.forEach((width, place) => {
    if (((bytes[at + 1] >>> place) & 1) === 0) return;
    put[place](next);
    next += width;
  });
  return true;
};

const CHARGING = new Set([2, 3]);

/** F7: millivolts u32, state u8, per cent u8; the later ones are missing on older models. */
export const battery: Read = (fix, bytes, at, size) => {
  if (size < 4 || size > 6) return false;
  const volts = u32(bytes, at) / 1000;
  if (volts > 0) fix.attributes.set('battery_voltage', volts);
  if (size >= 5) fix.attributes.set('charging', CHARGING.has(bytes[at + 4]));
  if (size >= 6) putPercent(fix, bytes[at + 5]);
  return true;
};

/** F8: mode u8, IMEI 8, number of the SIM card 10, model. */
export const card: Read = (fix, bytes, at, size) => {
  if (size < 19 || bcdDigits(bytes, at + 1, at + 9) === '') return false;
  putAttribute(fix, 'iccid', toHex(bytes, at + 9, at + 19));
  return true;
};

/** Age of the fix, time of ACC, HDOP, time, one that is not known, intervals, a probe with its thresholds. */
const CONDITIONS = [4, 4, 2, 6, 0, 8, 6] as const;
const HDOP = 2;
const PROBE = 6;

/** F9: mask u16 and what it names. */
export const conditions: Read = (fix, bytes, at, size) => {
  const mask = size >= 2 ? u16(bytes, at) : 0;
  if (size < 2 || mask >= 0x80 || size !== 2 + sizeOf(mask, CONDITIONS)) return false;
  const placeOf = (field: number): number => at + 2 + sizeOf(mask & ((1 << field) - 1), CONDITIONS);
  if ((mask >>> HDOP) & 1) {
    const hdop = u16(bytes, placeOf(HDOP)) / 10;
    if (hdop > 0) fix.attributes.set('hdop', hdop);
  }
  if ((mask >>> PROBE) & 1) fix.attributes.set('temperature_3', i16(bytes, placeOf(PROBE)) / 10);
  return true;
};

/** Name, firmware, battery, degrees, humidity, acceleration and two that are not known. */
const TAG_FIELDS = [10, 2, 2, 2, 2, 6, 2, 2] as const;
const [BATTERY, DEGREES, HUMIDITY] = [2, 3, 4];
/** Address 6 and signal. */
const TAG_HEAD = 7;

/** F3 of trackers for goods: mask u8, then tags around. */
export const tags: Read = (fix, bytes, at, size) => {
  if (size < 1) return false;
  const mask = bytes[at];
  const width = TAG_HEAD + sizeOf(mask, TAG_FIELDS);
  if (size === 1 || (size - 1) % width !== 0) return false;
  const placeOf = (tag: number, field: number): number =>
    tag + TAG_HEAD + sizeOf(mask & ((1 << field) - 1), TAG_FIELDS);
  for (let index = 1, tag = at + 1; tag < at + size; index++, tag += width) {
    putAttribute(fix, `tag_id_${index}`, toHex(bytes, tag, tag + 6));
    if ((mask >>> BATTERY) & 1) putAttribute(fix, `tag_voltage_${index}`, u16(bytes, placeOf(tag, BATTERY)) / 1000);
    if ((mask >>> DEGREES) & 1) putAttribute(fix, `tag_temperature_${index}`, i16(bytes, placeOf(tag, DEGREES)) / 10);
    if ((mask >>> HUMIDITY) & 1) putAttribute(fix, `tag_humidity_${index}`, i16(bytes, placeOf(tag, HUMIDITY)) / 10);
  }
  return true;
};

/** E6 of Bluetooth probes: number u8, address 6, degrees and humidity as a whole number and 255ths. */
export const bluetoothProbes: Read = (fix, bytes, at, size) => {
  if (size === 0 || size % 11 !== 0) return false;
  for (let probe = at; probe < at + size; probe += 11) {
    const index = bytes[probe];
    const degrees = fraction(bytes, probe + 7);
    if (isCelsius(degrees)) putAttribute(fix, `temperature_${index}`, degrees);
    putAttribute(fix, `humidity_${index}`, fraction(bytes, probe + 9));
  }
  return true;
};

function fraction(bytes: Uint8Array, at: number): number {
  const whole = (bytes[at] << 24) >> 24;
  const value = Math.abs(whole) + bytes[at + 1] / 255;
  return Math.round((whole < 0 ? -value : value) * 100) / 100;
}

/** 51: degrees in tenths, the highest bit is the sign; FFFF where no probe is. */
export const temperatures: Read = (fix, bytes, at, size) => {
  if (size === 0 || size % 2 !== 0) return false;
  for (let probe = 0; probe < size >> 1; probe++) {
    const value = u16(bytes, at + probe * 2);
    if (value !== 0xffff && value !== 0x7fff) putAttribute(fix, `temperature_${probe + 1}`, signed16(value) / 10);
  }
  return true;
};

/**
 * EA: kind u8, then readings of a box (number u8, size u8): 15 humidity and 16 degrees above -50 in tenths, 13 light,
 * 14 air pressure.
 */
export function putBoxReading(fix: Fix, number: number, bytes: Uint8Array, at: number, size: number): void {
  const put = size === 2 ? BOX[number] : undefined;
  if (put) put(fix, u16(bytes, at));
  else keepRaw(fix, `ea_${number.toString(16)}`, bytes, at, size);
}

const BOX: Readonly<Record<number, ((fix: Fix, value: number) => void) | undefined>> = {
  0x13: (fix, value) => putAttribute(fix, 'light', value),
  0x14: (fix, value) => putAttribute(fix, 'air_pressure', value),
  0x15: (fix, value) => fix.attributes.set('humidity_1', value / 10),
  0x16: (fix, value) => fix.attributes.set('temperature_1', (value - 500) / 10),
};
