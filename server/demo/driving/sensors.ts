import { HOUR, MINUTE, SECOND, normaliseCourse, type Instant } from '../../../src/domain/base/index.ts';
import { between, chance, smoothNoise } from '../random.ts';
import { keyOf, type Crew } from './crew.ts';
import { alarmAt, type DeviceAlarm } from './deviceAlarms.ts';
import { KIND_PROFILES } from './kinds.ts';
import type { DeviceReport } from './report.ts';
import type { Vehicle } from './vehicle.ts';

/** What is fitted to the vehicle, and the habits of its device. */
export interface Equipment {
  readonly seed: number;
  /** Litres are measured. */
  readonly fuelProbe: boolean;
  /** Degrees that the hold is kept at; NaN without a cooler. */
  readonly setPoint: number;
  /** Sleeps under a roof: no fix while at home. */
  readonly garage: boolean;
  /** Milliseconds by which the device's clock runs behind. */
  readonly clockBehind: number;
  /** A phone: no wires to the vehicle. */
  readonly phone: boolean;
  /** Alarms that the device can raise. */
  readonly alarms: readonly DeviceAlarm[];
  /** Who drives it. */
  readonly crew: Crew;
}

/** Silences are drawn per span of six hours. */
const SILENCE_SPAN = 6 * HOUR;
const SILENCE_CHANCE = 0.12;
const MAP_TO_COMPASS = 90;
const DEGREES = 180 / Math.PI;
/** Metres that a vehicle keeps to its side of the road. */
const LANE = 3;

/** True when the network can be reached: now and then a valley or a mast keeps the device quiet for minutes. */
export function isReachable(seed: number, instant: Instant): boolean {
  const span = Math.floor(instant / SILENCE_SPAN);
  if (chance(seed, span, 71) >= SILENCE_CHANCE) return true;
  const begin = span * SILENCE_SPAN + between(0.1, 0.85, seed, span, 72) * SILENCE_SPAN;
  return instant < begin || instant >= begin + between(3, 11, seed, span, 73) * MINUTE;
}

/** Fills the report with what the device measures at the vehicle's present moment. */
export function measure(vehicle: Vehicle, equipment: Equipment, report: DeviceReport): void {
  const { moment } = vehicle;
  report.time = moment.instant - equipment.clockBehind;
  report.ignition = moment.ignition;
  report.hasIgnition = vehicle.identity.kind !== 'asset';
  report.moving = moment.speed > 0.5;
  report.engineCut = vehicle.holds.isCut(moment.instant);
  report.alarm = alarmAt(equipment, moment);
  report.odometer = Math.round(vehicle.odometer);
  measurePosition(vehicle, equipment, report);
  measureElectrics(vehicle, equipment, report);
  measureCargo(vehicle, equipment, report);
  const justStarted = moment.ignition && vehicle.minutesDriven < 1;
  report.driverKey = justStarted && !equipment.phone ? keyOf(equipment.crew, moment.instant) : '';
}

function measurePosition(vehicle: Vehicle, equipment: Equipment, report: DeviceReport): void {
  const { moment, network } = vehicle;
  const { seed } = equipment;
  const seconds = moment.instant / SECOND;
  const side = network.region.leftHandTraffic ? 1 : -1;
  const driving = moment.speed > 0.5;
  const spread = driving ? 3 : 2;
  const pace = driving ? 35 : 900;
  const white = driving ? 1 : 0.4;
  const jitterX = spread * smoothNoise(seconds / pace, seed) + white * (chance(seed, seconds, 1) * 2 - 1);
  const jitterY = spread * smoothNoise(seconds / pace, seed + 1) + white * (chance(seed, seconds, 2) * 2 - 1);
  const { projection, region } = network;
  projection.toGlobe(
    moment.x - Math.sin(moment.heading) * LANE * side + jitterX,
    moment.y + Math.cos(moment.heading) * LANE * side + jitterY,
  );
  report.valid = !isCovered(vehicle, equipment);
  report.latitude = projection.latitude;
  report.longitude = projection.longitude;
  const wobble = driving ? Math.min(4, 18 / moment.speed) * (chance(seed, seconds, 3) * 2 - 1) : 0;
  report.course =
    Math.round(normaliseCourse(MAP_TO_COMPASS - moment.heading * DEGREES + projection.convergence + wobble)) % 360;
  report.speed = driving ? Math.max(0, moment.speed * 3.6 + (chance(seed, seconds, 4) - 0.5) * 0.8) : 0;
  report.altitude = Math.round(altitudeAt(moment.x, moment.y, region) + 3 * smoothNoise(seconds / 60, seed + 2));
  const sky = smoothNoise(seconds / 240, seed + 3);
  report.satellites = report.valid ? Math.round(10.5 + 3.4 * sky + (driving ? 0.8 : 0)) : 0;
  report.hdop = report.valid ? Math.round((1.15 - 0.45 * sky) * 10) / 10 : 25;
}

