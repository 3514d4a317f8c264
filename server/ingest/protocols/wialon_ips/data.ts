import type { Instant } from '../../../../src/domain/base/index.ts';
import { normaliseCourse } from '../../../../src/domain/base/index.ts';
import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, degreesFromMinutes, putAttribute, utcInstant } from '../shared/index.ts';

/** Answer codes of SD and D; the checksum codes are given by the caller, which checks it. */
export const DATA_CODE = {
  stored: '1',
  structure: '-1',
  time: '0',
  coordinates: '10',
  motion: '11',
  satellites: '12',
  inputs: '13',
  analog: '14',
  parameters: '15',
} as const;
export type DataCode = (typeof DATA_CODE)[keyof typeof DATA_CODE];

const SHORT_FIELDS = 10;
const LONG_FIELDS = 16;
const UNKNOWN = 'NA';
const DECIMAL = /^[-+]?\d+(?:\.\d+)?$/;
const WHOLE = /^\d+$/;

/** Fields by place. */
const FIELD = {
  date: 0,
  time: 1,
  latitude: 2,
  north: 3,
  longitude: 4,
  east: 5,
  speed: 6,
  course: 7,
  altitude: 8,
  satellites: 9,
  hdop: 10,
  inputs: 11,
  outputs: 12,
  analog: 13,
  key: 14,
  parameters: 15,
} as const;

/**
 * Reads the body of an SD (10 fields) or D (16 fields) into the fix. `kind` 'either' takes what the number of
 * fields says, as in a batch. Answers the protocol's code.
 */
export function readData(body: string, kind: 'short' | 'long' | 'either', now: Instant, fix: Fix): DataCode {
  const fields = body.split(';');
  const long = fields.length === LONG_FIELDS;
  if ((!long && fields.length !== SHORT_FIELDS) || (kind === 'short' && long) || (kind === 'long' && !long)) {
    return DATA_CODE.structure;
  }
  resetFix(fix);
  fix.time = readTime(fields[FIELD.date], fields[FIELD.time], now);
  if (Number.isNaN(fix.time)) return DATA_CODE.time;
  if (!readPlace(fields, fix)) return DATA_CODE.coordinates;
  if (!readMotion(fields, fix)) return DATA_CODE.motion;
  if (!readSatellites(fields[FIELD.satellites], fix)) return DATA_CODE.satellites;
  return long ? readExtension(fields, fix) : DATA_CODE.stored;
}

/** `DDMMYY` and `HHMMSS` (2.1: with a fraction) in UTC; both unknown: now. NaN when they are no time. */
function readTime(date: string, time: string, now: Instant): Instant {
  if (date === UNKNOWN && time === UNKNOWN) return now;
  const day = /^(\d{2})(\d{2})(\d{2})$/.exec(date);
  const clock = /^(\d{2})(\d{2})(\d{2})(\.\d+)?$/.exec(time);
  if (!day || !clock) return Number.NaN;
  const fraction = clock[4] ? Math.floor(Number(clock[4]) * 1000) : 0;
  const instant = utcInstant(
    2000 + Number(day[3]),
    Number(day[2]),
    Number(day[1]),
    Number(clock[1]),
    Number(clock[2]),
    Number(clock[3]),
  );
  return instant + fraction;
}

function readPlace(fields: readonly string[], fix: Fix): boolean {
  const place = fields.slice(FIELD.latitude, FIELD.east + 1);
  if (place.every((field) => field === UNKNOWN || field === '')) return true;
  const [latitude, north, longitude, east] = place;
  if (!'NS'.includes(north) || !'EW'.includes(east)) return false;
  fix.latitude = degreesFromMinutes(latitude, north);
  fix.longitude = degreesFromMinutes(longitude, east);
  fix.hasPosition = !Number.isNaN(fix.latitude) && !Number.isNaN(fix.longitude);
  fix.valid = fix.hasPosition;
  return fix.hasPosition;
}

/** A number, NaN for "not known", or null when it is neither. */
function readNumber(text: string, pattern: RegExp = DECIMAL): number | null {
  if (text === UNKNOWN || text === '') return Number.NaN;
  return pattern.test(text) ? Number(text) : null;
}

