import { KNOT_IN_KMH, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  dateAt,
  degreesAt,
  putAttribute,
  putNumber,
  putPlace,
  signalPercent,
  timeOfDayAt,
  utcInstant,
  type TextFields,
} from '../shared/index.ts';
import type { Reading } from './sentences.ts';

export type OwnReader = (fix: Fix, fields: TextFields, now: Instant) => Reading;

/** Sentences that makers of trackers have added to the standard. Each is a report by itself. */

const VALID = 0x41;

/** TRCCR: `yyyymmddhhmmss.sss`, validity, decimal degrees, knots, course, altitude, charge. */
function readTrccr(fix: Fix, fields: TextFields): Reading {
  const at = fields.start(1);
  const time = timeOfDayAt(fields.bytes, at + 8, fields.end(1));
  const digits = fields.text(1);
  fix.time =
    utcInstant(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6, 8)), 0, 0, 0) + time;
  const placed = putPlace(fix, fields.single(2) === VALID, fields.number(3), fields.number(4));
  if (!placed || Number.isNaN(fix.time)) return 'broken';
  if (fix.hasPosition) {
    fix.speed = fields.number(5) * KNOT_IN_KMH;
    fix.course = fields.number(6);
    fix.altitude = fields.number(7);
  }
  putNumber(fix, 'battery_level', fields.number(8));
  return 'read';
}

const IOP_FIELDS = 9;
const BITS = /^[01]{1,16}$/;

/** GPIOP: inputs and outputs bit by bit, four analog inputs, external and battery voltage. */
function readIop(fix: Fix, fields: TextFields, now: Instant): Reading {
  const [inputs, outputs] = [fields.text(1), fields.text(2)];
  if (fields.count < IOP_FIELDS || !BITS.test(inputs) || !BITS.test(outputs)) return 'broken';
  fix.time = now;
  // The first character is the first wire.
  fix.attributes.set('digital_inputs', Number.parseInt(Array.from(inputs).toReversed().join(''), 2));
  fix.attributes.set('digital_outputs', Number.parseInt(Array.from(outputs).toReversed().join(''), 2));
  for (let wire = 1; wire <= 4; wire++) putNumber(fix, `analog_${wire}`, fields.number(2 + wire));
  putNumber(fix, 'external_voltage', fields.number(7));
  putNumber(fix, 'battery_voltage', fields.number(8));
  return 'read';
}

/**
 * Behind the checksum of RMC: `,satellites,identifier,ignition,fuel,battery`, then the maker's own. What fuel and
 * battery count is not documented.
 */
export function putTail(fix: Fix, tail: string): void {
  const [, satellites, , ignition, fuel, battery] = tail.split(',');
  if (/^\d{1,2}$/.test(satellites)) fix.satellites = Number(satellites);
  if (ignition === '0' || ignition === '1') fix.attributes.set('ignition', ignition === '1');
  if (/^\d+$/.test(fuel ?? '')) putAttribute(fix, 'fuel', Number(fuel));
  if (/^\d+$/.test(battery ?? '')) putAttribute(fix, 'battery', Number(battery));
}

/**
 * RMA, of Loran receivers and some trackers: validity, latitude, N, longitude, E, two delays, knots, course; no time.
 */
export function readRma(fix: Fix, fields: TextFields, now: Instant): Reading {
  const { bytes } = fields;
  const degrees = (at: number): number => degreesAt(bytes, fields.start(at), fields.end(at), fields.single(at + 1));
  fix.time = now;
  if (!putPlace(fix, fields.single(1) === VALID, degrees(2), degrees(4))) return 'broken';
  if (fix.hasPosition) {
    fix.speed = fields.number(8) * KNOT_IN_KMH;
    fix.course = fields.number(9);
  }
  return 'read';
}

/** QZE: identifier, event, ddmmyyyy, hhmmss, decimal degrees, km/h, course, validity, ignition. */
function readQze(fix: Fix, fields: TextFields): Reading {
  const date = fields.text(3);
  const midnight = utcInstant(Number(date.slice(4)), Number(date.slice(2, 4)), Number(date.slice(0, 2)), 0, 0, 0);
  fix.time = midnight + timeOfDayAt(fields.bytes, fields.start(4), fields.end(4));
  if (!putPlace(fix, fields.single(9) === VALID, fields.number(5), fields.number(6)) || Number.isNaN(fix.time))
    return 'broken';
  if (fix.hasPosition) {
    fix.speed = fields.number(7);
    fix.course = fields.number(8);
  }
  putNumber(fix, 'event', fields.number(2));
  const ignition = fields.number(10);
  if (ignition === 0 || ignition === 1) fix.attributes.set('ignition', ignition === 1);
  return 'read';
}