/** Hills as slow waves: the same place always has the same height. */
function altitudeAt(x: number, y: number, region: { altitude: number; relief: number }): number {
  return Math.max(
    1,
    region.altitude +
      region.relief *
        0.6 *
        (smoothNoise(x / 7_000, 5) + smoothNoise(y / 8_000, 6) + 0.3 * smoothNoise((x + y) / 1_900, 7)),
  );
}

/** In the garage at home, or in one of the tunnels of a drive. */
function isCovered(vehicle: Vehicle, equipment: Equipment): boolean {
  if (equipment.garage && vehicle.atHome) return true;
  const minutes = vehicle.minutesDriven;
  if (minutes < 6 || chance(equipment.seed, vehicle.trip, 81) > 0.08) return false;
  const begin = between(6, 40, equipment.seed, vehicle.trip, 82);
  return minutes >= begin && minutes < begin + between(0.5, 1.3, equipment.seed, vehicle.trip, 83);
}

function measureElectrics(vehicle: Vehicle, equipment: Equipment, report: DeviceReport): void {
  const { seed } = equipment;
  const { moment } = vehicle;
  const seconds = moment.instant / SECOND;
  const profile = KIND_PROFILES[vehicle.identity.kind];
  const slow = smoothNoise(seconds / 400, seed + 4);
  const battery = profile.voltage > 20 ? 25.4 : 12.6;
  const supply = report.alarm === 'power_cut' ? 0 : (moment.ignition ? profile.voltage : battery) + 0.14 * slow;
  report.externalVoltage = equipment.phone || profile.tank === 0 ? Number.NaN : supply;
  report.batteryVoltage = equipment.phone ? Number.NaN : 4.02 + 0.06 * slow;
  report.gsm = Math.round(68 + 30 * smoothNoise(seconds / 300, seed + 5));
  report.batteryLevel = equipment.phone ? Math.round(72 + 26 * smoothNoise(seconds / 9_000, seed + 6)) : Number.NaN;
}

function measureCargo(vehicle: Vehicle, equipment: Equipment, report: DeviceReport): void {
  const { seed, setPoint } = equipment;
  const seconds = vehicle.moment.instant / SECOND;
  report.fuel = report.fuelPercent = report.temperature = Number.NaN;
  if (equipment.fuelProbe && vehicle.tank > 0) {
    // Fuel sloshes: more while driving, and the probe, which averages over some seconds, is never still.
    const slosh = vehicle.tank * (vehicle.moment.speed > 0.5 ? 0.003 : 0.001) * smoothNoise(seconds / 11, seed + 7);
    report.fuel = Math.max(0, Math.round((vehicle.fuel + slosh) * 10) / 10);
    report.fuelPercent = Math.round((report.fuel / vehicle.tank) * 100);
  }
  report.doorOpen = false;
  if (Number.isNaN(setPoint)) return;
  const doors = vehicle.doors;
  report.doorOpen = doors.open;
  const warmth = vehicle.network.region.climate - setPoint;
  const cycle =
    0.7 * Math.sin((seconds / 1_380) * 2 * Math.PI + (seed % 7)) + 0.2 * smoothNoise(seconds / 90, seed + 8);
  const open = doors.open ? 1 - Math.exp(-doors.minutesSince / 12) : 0.35 * Math.exp(-doors.minutesSince / 14);
  report.temperature = Math.round((setPoint + cycle + warmth * 0.5 * open) * 10) / 10;
}
