import { KNOT_IN_KMH, type Instant } from '../../../../src/domain/base/index.ts';
import { dateAt, degreesAt, timeOfDayAt, utcInstant, type TextFields } from '../shared/index.ts';

const VALID = 0x41;
const NO_FIX = 0x30;

/** What one sentence says of a place. NaN: not sent. */
export interface Epoch {
  /** Milliseconds after midnight UTC: sentences with the same are of one fix. */
  timeOfDay: number;
  /** Midnight of the date; RMC only. */
  date: Instant;
  valid: boolean;
  latitude: number;
  longitude: number;
  /** km/h, degrees; RMC and PUBX only. */
  speed: number;
  course: number;
  /** Metres; GGA, GNS and PUBX only, as what follows. */
  altitude: number;
  satellites: number;
  hdop: number;
  /** What one maker puts behind the checksum of RMC. */
  tail: string;
}

const { NaN: none } = Number;
const EMPTY: Readonly<Epoch> = {
  timeOfDay: none,
  date: none,
  valid: false,
  latitude: none,
  longitude: none,
  speed: none,
  course: none,
  altitude: none,
  satellites: none,
  hdop: none,
  tail: '',
};

export function createEpoch(): Epoch {
  return { ...EMPTY };
}

/**
 * Adds what another sentence of the same fix says; of satellites the larger number, since each system counts its own.
 */
export function addMissing(epoch: Epoch, other: Epoch): void {
  if (other.valid && !epoch.valid) {
    epoch.valid = true;
    epoch.latitude = other.latitude;
    epoch.longitude = other.longitude;
  }
  for (const name of ['speed', 'course', 'altitude', 'hdop'] as const)
    if (Number.isNaN(epoch[name])) epoch[name] = other[name];
  if (!(epoch.satellites >= other.satellites)) epoch.satellites = other.satellites;
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
  return readTimeAndPlace(epoch, fields, 1, 3) && !Number.isNaN(epoch.date) ? 'read' : 'broken';
}

/** Forgets what another kind of sentence left in the epoch: they share one object. */
function clear(epoch: Epoch): void {
  Object.assign(epoch, EMPTY);
}

/** GGA: time, latitude, N, longitude, E, quality, satellites, HDOP, altitude. */
export function readGga(epoch: Epoch, fields: TextFields): Reading {
  return readFix(epoch, fields, fields.length(6) > 0 && fields.single(6) !== NO_FIX);
}

/** GNS: as GGA, with a letter for each satellite system instead of the quality; N where it has no fix. */
export function readGns(epoch: Epoch, fields: TextFields): Reading {
  return readFix(epoch, fields, /[^N]/.test(fields.text(6)));
}

function readFix(epoch: Epoch, fields: TextFields, valid: boolean): Reading {
  if (fields.length(1) === 0) return 'empty';
  clear(epoch);
  epoch.valid = valid;
  epoch.satellites = fields.digits(7);
  epoch.hdop = fields.number(8);
  epoch.altitude = fields.number(9);
  return readTimeAndPlace(epoch, fields, 1, 2) ? 'read' : 'broken';
}

/**
 * GLL: latitude, N, longitude, E, time, validity. The first versions have no validity, and before that no time either.
 */
export function readGll(epoch: Epoch, fields: TextFields): Reading {
  if (fields.length(5) === 0) return 'empty';
  clear(epoch);
  epoch.valid = fields.length(6) === 0 || fields.single(6) === VALID;
  return readTimeAndPlace(epoch, fields, 5, 1) ? 'read' : 'broken';
}

/** Words of PUBX for a receiver that has no place, or knows the time alone. */
const NO_PLACE: readonly string[] = ['NF', 'TT'];

/**
 * `PUBX,00,` time, latitude, N, longitude, E, altitude, state, two accuracies, km/h, course, vertical speed, age, HDOP,
 * VDOP, TDOP, satellites.
 */
export function readPubx(epoch: Epoch, fields: TextFields): Reading {
  if (fields.length(2) === 0) return 'empty';
  clear(epoch);
  epoch.valid = !NO_PLACE.includes(fields.text(8));
  epoch.speed = fields.number(11);
  epoch.course = fields.number(12);
  epoch.altitude = fields.number(7);
  epoch.hdop = fields.number(15);
  epoch.satellites = fields.digits(18);
  return readTimeAndPlace(epoch, fields, 2, 3) ? 'read' : 'broken';
}

/** ZDA: time, day, month, year of four digits. NaN when it is not whole. */
export function readZda(fields: TextFields): Instant {
  const midnight = utcInstant(fields.digits(4), fields.digits(3), fields.digits(2), 0, 0, 0);
  return midnight + timeOfDayAt(fields.bytes, fields.start(1), fields.end(1));
}

/** VTG: speed in km/h (field 7, else knots in field 5); NaN when the receiver does not know. */
export function speedOfVtg(fields: TextFields): number {
  const speed = fields.number(7);
  return Number.isNaN(speed) ? fields.number(5) * KNOT_IN_KMH : speed;
}

/**
 * The time of day is in `timeField`, the place in four fields from `at` on. Receivers without a fix leave them empty
 * or fill them with what cannot be, such as 8960.0000; only from one that has a fix that is a fault.
 */
function readTimeAndPlace(epoch: Epoch, fields: TextFields, timeField: number, at: number): boolean {
  const { bytes } = fields;
  epoch.timeOfDay = timeOfDayAt(bytes, fields.start(timeField), fields.end(timeField));
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
