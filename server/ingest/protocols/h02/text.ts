import { KNOT_IN_KMH, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  dateAt,
  degreesAt,
  latestWithTime,
  putAttribute,
  putCells,
  putNumber,
  putPlace,
  signalPercent,
  timeOfDayAt,
  type TextFields,
} from '../shared/index.ts';
import { isCountry, isServingCell, putCellList, putServingCell } from './network.ts';
import { putBattery, putStatus } from './status.ts';

/**
 * What became of a text frame: a report, one with fields that are not known, nothing that is worth keeping, a layout
 * that is not known, or content that contradicts its layout.
 */
export type Outcome = 'report' | 'partly' | 'nothing' | 'unknown' | 'broken';

/** Fields of `HQ,<identifier>,<type>,…`, the marks cut off. */
export const FIELD = { maker: 0, identifier: 1, type: 2, first: 3 } as const;
const NORTH = 0x4e;
const SOUTH = 0x53;
const EAST = 0x45;
const WEST = 0x57;
const VALID = 0x41;
const NOT_VALID = 0x56;
const ZERO = 0x30;
const DATE_LENGTH = 6;
const DAY_OF_DRIFT = 86_400_000;

type Layout = (fix: Fix, fields: TextFields, now: Instant) => Outcome;

/** The field of the north or south letter, from which every vendor counts alike; -1 without a position. */
function findPosition(fields: TextFields): number {
  for (let at = FIELD.first + 1; at + 2 < fields.count; at++) {
    const letter = fields.single(at);
    const other = fields.single(at + 2);
    if ((letter === NORTH || letter === SOUTH) && (other === EAST || other === WEST)) return at;
    // Without a fix some write zeros for the letters too.
    if (letter === ZERO && other === ZERO && fields.single(at - 2) === NOT_VALID) return at;
  }
  return -1;
}

/** Where the date is behind a place whose first letter is at `at`: some put one more field in front of it. */
function dateFieldOf(fields: TextFields, at: number): number {
  const usual = at + 5;
  return fields.length(usual) !== DATE_LENGTH && fields.length(usual) > 0 && fields.length(usual + 1) === DATE_LENGTH
    ? usual + 1
    : usual;
}

/** `hhmmss` and `ddmmyy`, either of which may be missing: then the server's clock helps. NaN when one is wrong. */
function timeOf(fields: TextFields, timeField: number, dateField: number, now: Instant): Instant {
  const { bytes } = fields;
  const hasTime = timeField >= FIELD.first && fields.length(timeField) > 0;
  const time = hasTime ? timeOfDayAt(bytes, fields.start(timeField), fields.end(timeField)) : 0;
  if (fields.length(dateField) === 0) return hasTime ? latestWithTime(time, now) : now;
  const date = dateAt(bytes, fields.start(dateField), fields.end(dateField), 'day first');
  // Without a time of day the report is of now, if it is of today at all.
  if (!hasTime && now >= date && now < date + DAY_OF_DRIFT) return now;
  return date + time;
}

const degreesOf = (fields: TextFields, at: number, letter: number): number =>
  degreesAt(fields.bytes, fields.start(at), fields.end(at), fields.single(letter));

/** Time, place and motion around the letter at `at`; what follows the date is for {@link readRest}. */
function readPosition(fix: Fix, fields: TextFields, at: number, now: Instant): boolean {
  const empty = fields.length(at - 1) === 0 && fields.length(at + 1) === 0;
  const valid = !empty && fields.single(at - 2) === VALID;
  const time = timeOf(fields, at - 3, dateFieldOf(fields, at), now);
  // Without a fix the clock may never have been set: then the server's counts.
  fix.time = Number.isNaN(time) && !valid ? now : time;
  if (Number.isNaN(fix.time)) return false;
  if (!putPlace(fix, valid, degreesOf(fields, at - 1, at), degreesOf(fields, at + 1, at + 2))) return false;
  if (!fix.hasPosition) return true;
  fix.speed = fields.number(at + 3) * KNOT_IN_KMH;
  fix.course = fields.number(at + 4);
  return true;
}

/** Status is the first field of eight hexadecimal digits; before it V19 has a telephone number and its SIM card. */
function findStatus(fields: TextFields, from: number): number {
  for (let at = from; at < fields.count; at++) if (fields.length(at) === 8 && !Number.isNaN(fields.hex(at))) return at;
  return -1;
}

/**
 * What follows the date: SIM card, status, then a cell with the charge or the card, or the sensors of one vendor. False
 * when something is left that is none of these; zeros say nothing.
 */
