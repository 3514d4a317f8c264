import { METRE_PER_SECOND_IN_KMH, normaliseCourse, type Instant } from '../../../../src/domain/base/index.ts';
import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, putAttribute } from '../shared/index.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Locations that one document may carry. */
const MOST_LOCATIONS = 1000;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isAbsent = (value: unknown): value is null | undefined => value === undefined || value === null;

/** The device that the document names, as text; empty when it names none. */
export function documentIdentifier(document: unknown): string {
  const id = isFields(document) ? (document.device_id ?? document.deviceId ?? document.id) : undefined;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : '';
}

/** The device's password beside its name; null without one. */
export function documentPassword(document: unknown): string | null {
  return isFields(document) && typeof document.password === 'string' ? document.password : null;
}

/** The locations of a document: one, or a list of them. Null when there is none. */
export function documentLocations(document: unknown): readonly Fields[] | null {
  const location = isFields(document) ? document.location : undefined;
  const list: unknown[] = Array.isArray(location) ? location : [location];
  return list.length > 0 && list.length <= MOST_LOCATIONS && list.every(isFields) ? list : null;
}

/** Fills the fix from one location. Answers the field that cannot be read, or null. */
export function readLocation(location: Fields, now: Instant, fix: Fix): string | null {
  resetFix(fix);
  const { timestamp } = location;
  fix.time = isAbsent(timestamp) ? now : typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(fix.time)) return 'timestamp';
  const fault = readCoordinates(location.coords, fix);
  if (fault) return fault;
  put(fix, 'motion', location.is_moving, 'boolean');
  put(fix, 'odometer', location.odometer, 'number');
  put(fix, 'alarm', location.alarm, 'string');
  put(fix, 'mock', location.mock, 'boolean');
  put(fix, typeof location.event === 'number' ? 'event' : 'event_name', location.event);
  put(fix, 'heartbeat', location.is_heartbeat, 'boolean');
  if (isFields(location.activity)) put(fix, 'activity', location.activity.type, 'string');
  if (isFields(location.provider)) put(fix, 'location_enabled', location.provider.enabled, 'boolean');
  readGeofence(location.geofence, fix);
  readBattery(location.battery, fix);
  if (isFields(location.extras)) for (const [name, value] of Object.entries(location.extras)) put(fix, name, value);
  return null;
}

function readCoordinates(coords: unknown, fix: Fix): string | null {
  if (isAbsent(coords)) return null;
  if (!isFields(coords)) return 'coords';
  const { latitude, longitude, speed, heading, altitude, accuracy } = coords;
  if (typeof latitude !== 'number' || Math.abs(latitude) > 90) return 'latitude';
  if (typeof longitude !== 'number' || Math.abs(longitude) > 180) return 'longitude';
  for (const [name, value] of Object.entries({ speed, heading, altitude, accuracy })) {
    if (!isAbsent(value) && !(typeof value === 'number' && Number.isFinite(value))) return name;
  }
  fix.hasPosition = true;
  fix.valid = true;
  fix.latitude = latitude;
  fix.longitude = longitude;
  // -1 says "not known".
  if (typeof speed === 'number' && speed >= 0) fix.speed = speed * METRE_PER_SECOND_IN_KMH;
  if (typeof heading === 'number' && heading >= 0) fix.course = normaliseCourse(heading);
  if (typeof altitude === 'number') fix.altitude = altitude;
  put(fix, 'accuracy', accuracy, 'number');
  put(fix, 'floor', coords.floor, 'number');
  return null;
}

const GEOFENCE_ALARMS: Readonly<Record<string, string | undefined>> = {
  ENTER: ALARM.geofenceEnter,
  EXIT: ALARM.geofenceExit,
};

/** The phone's own fence: who stays in one has neither come nor gone. */
function readGeofence(geofence: unknown, fix: Fix): void {
  if (!isFields(geofence)) return;
  put(fix, 'geofence', geofence.identifier, 'string');
  if (typeof geofence.action !== 'string') return;
  put(fix, 'geofence_action', geofence.action.toLowerCase());
  put(fix, 'alarm', GEOFENCE_ALARMS[geofence.action]);
}

/** Level is a share of one, -1 when not known. */
function readBattery(battery: unknown, fix: Fix): void {
  if (!isFields(battery)) return;
  const { level } = battery;
  if (typeof level === 'number' && level >= 0) put(fix, 'battery_level', Math.round(level * 1000) / 10);
  put(fix, 'charging', battery.is_charging, 'boolean');
}

function put(fix: Fix, name: string, value: unknown, kind?: 'boolean' | 'number' | 'string'): void {
  if (kind && typeof value !== kind) return;
  if (typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string')
    putAttribute(fix, name, value);
}
