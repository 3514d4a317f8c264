import { KNOT_IN_KMH, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { dateAt, degreesAt, putNumber, putPlace, timeOfDayAt, utcInstant, type TextFields } from '../shared/index.ts';

const VALID = 0x41;
const NO_FIX = 0x30;

/** What one sentence says of a place. NaN: not sent. */
export interface Epoch {
  /** Milliseconds after midnight UTC: sentences with the same are of one fix. */
  timeOfDay: number;
  /** Midnight of the date; NaN in GGA, which has none. */
  date: Instant;
  valid: boolean;
  latitude: number;
  longitude: number;
  /** km/h, degrees; RMC only. */
  speed: number;
  course: number;
  /** Metres; GGA only, as what follows. */
  altitude: number;
  satellites: number;
  hdop: number;
}

export function createEpoch(): Epoch {
  const { NaN: none } = Number;
  return { timeOfDay: none, date: none, valid: false, latitude: none, longitude: none, speed: none, course: none, altitude: none, satellites: none, hdop: none };
}

/** `read`; `empty` from a receiver that knows no time yet; `broken` when a field is none of the standard. */
export type Reading = 'read' | 'empty' | 'broken';

/** RMC: time, validity, latitude, N, longitude, E, knots, course, date. */
export function readRmc(epoch: Epoch, fields: TextFields): Reading {
  if (fields.length(1) === 0 || fields.length(9) === 0) return 'empty';
  epoch.date = dateAt(fields.bytes, fields.start(9), fields.end(9), 'day first');
  epoch.valid = fields.single(2) === VALID;
  epoch.speed = fields.number(7) * KNOT_IN_KMH;
  epoch.course = fields.number(8);
  return readTimeAndPlace(epoch, fields, 3) && !Number.isNaN(epoch.date) ? 'read' : 'broken';
}

/** GGA: time, latitude, N, longitude, E, quality, satellites, HDOP, altitude. */
export function readGga(epoch: Epoch, fields: TextFields): Reading {
  if (fields.length(1) === 0) return 'empty';
  epoch.valid = fields.length(6) > 0 && fields.single(6) !== NO_FIX;
  epoch.satellites = fields.digits(7);
  epoch.hdop = fields.number(8);
  epoch.altitude = fields.number(9);
  return readTimeAndPlace(epoch, fields, 2) ? 'read' : 'broken';
}

/**
 * The place is four fields from `at` on. Receivers without a fix leave them empty or fill them with what cannot be,
 * such as 8960.0000; only from one that has a fix that is a fault.
 */
function readTimeAndPlace(epoch: Epoch, fields: TextFields, at: number): boolean {
  const { bytes } = fields;
  epoch.timeOfDay = timeOfDayAt(bytes, fields.start(1), fields.end(1));
  epoch.latitude = degreesAt(bytes, fields.start(at), fields.end(at), fields.single(at + 1));
  epoch.longitude = degreesAt(bytes, fields.start(at + 2), fields.end(at + 2), fields.single(at + 3));
  if (!Number.isNaN(epoch.latitude + epoch.longitude)) return !Number.isNaN(epoch.timeOfDay);
  const empty = fields.length(at) === 0 || fields.length(at + 2) === 0;
  if (epoch.valid && !empty) return false;
  epoch.valid = false;
  epoch.latitude = Number.NaN;
  epoch.longitude = Number.NaN;
  return !Number.isNaN(epoch.timeOfDay);
}

/** TRCCR: `yyyymmddhhmmss.sss`, validity, decimal degrees, knots, course, altitude, charge. */
export function readTrccr(fix: Fix, fields: TextFields): Reading {
  const at = fields.start(1);
  const time = timeOfDayAt(fields.bytes, at + 8, fields.end(1));
  const digits = fields.text(1);
  fix.time = utcInstant(Number(digits.slice(0, 4)), Number(digits.slice(4, 6)), Number(digits.slice(6, 8)), 0, 0, 0) + time;
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
export function readIop(fix: Fix, fields: TextFields, now: Instant): Reading {
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