function readRest(fix: Fix, fields: TextFields, from: number): boolean {
  const status = findStatus(fields, from);
  if (status < 0) return !saySomething(fields, from, fields.count);
  putStatus(fix, fields.hex(status));
  for (let at = from; at < fields.count; at++)
    if (at !== status && fields.length(at) >= 18) putCard(fix, fields.text(at));
  let isWhole = true;
  for (let at = from; at < status; at++)
    if (fields.length(at) < SHORTEST_NUMBER) isWhole &&= !saySomething(fields, at, at + 1);
  return readBehindStatus(fix, fields, status + 1) && isWhole;
}

function readBehindStatus(fix: Fix, fields: TextFields, from: number): boolean {
  if (isServingCell(fields, from)) {
    putServingCell(fix, fields, from);
    const charge = from + 4;
    const known = fields.number(charge) <= 100 || isCard(fields.text(charge));
    if (known) putBattery(fix, fields.number(charge));
    return !saySomething(fields, known ? charge + 1 : charge, fields.count);
  }
  if (fields.count - from !== SENSORS || !fields.text(from + 2).includes('.'))
    return !saySomething(fields, from, fields.count);
  readSensors(fix, fields, from);
  return true;
}

/** Sensors of one vendor are this many fields. */
const SENSORS = 6;
/** A telephone number, and more: a SIM card. */
const SHORTEST_NUMBER = 10;

function saySomething(fields: TextFields, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (fields.length(at) > 0 && fields.number(at) !== 0) return true;
  return false;
}

const isCard = (text: string): boolean => /^89[0-9a-f]{16,18}$/i.test(text.replace(/\?+$/, ''));

function putCard(fix: Fix, text: string): void {
  const card = text.replace(/\?+$/, '');
  if (isCard(card)) putAttribute(fix, 'iccid', card);
}

/** Odometer in metres, temperature, fuel in percent, altitude, area, cell. */
function readSensors(fix: Fix, fields: TextFields, at: number): void {
  putNumber(fix, 'odometer', fields.number(at));
  putNumber(fix, 'temperature_1', fields.number(at + 1));
  putNumber(fix, 'fuel_percent', fields.number(at + 2));
  fix.altitude = fields.number(at + 3);
}

/** A position of any type, or the state of a device that has none. */
const position: Layout = (fix, fields, now) => {
  const at = findPosition(fields);
  if (at < 0) return 'unknown';
  if (!readPosition(fix, fields, at, now)) return 'broken';
  const isWhole = readRest(fix, fields, dateFieldOf(fields, at) + 1);
  const isReport = fix.hasPosition || fix.attributes.size > 0;
  if (!isWhole) return isReport ? 'partly' : 'unknown';
  return isReport ? 'report' : 'nothing';
};

/**
 * Date and status after the cells; false when the date is none. A time of day that is none is a clock that was never
 * set.
 */
function readDateAndStatus(fix: Fix, fields: TextFields, dateField: number, now: Instant): boolean {
  const time = timeOf(fields, FIELD.first, dateField, now);
  fix.time = Number.isNaN(time) && !Number.isNaN(timeOf(fields, -1, dateField, now)) ? now : time;
  const status = fields.hex(dateField + 1);
  if (fields.length(dateField + 1) === 8 && !Number.isNaN(status)) putStatus(fix, status);
  return !Number.isNaN(fix.time);
}

/** `time,country,network,delay,count,(area,cell,signal)…,date,status[,charge]` */
const neighbours: Layout = (fix, fields, now) => {
  const count = fields.digits(7);
  const end = 8 + count * 3;
  if (!(count >= 0 && end < fields.count)) return 'broken';
  putCellList(fix, fields, `${fields.number(4)},${fields.number(5)}`, { at: 8, count, size: 3, signal: 2 });
  putBattery(fix, fields.number(end + 2));
  return readDateAndStatus(fix, fields, end, now) ? 'report' : 'broken';
};

/** `time,country,network,(area,cell,signal)…,date,status,charge`, numbers in hexadecimal; times may be missing. */
const hexCells: Layout = (fix, fields, now) => {
  const date = fields.count - 3;
  const count = (date - 6) / 3;
  const [country, network] = [fields.hex(4), fields.hex(5)];
  if (!Number.isInteger(count) || count < 1 || !isCountry(country) || Number.isNaN(network)) return 'unknown';
  const found: string[] = [];
  for (let at = 6; at < date; at += 3) {
    const cell = [fields.hex(at), fields.hex(at + 1), fields.number(at + 2)];
    if (cell.some(Number.isNaN)) return 'unknown';
    if (cell[0] > 0) found.push(`${country},${network},${cell.join(',')}`);
  }
  if (!readDateAndStatus(fix, fields, date, now)) return 'broken';
  putCells(fix, found);
  putBattery(fix, fields.number(date + 2));
  return 'report';
};