function readMotion(fields: readonly string[], fix: Fix): boolean {
  const speed = readNumber(fields[FIELD.speed]);
  const course = readNumber(fields[FIELD.course]);
  const altitude = readNumber(fields[FIELD.altitude]);
  if (speed === null || course === null || altitude === null || speed < 0) return false;
  fix.speed = speed;
  fix.course = normaliseCourse(course);
  fix.altitude = altitude;
  return true;
}

function readSatellites(text: string, fix: Fix): boolean {
  const satellites = readNumber(text, WHOLE);
  if (satellites === null || satellites > 255) return false;
  if (Number.isNaN(satellites)) return true;
  fix.satellites = satellites;
  if (satellites === 0) fix.valid = false;
  return true;
}

function readExtension(fields: readonly string[], fix: Fix): DataCode {
  const hdop = readNumber(fields[FIELD.hdop]);
  if (hdop === null) return DATA_CODE.satellites;
  if (!Number.isNaN(hdop)) fix.attributes.set('hdop', hdop);
  for (const [field, name] of [
    [FIELD.inputs, 'digital_inputs'],
    [FIELD.outputs, 'digital_outputs'],
  ] as const) {
    const mask = readNumber(fields[field], WHOLE);
    if (mask === null || mask > 0xffff_ffff) return DATA_CODE.inputs;
    if (!Number.isNaN(mask)) fix.attributes.set(name, mask);
  }
  if (!readAnalog(fields[FIELD.analog], fix)) return DATA_CODE.analog;
  const key = fields[FIELD.key];
  if (key !== UNKNOWN && key !== '') putAttribute(fix, 'driver_key', key);
  return readParameters(fields[FIELD.parameters], fix) ? DATA_CODE.stored : DATA_CODE.parameters;
}

/** `14.77,0.02,3.6`: inputs 1, 2, 3; one that is empty or NA keeps its place. */
function readAnalog(text: string, fix: Fix): boolean {
  if (text === UNKNOWN || text === '') return true;
  const inputs = text.split(',');
  for (let index = 0; index < inputs.length; index++) {
    const value = readNumber(inputs[index]);
    if (value === null) return false;
    if (!Number.isNaN(value)) putAttribute(fix, index < 4 ? `analog_${index + 1}` : `adc${index + 1}`, value);
  }
  return true;
}

/** Names that trackers of this protocol commonly use, by ours. */
const COMMON_NAMES: Readonly<Record<string, string | undefined>> = {
  pwr_ext: 'external_voltage',
  pwr_int: 'battery_voltage',
  ign: 'ignition',
};

/** `name:type:value` apart by commas. An entry of another shape is an error; one of the wrong type is left out. */
function readParameters(text: string, fix: Fix): boolean {
  if (text === UNKNOWN || text === '') return true;
  for (const entry of text.split(',')) {
    if (entry === '') continue;
    const parts = /^([^:]+):([123]):(.*)$/s.exec(entry);
    if (!parts) return false;
    putParameter(fix, parts[1], parts[2], parts[3]);
  }
  putServingCell(fix);
  return true;
}

function putParameter(fix: Fix, name: string, type: string, value: string): void {
  if (name === 'SOS' && type === '1') {
    if (value === '1') fix.attributes.set('alarm', ALARM.sos);
    return;
  }
  if (type === '3') return putAttribute(fix, name === 'text' ? 'message' : (COMMON_NAMES[name] ?? name), value);
  const pattern = type === '1' ? /^[-+]?\d+$/ : DECIMAL;
  if (pattern.test(value)) putAttribute(fix, COMMON_NAMES[name] ?? name, Number(value));
}

/** Cells that one message may list. */
const MOST_CELLS = 16;

/** A cell comes as four parameters; of several, each has its number behind their names. */
function putServingCell(fix: Fix): void {
  const cellOf = (number: number | ''): string | null => {
    const parts = ['mcc', 'mnc', 'lac', 'cell_id'].map((name) => fix.attributes.get(`${name}${number}`));
    return parts.every((part) => typeof part === 'number') ? parts.join(',') : null;
  };
  const cells = [cellOf('')];
  for (let number = 1; number <= MOST_CELLS; number++) cells.push(cellOf(number));
  const known = cells.filter((cell) => cell !== null);
  if (known.length > 0) fix.attributes.set('cell', known.join(';'));
}
