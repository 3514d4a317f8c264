import { KNOT_IN_KMH, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  dateAt,
  degreesAt,
  isCelsius,
  putAttribute,
  putNumber,
  putPlace,
  timeOfDayAt,
  type TextFields,
} from '../shared/index.ts';
import { putKeyword } from './keywords.ts';
import { joinTimes, localInstant, localTime, universalTime, zoneOf } from './time.ts';

/** What became of a report, as in its siblings. */
export type Outcome = 'report' | 'partly' | 'nothing' | 'unknown' | 'broken';

/** What the connection has learned of its device. */
export interface Gps103State {
  /** Milliseconds east of UTC that the device's own dates are in; null until a report had both times. */
  zone: number | null;
}

/** Fields of `imei:…,keyword,…` by place. */
const FIELD = {
  keyword: 1,
  local: 2,
  card: 3,
  satellites: 4,
  universal: 5,
  validity: 6,
  latitude: 7,
  longitude: 9,
  speed: 11,
  course: 12,
  altitude: 13,
  ignition: 14,
  door: 15,
  fuel: 16,
  temperature: 18,
} as const;
/** Where a report without a fix has its area and cell, in hexadecimal. */
const AREA = 7;
const CELL = 9;

const FIXED = 0x46;
const NOT_FIXED = 0x4c;
const VALID = 0x41;
const ONE = 0x31;
const ZERO = 0x30;
const PERCENT = 0x25;

/** Reads `imei:…` into the fix. */
export function readReport(fix: Fix, fields: TextFields, now: Instant, state: Gps103State): Outcome {
  if (fields.is(FIELD.keyword, 'OBD')) return readDiagnostics(fix, fields, now, state);
  switch (fields.single(FIELD.satellites)) {
    case FIXED:
      return readPosition(fix, fields, now, state);
    case NOT_FIXED:
      return readCell(fix, fields, now, state);
    default:
      return fields.count >= NAMED_FIELDS ? readNamed(fix, fields) : 'unknown';
  }
}

function readPosition(fix: Fix, fields: TextFields, now: Instant, state: Gps103State): Outcome {
  if (!readTimes(fix, fields, now, state) || !readPlace(fix, fields)) return 'broken';
  if (fix.hasPosition) {
    fix.speed = fields.number(FIELD.speed) * KNOT_IN_KMH;
    fix.course = fields.number(FIELD.course);
    fix.altitude = fields.number(FIELD.altitude);
  }
  putBoolean(fix, fields, FIELD.ignition, 'ignition');
  putBoolean(fix, fields, FIELD.door, 'door');
  const fuel = percent(fields, FIELD.fuel);
  if (fuel >= 0 && fuel <= 100) fix.attributes.set('fuel_percent', fuel);
  const temperature = fields.number(FIELD.temperature);
  if (isCelsius(temperature)) fix.attributes.set('temperature_1', temperature);
  putKeyword(fix, fields.text(FIELD.keyword), fields.text(FIELD.card));
  const hasFaults = fields.is(FIELD.keyword, 'DTC');
  if (hasFaults) putFaults(fix, fields, FIELD.fuel);
  return !hasFaults && hasUnknownFields(fields) ? 'partly' : 'report';
}

/** Whether something is in the fields that no document names; zeros say nothing. */
function hasUnknownFields(fields: TextFields): boolean {
  for (let at = FIELD.fuel + 1; at < fields.count; at++) {
    if (at !== FIELD.temperature && fields.length(at) > 0 && fields.number(at) !== 0) return true;
  }
  return false;
}

/** A clock that was never set leaves the server's; a time of day that is none leaves the local time. */
function readTimes(fix: Fix, fields: TextFields, now: Instant, state: Gps103State): boolean {
  const local = localTime(fields, FIELD.local);
  const universal = universalTime(fields, FIELD.universal);
  if (Number.isNaN(local) || Number.isNaN(universal)) fix.time = localInstant(local, state.zone, now);
  else {
    fix.time = joinTimes(local, universal);
    state.zone = zoneOf(local, fix.time);
  }
  return !Number.isNaN(fix.time);
}

/**
 * The letter is behind its number, or in front of it. One that is missing leaves the place unknown: it is half the
 * globe.
 */
function readPlace(fix: Fix, fields: TextFields): boolean {
  const { bytes } = fields;
  const valid = fields.single(FIELD.validity) === VALID;
  const hasLetter = (at: number): boolean => fields.length(at + 1) > 0;
  if (fields.length(FIELD.latitude) > 1 && !(hasLetter(FIELD.latitude) && hasLetter(FIELD.longitude))) {
    return putPlace(fix, false, Number.NaN, Number.NaN);
  }
  const letterFirst = fields.length(FIELD.latitude) === 1 && fields.length(FIELD.longitude) === 1;
  const degrees = (at: number): number => {
    const [number, letter] = letterFirst ? [at + 1, at] : [at, at + 1];
    return degreesAt(bytes, fields.start(number), fields.end(number), fields.single(letter));
  };
  return putPlace(fix, valid, degrees(FIELD.latitude), degrees(FIELD.longitude));
}

