import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, i16, putAttribute, putPercent, putVoltage, u16, u32 } from '../shared/index.ts';
import { CELL, LONG_CELL, readCell, WIDE_CELL, type CellShape } from './cells.ts';
import { isBlank, location, type Layout, type Reading, type Tail } from './layout.ts';
import { areModules, readModules } from './modules.ts';
import { putCardNumber } from './cards.ts';
import { readKindAndCell } from './positions.ts';
import { isUsualState, readAlarm, readInformation, readLevels, readSignal, readSignalPercent } from './states.ts';
import type { Gt06Frame } from './framing.ts';

/** Alarms: a cell, or a position and a cell, and the state of the device behind it. */

/** Information, battery, GSM, alarm, language. */
const STATE = 5;
const MILEAGE = 4;
const CARD = 8;
const NO_FENCE = 0xff;
/** Messages whose codes go on in the upper half of the byte of the language. */
const LONG_CODES = new Set([0x27, 0x39, 0xa4]);

/** The state at `at`, which an alarm carries. */
function readState(fix: Fix, { bytes, protocol }: Gt06Frame, at: number, { model }: Reading): void {
  readInformation(fix, bytes[at]);
  readLevels(fix, bytes[at + 1], bytes[at + 2]);
  const upper = LONG_CODES.has(protocol) ? (bytes[at + 4] >> 4) << 8 : 0;
  readAlarm(fix, bytes[at + 3] | upper, model);
}

/** What follows the state: a fence's number, the mileage, a card, or two of them. False when it is something else. */
function readAfterState(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  const rest = end - at;
  if (rest === CARD) {
    putCardNumber(fix, bytes, at, end);
    return true;
  }
  const fenced = rest === 1 || rest === 1 + MILEAGE;
  const atFence = String(fix.attributes.get('alarm')).startsWith('geofence');
  if (fenced && atFence && bytes[at] !== NO_FENCE) putAttribute(fix, 'area', bytes[at]);
  if (rest === MILEAGE || rest === 1 + MILEAGE) fix.attributes.set('odometer', u32(bytes, end - MILEAGE));
  return rest === 0 || fenced || rest === MILEAGE;
}

/** Lengths of the tails of 0x16 that no length byte of the cell begins, or whose cell is longer than that says. */
const WITHOUT_LENGTH = 13;
const WITH_LONG_CELL = 15;
/** What ends a state; the number of a fence would stand behind it. */
const LANGUAGES = new Set([1, 2]);

/** Length of the cell u8, cell, state. Trackers that send no cell send zeros, or nothing, in its place. */
export function alarmTail(shape: CellShape): Tail {
  return (fix, frame, at, reading) => {
    const { bytes, end, protocol } = frame;
    const rest = end - at;
    if (rest === 0) return true;
    if (isBlank(bytes, at, end)) return false;
    if (protocol === 0x16 && rest === WITHOUT_LENGTH) return readBareAlarm(fix, frame, at);
    if (protocol === 0x16 && rest === WITH_LONG_CELL && LANGUAGES.has(bytes[end - 1]))
      return readPercentAlarm(fix, frame, at, reading);
    if (bytes[at] === 0 && rest <= 1 + STATE + 1) return readStateAt(fix, frame, at + 1, reading);
    const size = readCell(fix, bytes, at + 1, end, shape);
    return size > 0 && readStateAt(fix, frame, at + 1 + size, reading);
  };
}

function readStateAt(fix: Fix, frame: Gt06Frame, at: number, reading: Reading): boolean {
  const { bytes, end } = frame;
  // A state of zeros says nothing: neither that the ignition is off nor that the battery is empty.
  if (end - at < STATE || isBlank(bytes, at, end)) return false;
  readState(fix, frame, at, reading);
  return readAfterState(fix, bytes, at + STATE, end);
}

/** 0x16 with neither length nor battery: cell, information, supply in hundredths u16, GSM, one byte more. */
function readBareAlarm(fix: Fix, { bytes, end }: Gt06Frame, at: number): boolean {
  const next = at + readCell(fix, bytes, at, end);
  if (next + STATE !== end) return false;
  readInformation(fix, bytes[next], ALARM.overspeed);
  putVoltage(fix, u16(bytes, next + 1) / 100);
  readSignal(fix, bytes[next + 3]);
  return true;
}

/** 0x16 with a long cell, whatever its length byte says: battery and signal are per cent. */
function readPercentAlarm(fix: Fix, { bytes, end }: Gt06Frame, at: number, { model }: Reading): boolean {
  const next = at + 1 + readCell(fix, bytes, at + 1, end, LONG_CELL);
  if (next + STATE !== end) return false;
  readInformation(fix, bytes[next]);
  putPercent(fix, bytes[next + 1]);
  readSignalPercent(fix, bytes[next + 2]);
  readAlarm(fix, bytes[next + 3], model);
  return true;
}

/** 0x19, 0xA5: cell and state. Some number lists of cells so. */
export const cellAlarm =
  (shape: CellShape): Layout =>
  (fix, frame, reading) => {
    const { bytes, start, end } = frame;
    const next = start + readCell(fix, bytes, start, end, shape);
    const rest = end - next;
    if (next === start || (rest !== STATE - 1 && rest !== STATE && rest !== STATE + 1)) {
      fix.attributes.clear();
      return 'unread';
    }
    readState(fix, frame, next, reading);
    return 'report';
  };

/** 0xA7, 0x17: the cell of which a device asks the address, and a telephone number. */
export const cellAndPhone =
  (shape: CellShape): Layout =>
  (fix, { bytes, start, end }) => {
    const size = readCell(fix, bytes, start, end, shape);
    const phone = end - start - size;
    if (size > 0 && phone >= 20 && phone <= 24) return 'report';
    fix.attributes.clear();
    return 'unread';
  };

/** 0x39: kind and cell, state, modules. */
export const alarmWithModules = location((fix, frame, at, reading) => {
  const { bytes, end } = frame;
  const next = readKindAndCell(fix, bytes, at, end);
  if (next < 0 || next + STATE > end || !areModules(bytes, next + STATE, end)) return false;
  readState(fix, frame, next, reading);
  return readModules(fix, bytes, next + STATE, end);
});

/** Length, wide cell and state, and with the altitude. Its length byte counts otherwise on some models. */
const WIDE_TAIL = 16;
const WIDE_TAIL_WITH_ALTITUDE = 18;

/** 0x32, 0x33 behind a position: length, cell, state; on some the altitude. */
export const wideCellAndState: Tail = (fix, frame, at, reading) => {
  const { bytes, end } = frame;
  const rest = end - at;
  const next = at + 1 + readCell(fix, bytes, at + 1, end, rest >= WIDE_TAIL ? WIDE_CELL : CELL);
  if (next === at + 1 || next + STATE > end || isBlank(bytes, next, end)) return false;
  if (isUsualState(bytes, next)) readState(fix, frame, next, reading);
  else readInformation(fix, bytes[next]);
  if (rest !== WIDE_TAIL_WITH_ALTITUDE) return next + STATE === end;
  fix.altitude = i16(bytes, end - 2);
  return true;
};