/** `time,country,network,area,cell,date,status` */
const oneCell: Layout = (fix, fields, now) => {
  if (fields.count !== FIELD.first + 7) return 'unknown';
  if (!readDateAndStatus(fix, fields, 8, now)) return 'broken';
  putServingCell(fix, fields, 4);
  return 'report';
};

/** `time,country and network,count,(area,cell,delay,signal)…,battery hex,0,X,date,status` */
const cells: Layout = (fix, fields, now) => {
  const count = fields.digits(5);
  const end = 6 + count * 4;
  const network = fields.text(4);
  if (!(count >= 0 && end + 3 < fields.count) || !/^\d{5,6}$/.test(network)) return 'broken';
  putCellList(fix, fields, `${network.slice(0, 3)},${Number(network.slice(3))}`, { at: 6, count, size: 4, signal: 3 });
  return readDateAndStatus(fix, fields, end + 3, now) ? 'report' : 'broken';
};

/** `time,signal,satellites,charge,steps,turns,date,status` */
const link: Layout = (fix, fields, now) => {
  putNumber(fix, 'gsm_signal', signalPercent(fields.number(4)));
  fix.satellites = Math.max(-1, fields.digits(5) || 0);
  putBattery(fix, fields.number(6));
  const steps = fields.digits(7);
  if (steps > 0) putNumber(fix, 'steps', steps);
  return readDateAndStatus(fix, fields, 9, now) ? 'report' : 'broken';
};

/** A position without a time, or `V,country,network,area,cell,signal` with more cells after each `Y`. */
const positionOrCells: Layout = (fix, fields, now) => {
  if (findPosition(fields) >= 0) return position(fix, fields, now);
  if (!fields.is(FIELD.first, 'V') || fields.count < 8) return 'unknown';
  const network = `${fields.number(4)},${fields.number(5)}`;
  const found = fields
    .span(6, fields.count - 1)
    .split('Y')
    .filter((cell) => /^\d+,\d+(?:,\d+)?$/.test(cell));
  if (network.includes('NaN') || found.length === 0) return 'broken';
  fix.time = now;
  putAttribute(fix, 'cell', found.map((cell) => `${network},${cell}`).join(';'));
  return 'report';
};

const heartbeat: Layout = (fix, fields, now) => {
  fix.time = now;
  putBattery(fix, fields.number(FIELD.first));
  return fix.attributes.size > 0 ? 'report' : 'nothing';
};

/** Words for people. */
const message: Layout = (fix, fields, now) => {
  fix.time = now;
  putAttribute(
    fix,
    'message',
    fields
      .span(FIELD.first, fields.count - 1)
      .replaceAll('\r', '')
      .trim(),
  );
  return fix.attributes.size > 0 ? 'report' : 'nothing';
};

/** The reply to a command: its words, and in most cases a position behind them. */
const reply: Layout = (fix, fields, now) => {
  const outcome = position(fix, fields, now);
  if (outcome !== 'report' && outcome !== 'partly') fix.time = now;
  putAttribute(fix, 'message', replyWords(fields));
  if (outcome === 'partly') return 'partly';
  return fix.attributes.size > 0 ? 'report' : 'nothing';
};

/** Command, its values and what the device says to it, without the times that close it. */
export function replyWords(fields: TextFields): string {
  const at = findPosition(fields);
  return fields.span(FIELD.first, at < 0 ? fields.count - 1 : at - 5);
}

/** A frame that says nothing but whose it is. */
const nothing: Layout = (_fix, fields) => (fields.count === FIELD.first ? 'nothing' : 'unknown');

const LAYOUTS: ReadonlyMap<string, Layout> = new Map([
  ['', nothing],
  ['BASE', oneCell],
  ['BS', hexCells],
  ['HTBT', heartbeat],
  ['LINK', link],
  ['NBR', neighbours],
  ['SMS', message],
  ['V0', heartbeat],
  ['V3', cells],
  ['V4', reply],
  ['VP1', positionOrCells],
]);

/** Reads a text frame into the fix; a type that is not listed counts when it carries a position. */
export function readText(fix: Fix, type: string, fields: TextFields, now: Instant): Outcome {
  return (LAYOUTS.get(type) ?? position)(fix, fields, now);
}
