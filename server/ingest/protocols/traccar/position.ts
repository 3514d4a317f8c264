import { HOUR, KNOT_IN_KMH, normaliseCourse, type Instant } from '../../../../src/domain/base/index.ts';
import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, putAttribute } from '../shared/index.ts';
import { readNetwork } from './network.ts';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON has numbers that are larger than any: `1e999`. */
const isFiniteNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** Attributes by the name that Traccar gives them; others keep theirs. */
const NAMES: Readonly<Record<string, string | undefined>> = {
  adc1: 'analog_1',
  adc2: 'analog_2',
  adc3: 'analog_3',
  adc4: 'analog_4',
  archive: 'archive',
  armed: 'armed',
  battery: 'battery_voltage',
  batteryLevel: 'battery_level',
  blocked: 'blocked',
  charge: 'charging',
  coolantTemp: 'coolant_temperature',
  driverUniqueId: 'driver_key',
  engineLoad: 'engine_load',
  fuel: 'fuel_level',
  fuelLevel: 'fuel_percent',
  fuelUsed: 'fuel_used',
  humidity: 'humidity_1',
  input: 'digital_inputs',
  obdSpeed: 'can_speed',
  output: 'digital_outputs',
  power: 'external_voltage',
  result: 'message',
  rpm: 'engine_speed',
  temp1: 'temperature_1',
  temp2: 'temperature_2',
  temp3: 'temperature_3',
  temp4: 'temperature_4',
  tripOdometer: 'trip_odometer',
};

/** That server works these out from coordinates; ours does so itself. */
const DERIVED = new Set(['distance', 'totalDistance']);

const ALARMS: Readonly<Record<string, string | undefined>> = {
  accident: ALARM.accident,
  door: ALARM.door,
  fallDown: ALARM.fall,
  fatigueDriving: ALARM.fatigue,
  geofenceEnter: ALARM.geofenceEnter,
  geofenceExit: ALARM.geofenceExit,
  gpsAntennaCut: ALARM.gpsAntennaCut,
  hardAcceleration: ALARM.hardAcceleration,
  hardBraking: ALARM.hardBraking,
  hardCornering: ALARM.hardCornering,
  jamming: ALARM.jamming,
  lowBattery: ALARM.lowBattery,
  lowPower: ALARM.lowPower,
  movement: ALARM.movement,
  overspeed: ALARM.overspeed,
  powerCut: ALARM.powerCut,
  powerOff: ALARM.powerOff,
  powerRestored: ALARM.powerRestored,
  sos: ALARM.sos,
  tampering: ALARM.tampering,
  tow: ALARM.tow,
  vibration: ALARM.vibration,
};

/** ISO 8601 text or Unix milliseconds; NaN for anything else. */
function readTime(value: unknown): Instant {
  if (typeof value === 'number') return value;
  return typeof value === 'string' ? Date.parse(value) : Number.NaN;
}

/** Fills the fix from a forwarded position. Answers the field that cannot be read, or null. */
export function readPosition(position: Fields, fix: Fix): string | null {
  resetFix(fix);
  const { latitude, longitude, speed, course, altitude, accuracy } = position;
  for (const [name, value] of Object.entries({ latitude, longitude })) if (!isFiniteNumber(value)) return name;
  // An outdated position repeats the last place for a report that had none.
  const outdated = position.outdated === true;
  fix.time = readTime(
    (outdated ? undefined : position.fixTime) ?? position.deviceTime ?? position.fixTime ?? position.serverTime,
  );
  if (!Number.isFinite(fix.time)) return 'fixTime';
  fix.hasPosition = !outdated;
  if (fix.hasPosition) {
    fix.latitude = Number(latitude);
    fix.longitude = Number(longitude);
    fix.valid = position.valid !== false;
    if (Math.abs(fix.latitude) > 90) return 'latitude';
    if (Math.abs(fix.longitude) > 180) return 'longitude';
    if (isFiniteNumber(speed) && speed >= 0) fix.speed = speed * KNOT_IN_KMH;
    if (isFiniteNumber(course)) fix.course = normaliseCourse(course);
    if (isFiniteNumber(altitude)) fix.altitude = altitude;
  }
  // Zero says that the tracker sent none.
  if (typeof accuracy === 'number' && accuracy > 0) putAttribute(fix, 'accuracy', accuracy);
  if (isFields(position.attributes)) readAttributes(position.attributes, fix);
  if (isFields(position.network)) readNetwork(position.network, fix);
  return null;
}

function readAttributes(attributes: Fields, fix: Fix): void {
  for (const [key, value] of Object.entries(attributes)) {
    if (DERIVED.has(key)) continue;
    if (typeof value !== 'number' && typeof value !== 'boolean' && typeof value !== 'string') continue;
    if (key === 'sat' && typeof value === 'number') fix.satellites = Number.isFinite(value) ? value : -1;
    else if (key === 'hours' && typeof value === 'number') putAttribute(fix, 'engine_hours', value / HOUR);
    else if (key === 'alarm' && typeof value === 'string')
      putAttribute(
        fix,
        'alarm',
        value
          .split(',')
          .map((word) => ALARMS[word] ?? word)
          .join(','),
      );
    else putAttribute(fix, NAMES[key] ?? key, value);
  }
}
