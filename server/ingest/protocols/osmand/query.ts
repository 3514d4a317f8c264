import {
  KNOT_IN_KMH,
  METRE_PER_SECOND_IN_KMH,
  normaliseCourse,
  type Instant,
} from '../../../../src/domain/base/index.ts';
import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import { putAttribute, putText } from '../shared/index.ts';

/** Unix times from here up are milliseconds (the largest number of seconds in 31 bits). */
const FIRST_MILLISECONDS = 2 ** 31 - 1;
const DECIMAL = /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i;
const LOCAL = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;

/** Keys that are the fix itself or nobody's business; all others become attributes. */
const TAKEN = new Set([
  'id',
  'deviceid',
  'lat',
  'lon',
  'location',
  'timestamp',
  'speed',
  'bearing',
  'heading',
  'altitude',
  'valid',
  'cell',
  'wifi',
  'sat',
  'satellites',
  'notificationToken',
  'password',
]);

/** Attributes by the name that apps send. */
const NAMES: Readonly<Record<string, string | undefined>> = {
  batt: 'battery_level',
  charge: 'charging',
  driverUniqueId: 'driver_key',
  hacc: 'accuracy',
  rpm: 'engine_speed',
};

/**
 * The app OsmAnd itself fills the address with its own figures: metres a second where Traccar's apps write knots,
 * and the radius of uncertainty in metres where the address says `hdop`.
 */
const OSMAND_APP = 'OsmAnd';

/** `id` or `deviceid`, as sent; empty when missing. */
export function identifierOf(parameters: URLSearchParams): string {
  return parameters.get('id') || parameters.get('deviceid') || '';
}

/** Unix seconds or milliseconds, ISO 8601, or date and time of day as this server's clock shows it. NaN otherwise. */
export function readTimestamp(text: string): Instant {
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    const value = Number(text);
    return Math.round(value >= FIRST_MILLISECONDS ? value : value * 1000);
  }
  // A "+" of a zone becomes a space in a query.
  const repaired = text.replace(/ (\d{2}:?\d{2})$/, (whole, zone: string) => (LOCAL.test(text) ? whole : `+${zone}`));
  if (LOCAL.test(repaired)) return Date.parse(repaired.replace(' ', 'T'));
  return /^\d{4}-\d{2}-\d{2}T/.test(repaired) ? Date.parse(repaired) : Number.NaN;
}

/**
 * Fills the fix from a query or form of a device of this model. Answers the parameter that cannot be read, or null when
 * all can.
 */
export function readQuery(parameters: URLSearchParams, now: Instant, fix: Fix, model = ''): string | null {
  const isOsmandApp = model === OSMAND_APP;
  resetFix(fix);
  const timestamp = parameters.get('timestamp');
  fix.time = timestamp ? readTimestamp(timestamp) : now;
  if (!Number.isFinite(fix.time)) return 'timestamp';
  const speedFactor = isOsmandApp ? METRE_PER_SECOND_IN_KMH : KNOT_IN_KMH;
  const fault = readPlace(parameters, fix) ?? readMotion(parameters, fix, speedFactor);
  if (fault) return fault;
  const valid = parameters.get('valid');
  if (valid !== null) fix.valid = fix.hasPosition && (valid === 'true' || valid === '1');
  putList(fix, 'cell', parameters.getAll('cell'));
  putList(fix, 'wifi', parameters.getAll('wifi'));
  readSatellites(parameters, fix);
  for (const [key, value] of parameters) {
    if (TAKEN.has(key) || value === '') continue;
    putText(fix, key === 'hdop' && isOsmandApp ? 'accuracy' : (NAMES[key] ?? key), value);
  }
  return null;
}

/** A count that is none says nothing. */
function readSatellites(parameters: URLSearchParams, fix: Fix): void {
  const text = parameters.get('sat') ?? parameters.get('satellites') ?? '';
  if (/^\d{1,2}$/.test(text)) fix.satellites = Number(text);
}

function readPlace(parameters: URLSearchParams, fix: Fix): string | null {
  const pair = parameters.get('location')?.split(',');
  if (pair && pair.length !== 2) return 'location';
  const latitude = pair?.[0] ?? parameters.get('lat');
  const longitude = pair?.[1] ?? parameters.get('lon');
  if (latitude === null && longitude === null) return null;
  if (latitude === null || !DECIMAL.test(latitude.trim())) return pair ? 'location' : 'lat';
  if (longitude === null || !DECIMAL.test(longitude.trim())) return pair ? 'location' : 'lon';
  fix.latitude = Number(latitude);
  fix.longitude = Number(longitude);
  if (Math.abs(fix.latitude) > 90) return pair ? 'location' : 'lat';
  if (Math.abs(fix.longitude) > 180) return pair ? 'location' : 'lon';
  fix.hasPosition = true;
  fix.valid = true;
  return null;
}

/** `speedFactor`: from the app's unit to km/h. */
function readMotion(parameters: URLSearchParams, fix: Fix, speedFactor: number): string | null {
  for (const key of ['speed', 'bearing', 'heading', 'altitude'] as const) {
    const text = parameters.get(key);
    if (text === null || text === '') continue;
    if (!DECIMAL.test(text)) return key;
    const value = Number(text);
    // More digits than a number holds.
    if (!Number.isFinite(value)) return key;
    if (key === 'speed') fix.speed = value < 0 ? Number.NaN : value * speedFactor;
    else if (key === 'altitude') fix.altitude = value;
    else fix.course = normaliseCourse(value);
  }
  return null;
}

function putList(fix: Fix, name: string, values: readonly string[]): void {
  if (values.length > 0) putAttribute(fix, name, values.join(';'));
}