const NO_ALARM = /^0x0*$/;

/**
 * `ID,<identifier>,…`: words and their values, of which `GPSE` and a letter opens the place: validity, `D` ddmmyy, `T`
 * hhmmss, `S` visible:used, `La` and `Lo` in degrees with a letter, `H` course, `V` km/h. Each may be missing.
 */
function readWmcs(fix: Fix, fields: TextFields, now: Instant): Reading {
  const from = indexOf(fields, 2, (at) => fields.startsWith(at, 'GPSE') && fields.length(at) === 5);
  if (from < 0) return 'broken';
  const valueOf = (name: string): number => indexOf(fields, from + 2, (at) => fields.is(at, name)) + 1;
  const time = timeAt(fields, valueOf('D'), valueOf('T'));
  fix.time = Number.isNaN(time) ? now : time;
  const [latitude, longitude] = [valueOf('La'), valueOf('Lo')];
  const sign = (at: number, letter: string): number => (fields.is(at + 1, letter) ? -1 : 1);
  const placed = latitude > 0 && longitude > 0;
  const known = placed
    ? [fields.number(latitude) * sign(latitude, 'S'), fields.number(longitude) * sign(longitude, 'W')]
    : [Number.NaN, Number.NaN];
  if (!putPlace(fix, placed && fields.single(from + 1) === VALID, known[0], known[1])) return 'broken';
  if (fix.hasPosition) {
    fix.speed = numberAt(fields, valueOf('V'));
    fix.course = numberAt(fields, valueOf('H'));
  }
  const used = /^\d+:(\d+)$/.exec(fields.text(valueOf('S')))?.[1];
  if (used !== undefined) fix.satellites = Number(used);
  const alarm = indexOf(fields, 2, (at) => fields.is(at, 'ALARM'));
  if (alarm > 0 && !NO_ALARM.test(fields.text(alarm + 1)))
    putAttribute(fix, 'message', `ALARM ${fields.text(alarm + 1)}`);
  return 'read';
}

const numberAt = (fields: TextFields, at: number): number => (at > 0 ? fields.number(at) : Number.NaN);

function timeAt(fields: TextFields, date: number, time: number): Instant {
  if (date === 0 || time === 0) return Number.NaN;
  const { bytes } = fields;
  return (
    dateAt(bytes, fields.start(date), fields.end(date), 'day first') +
    timeOfDayAt(bytes, fields.start(time), fields.end(time))
  );
}

/** First field from `start` on that the test finds; -1 when there is none. */
function indexOf(fields: TextFields, start: number, test: (at: number) => boolean): number {
  for (let at = start; at < fields.count; at++) if (test(at)) return at;
  return -1;
}

/** `GPTXT,NET,` identifier, name of the network, dBm, `mcc mnc`. */
function readNetwork(fix: Fix, fields: TextFields, now: Instant): Reading {
  fix.time = now;
  // The steps of a modem (AT+CSQ): two decibels each, from -113 up.
  putNumber(fix, 'gsm_signal', signalPercent(Math.round((fields.number(4) + 113) / 2)));
  const network = /^(\d{3}) (\d{2,3})$/.exec(fields.text(5));
  if (network) fix.attributes.set('operator', Number(network[1] + network[2]));
  return fix.attributes.size > 0 ? 'read' : 'broken';
}

/** By the whole name of the sentence. */
const OWN: ReadonlyMap<string, OwnReader> = new Map<string, OwnReader>([
  ['TRCCR', readTrccr],
  ['GPIOP', readIop],
  ['QZE', readQze],
  ['ID', readWmcs],
]);

/** How a maker's own sentence is read; undefined when it is none. */
export function ownReaderOf(fields: TextFields): OwnReader | undefined {
  return fields.is(0, 'GPTXT') && fields.is(1, 'NET') ? readNetwork : OWN.get(fields.text(0));
}