/** No fix: the serving cell, whose country and network are not sent. */
function readCell(fix: Fix, fields: TextFields, now: Instant, state: Gps103State): Outcome {
  fix.time = localInstant(localTime(fields, FIELD.local), state.zone, now);
  const area = fields.hex(AREA);
  const cell = fields.hex(CELL);
  if (area > 0 && cell > 0) fix.attributes.set('cell', `${area},${cell}`);
  putKeyword(fix, fields.text(FIELD.keyword), fields.text(FIELD.card));
  if (fix.attributes.size === 0) return 'nothing';
  return hasMoreThanCell(fields) ? 'partly' : 'report';
}

/** Whether something is beside area and cell that no document names; zeros say nothing. */
function hasMoreThanCell(fields: TextFields): boolean {
  for (let at: number = FIELD.universal; at < fields.count; at++)
    if (at !== AREA && at !== CELL && fields.length(at) > 0 && fields.number(at) !== 0) return true;
  return false;
}

/** Fields of the OBD report by place. */
const DIAGNOSTICS = {
  odometer: 3,
  rate: 4,
  consumption: 5,
  speed: 7,
  load: 8,
  coolant: 9,
  throttle: 10,
  engine: 11,
  voltage: 12,
  faults: 13,
} as const;

/** Litres per 100 km; some put a total in its place. */
const MOST_CONSUMPTION = 200;
/** All bits set: the engine's computer does not say. */
const NO_ENGINE_SPEED = 16_383;

/** What the engine's own computer says; there is no position. */
function readDiagnostics(fix: Fix, fields: TextFields, now: Instant, state: Gps103State): Outcome {
  fix.time = localInstant(localTime(fields, FIELD.local), state.zone, now);
  putNumber(fix, 'odometer', fields.number(DIAGNOSTICS.odometer) * 1000);
  putNumber(fix, 'fuel_rate', fields.number(DIAGNOSTICS.rate));
  const consumption = fields.number(DIAGNOSTICS.consumption);
  if (consumption <= MOST_CONSUMPTION) fix.attributes.set('fuel_consumption', consumption);
  putNumber(fix, 'can_speed', fields.number(DIAGNOSTICS.speed));
  putNumber(fix, 'engine_load', percent(fields, DIAGNOSTICS.load));
  putNumber(fix, 'coolant_temperature', fields.number(DIAGNOSTICS.coolant));
  putNumber(fix, 'throttle', percent(fields, DIAGNOSTICS.throttle));
  const engine = fields.number(DIAGNOSTICS.engine);
  if (engine < NO_ENGINE_SPEED) fix.attributes.set('engine_speed', engine);
  const voltage = fields.number(DIAGNOSTICS.voltage);
  if (voltage > 0) fix.attributes.set('external_voltage', voltage);
  putFaults(fix, fields, DIAGNOSTICS.faults);
  return fix.attributes.size > 0 ? 'report' : 'nothing';
}

const FAULT = /^[BCPU][0-9A-F]{4}$/;

/** Trouble codes of the engine, in the fields from `from` on. */
function putFaults(fix: Fix, fields: TextFields, from: number): void {
  const faults: string[] = [];
  for (let at = from; at < fields.count; at++) if (FAULT.test(fields.text(at))) faults.push(fields.text(at));
  if (faults.length > 0) putAttribute(fix, 'trouble_codes', faults.join(' '));
}

const NAMED_FIELDS = 19;
/** Fields of the vendor whose frames carry the unit's name where the keyword is. */
const NAMED = {
  event: 2,
  time: 5,
  date: 6,
  validity: 8,
  latitude: 9,
  longitude: 10,
  speed: 11,
  course: 12,
  altitude: 13,
  hdop: 14,
  satellites: 15,
  ignition: 16,
  charging: 17,
} as const;

/** Decimal degrees, km/h, the satellites' own date and time. */
function readNamed(fix: Fix, fields: TextFields): Outcome {
  const { bytes } = fields;
  const time = timeOfDayAt(bytes, fields.start(NAMED.time), fields.end(NAMED.time));
  fix.time = time + dateAt(bytes, fields.start(NAMED.date), fields.end(NAMED.date), 'day first');
  const placed = putPlace(
    fix,
    fields.single(NAMED.validity) === ONE,
    fields.number(NAMED.latitude),
    fields.number(NAMED.longitude),
  );
  if (!placed || Number.isNaN(fix.time)) return 'broken';
  if (fix.hasPosition) {
    fix.speed = fields.number(NAMED.speed);
    fix.course = fields.number(NAMED.course);
    fix.altitude = fields.number(NAMED.altitude);
  }
  fix.satellites = Math.max(-1, fields.digits(NAMED.satellites) || 0);
  putNumber(fix, 'hdop', fields.number(NAMED.hdop));
  putBoolean(fix, fields, NAMED.ignition, 'ignition');
  putBoolean(fix, fields, NAMED.charging, 'charging');
  const event = fields.text(NAMED.event);
  if (event !== '' && !event.startsWith('---')) putAttribute(fix, 'message', event);
  return 'report';
}

function putBoolean(fix: Fix, fields: TextFields, index: number, name: string): void {
  const byte = fields.single(index);
  if (byte === ONE || byte === ZERO) fix.attributes.set(name, byte === ONE);
}

/** `31.37%` or `31.37`. */
function percent(fields: TextFields, index: number): number {
  const text = fields.text(index);
  return fields.bytes[fields.end(index) - 1] === PERCENT ? Number(text.slice(0, -1)) : fields.number(index);
}
