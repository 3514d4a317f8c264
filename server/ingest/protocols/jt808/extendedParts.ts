import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, findBytes, keepRaw, latin1, ofSize, putAttribute, putPercent, toHex, u16 } from '../shared/index.ts';
import { either, printable, text, voltage, type Read } from './readers.ts';
import { cellsBehindCount, oneCell, readPointsText, shortCellsOfNetwork } from './surroundings.ts';

/** EB: a text of the zone, cells, or parts with a length u16 that counts their number u16. */

const bit = (value: number, place: number): number => (value >>> place) & 1;

/** Bits of the alarms that are reported by a zero. */
const REMOVED = 12;
const VIBRATION = 6;
const MOTION = 23;
const STATES = 3;
const MOVING = 0;
const RESTING = 1;

function putAlarm(fix: Fix, alarm: string): void {
  fix.attributes.set('alarm', alarm);
}

function readMotion(fix: Fix, bits: number): void {
  if (bit(bits, VIBRATION) === 0) putAlarm(fix, ALARM.vibration);
  const state = (bits >>> MOTION) & STATES;
  if (state === MOVING || state === RESTING) fix.attributes.set('motion', state === MOVING);
}

const LOW = new Set([3, 4]);

function putFuel(fix: Fix, value: number): true {
  putAttribute(fix, 'fuel1', value);
  return true;
}

/** A probe's figure as digits; what it measures in is the installer's affair. */
const fuel: Read = (fix, bytes, at, size) => {
  const digits = latin1(bytes, at, at + size);
  if (/^\d+(?:\.\d+)?$/.test(digits)) putAttribute(fix, 'fuel2', Number(digits));
  return true;
};

const cardNumber: Read = (fix, bytes, at, size) => {
  const digits = toHex(bytes, at, at + size).replace(/f+$/, '');
  if (/[^0]/.test(digits)) putAttribute(fix, 'iccid', digits);
  return true;
};

/** A card's number as text. */
export const cardText: Read = (fix, bytes, at, size) => {
  const found = printable(bytes, at, at + size) ?? '';
  if (!/^89[0-9A-F]{16,18}$/i.test(found)) return false;
  putAttribute(fix, 'iccid', found.replace(/f+$/i, ''));
  return true;
};

const imei: Read = (fix, bytes, at, size) => {
  const found = printable(bytes, at, at + size) ?? '';
  if (/[^0]/.test(found)) putAttribute(fix, 'imei', found);
  return true;
};

const points: Read = (fix, bytes, at, size) => size > 1 && readPointsText(fix, latin1(bytes, at + 1, at + size));

const percent = ofSize(1, putPercent);

const PARTS: Readonly<Record<number, Read | undefined>> = {
  0x01: (fix, bytes, at, size) => size >= 2 && putFuel(fix, u16(bytes, at) / 10),
  0x23: fuel,
  0x2d: (fix, bytes, at, size) => voltage(size === 4 ? 4 : 2, 1000)(fix, bytes, at, size),
  0x89: ofSize(4, (fix, bits) => {
    if (bit(bits, REMOVED) === 0) putAlarm(fix, ALARM.tampering);
  }),
  0xa8: percent,
  0xb2: cardNumber,
  0xb9: points,
  0xc5: ofSize(4, readMotion),
  0xc6: ofSize(1, (fix, state) => {
    if (LOW.has(state)) putAlarm(fix, ALARM.lowBattery);
  }),
  0xce: (fix, bytes, at, size) => size >= 2 && voltage(2, 100)(fix, bytes, at, 2),
  0xd5: imei,
  0xd8: either(cellsBehindCount, oneCell),
  0xe1: percent,
  0xfb: cardText,
};

const ZONE = [0x55, 0x54, 0x43];

/** False when nothing of it is understood. */
export const extendedParts: Read = (fix, bytes, at, size) => {
  const end = at + size;
  if (findBytes(bytes, ZONE, at, end) === at) return text('timezone')(fix, bytes, at, size);
  if (shortCellsOfNetwork(fix, bytes, at, size)) return true;
  let read = true;
  let part = at;
  for (; part + 4 <= end; part += 2 + u16(bytes, part)) {
    const length = u16(bytes, part) - 2;
    if (length < 0 || part + 4 + length > end) return part > at;
    const number = u16(bytes, part + 2);
    if (!PARTS[number]?.(fix, bytes, part + 4, length))
      read = keepRaw(fix, `eb_${number.toString(16)}`, bytes, part + 4, length) && read;
  }
  return read && part > at;
};
