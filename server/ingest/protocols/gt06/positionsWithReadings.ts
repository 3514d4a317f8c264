import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, latin1, putAttribute, putVoltage, u16, u24, u32, unsigned } from '../shared/index.ts';
import { putCardNumber } from './cards.ts';
import { LONG_CELL, readCell } from './cells.ts';
import { readOlderEnd, putMileage, readUploadSwitches, signMagnitude } from './ends.ts';
import type { Tail } from './layout.ts';
import { readAlarm, readInformation, readSignal } from './states.ts';

// Positions behind which readings of cards, keys, supplies and probes stand.

/**
 * What follows the cell of 0x12, by its length; those of readers for drivers' cards by the length of the card's text.
 */
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

/**
 * Bits: 15 ignition, 14 second input; with bit 12 whole degrees (9 is the sign), else a reading of the analogue wire.
 */
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

/** 0x17: cell, number of the card 8, one byte that checks it. */
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
