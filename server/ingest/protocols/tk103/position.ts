import type { Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  dateAt,
  decimalAt,
  degreesAt,
  hexAt,
  isCelsius,
  putNumber,
  putPlace,
  timeOfDayAt,
  type TextFields,
} from '../shared/index.ts';

/** Whether a body holds a position: it does, it does not, or it should and cannot be read. */
export type Place = 'read' | 'absent' | 'broken';

const VALID = 0x41;
const NOT_VALID = 0x56;
const NORTH = 0x4e;
const SOUTH = 0x53;
const EAST = 0x45;
const WEST = 0x57;
const POINT = 0x2e;
const COMMA = 0x2c;
const MILEAGE = 0x4c;
const DATE = 6;
const TIME = 6;
/** `ccc.cc`, with fewer decimals or a space where the number is shorter. */
const COURSE = 6;
const STATE = 8;
const STATE_FIELD = 9;
/** Characters of a coordinate, of a speed. */
const LONGEST_COORDINATE = 12;
const LONGEST_SPEED = 6;
const WHOLE_SPEED = 5;

const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

/** First of two letters in the next `length` bytes; -1 when neither is there. */
function findLetter(
  bytes: Uint8Array,
  start: number,
  end: number,
  first: number,
  second: number,
  length: number,
): number {
  const stop = Math.min(end, start + length);
  for (let at = start; at < stop; at++) if (bytes[at] === first || bytes[at] === second) return at;
  return -1;
}

/** Where the letter of validity is behind a date in an unseparated body; -1 without a position. */
export function findValidity(bytes: Uint8Array, start: number, end: number): number {
  for (let at = start + DATE; at + 2 < end; at++) {
    const byte = bytes[at];
    if ((byte !== VALID && byte !== NOT_VALID) || !isDigit(bytes[at - 1]) || !isDigit(bytes[at - DATE])) continue;
    if (findLetter(bytes, at + 1, end, NORTH, SOUTH, LONGEST_COORDINATE) >= 0) return at;
  }
  return -1;
}

/**
 * Reads `yymmdd A ddmm.mmmmN dddmm.mmmmE sss.s hhmmss ccc.cc` and the state behind it, without the spaces. Speed is in
 * km/h. `validity` is where {@link findValidity} found the letter.
 */
export function readJoined(fix: Fix, bytes: Uint8Array, validity: number, end: number, now: Instant): Place {
  const north = findLetter(bytes, validity + 1, end, NORTH, SOUTH, LONGEST_COORDINATE);
  const east = findLetter(bytes, north + 1, end, EAST, WEST, LONGEST_COORDINATE);
  if (east < 0) return 'broken';
  const time = timeAfterSpeed(bytes, east + 1, end);
  if (time < 0) return 'broken';
  const course = time + TIME;
  const valid = bytes[validity] === VALID;
  const date = dateAt(bytes, validity - DATE, validity, 'year first');
  // Without a fix the clock may never have been set: then the server's counts.
  fix.time = !valid && Number.isNaN(date) ? now : date + timeOfDayAt(bytes, time, course);
  const latitude = degreesAt(bytes, validity + 1, north, bytes[north]);
  const longitude = degreesAt(bytes, north + 1, east, bytes[east]);
  if (!putPlace(fix, valid, latitude, longitude) || Number.isNaN(fix.time) || course > end) return 'broken';
  if (fix.hasPosition) {
    fix.speed = decimalAt(bytes, east + 1, time);
    fix.course = decimalAt(bytes, course, Math.min(end, course + COURSE));
  }
  readState(fix, bytes, course, end);
  return 'read';
}

/**
 * Where the time begins: one digit behind the point of the speed, or behind five digits without a point, when all up to
 * the odometer has its usual length. -1 when neither is so.
 */
function timeAfterSpeed(bytes: Uint8Array, start: number, end: number): number {
  const point = findLetter(bytes, start, end, POINT, POINT, LONGEST_SPEED);
  if (point >= 0) return point + 2;
  return bytes.indexOf(MILEAGE, start) - start === WHOLE_SPEED + TIME + COURSE + STATE ? start + WHOLE_SPEED : -1;
}

/**
 * Eight characters of state, `L` and the odometer in metres as hexadecimal, then the temperature where there is a
 * probe. The state is found from its end: what is before it, from `start` on, differs in length.
 */
function readState(fix: Fix, bytes: Uint8Array, start: number, end: number): void {
  const found = bytes.indexOf(MILEAGE, start);
  const mileage = found < 0 || found > end ? end : found;
  const stateEnd = bytes[mileage - 1] === COMMA ? mileage - 1 : mileage;
  if (stateEnd - STATE >= start) putState(fix, bytes, stateEnd - STATE, stateEnd);
  let stop = mileage + 1;
  while (stop < end && stop <= mileage + 8 && !Number.isNaN(hexAt(bytes, stop, stop + 1))) stop++;
  putNumber(fix, 'odometer', hexAt(bytes, mileage + 1, Math.min(stop, end)));
  const temperature = decimalAt(bytes, stop, end);
  if (isCelsius(temperature)) fix.attributes.set('temperature_1', temperature);
}

/** External power (0 is on), ignition, three more switches, and the tank's reading in three hexadecimal digits. */
export function putState(fix: Fix, bytes: Uint8Array, start: number, end: number): void {
  if (end - start < STATE || Number.isNaN(hexAt(bytes, start, start + STATE))) return;
  fix.attributes.set('charging', bytes[start] === 0x30);
  fix.attributes.set('ignition', bytes[start + 1] === 0x31);
  fix.attributes.set('fuel', hexAt(bytes, start + 5, start + STATE));
}

/**
 * Reads `ddmmyy,A,ddmm.mmmmN,dddmm.mmmmE,speed,hhmmss,course[,altitude,satellites]` from field 2 on. Some send the
 * joined layout with commas instead: the date with the year first, and behind the course the state and the odometer.
 */
export function readSeparated(fix: Fix, fields: TextFields): Place {
  const validity = fields.single(3);
  if (validity !== VALID && validity !== NOT_VALID) return 'absent';
  const { bytes } = fields;
  const hasState = fields.length(STATE_FIELD) === STATE && bytes[fields.start(STATE_FIELD + 1)] === MILEAGE;
  const date = dateAt(bytes, fields.start(2), fields.end(2), hasState ? 'year first' : 'day first');
  fix.time = date + timeOfDayAt(bytes, fields.start(7), fields.end(7));
  const coordinate = (index: number): number =>
    degreesAt(bytes, fields.start(index), fields.end(index) - 1, bytes[fields.end(index) - 1]);
  if (!putPlace(fix, validity === VALID, coordinate(4), coordinate(5)) || Number.isNaN(fix.time)) return 'broken';
  if (fix.hasPosition) {
    fix.speed = fields.number(6);
    fix.course = fields.number(8);
  }
  if (hasState) readState(fix, bytes, fields.start(STATE_FIELD), fields.end(fields.count - 1));
  else readHeight(fix, fields);
  return 'read';
}

function readHeight(fix: Fix, fields: TextFields): void {
  if (fix.hasPosition) fix.altitude = fields.number(9);
  const satellites = fields.digits(10);
  if (!Number.isNaN(satellites)) fix.satellites = satellites;
}
