import { IGNITION, type IgnitionState } from '../../telemetry/index.ts';
import type { Instant } from '../../base/index.ts';

/**
 * One report as the detectors see it. Whoever feeds a detector fills and reuses one object; detectors
 * copy what they keep. Metric and UTC; NaN stands for a number that was not sent.
 */
export interface DetectionPoint {
  time: Instant;
  hasPosition: boolean;
  /** The device's own verdict on the fix. */
  valid: boolean;
  /** True for positions from cell towers or Wi-Fi: never used for trips. */
  approximate: boolean;
  /** Degrees. */
  latitude: number;
  longitude: number;
  /** km/h, NaN when not sent. */
  speed: number;
  /** Satellites in use; -1 when not sent. */
  satellites: number;
  hdop: number;
  /** Metres. */
  accuracy: number;
  /** What this report says of the ignition, not what an earlier one said. */
  ignition: IgnitionState;
  /** Absolute mileage in metres. */
  odometer: number;
  /** Metres since the previous report. */
  relativeOdometer: number;
  /** Litres in each tank, NaN for a tank that the report does not mention. */
  readonly fuelLevels: number[];
  /** The driver's key; empty says that nobody is signed in, null says nothing. */
  driverKey: string | null;
}

/** Reports in growing order of time, read one by one into a point of the reader's. */
export interface PointSource {
  readonly count: number;
  /** Fills every field of the point from the report at this index. */
  fill(index: number, point: DetectionPoint): void;
}

/** A point with every field at "not sent". */
export function createPoint(): DetectionPoint {
  return {
    time: 0,
    hasPosition: false,
    valid: false,
    approximate: false,
    latitude: 0,
    longitude: 0,
    speed: Number.NaN,
    satellites: -1,
    hdop: Number.NaN,
    accuracy: Number.NaN,
    ignition: IGNITION.unknown,
    odometer: Number.NaN,
    relativeOdometer: Number.NaN,
    fuelLevels: [],
    driverKey: null,
  };
}

/** Puts a point back to "not sent" so that it can be filled again. */
export function resetPoint(point: DetectionPoint): void {
  point.time = 0;
  point.hasPosition = false;
  point.valid = false;
  point.approximate = false;
  point.latitude = 0;
  point.longitude = 0;
  point.speed = Number.NaN;
  point.satellites = -1;
  point.hdop = Number.NaN;
  point.accuracy = Number.NaN;
  point.ignition = IGNITION.unknown;
  point.odometer = Number.NaN;
  point.relativeOdometer = Number.NaN;
  point.fuelLevels.length = 0;
  point.driverKey = null;
}

/** Copies every field, one by one: this is done for every report. */
export function copyPoint(from: DetectionPoint, to: DetectionPoint): void {
  to.time = from.time;
  to.hasPosition = from.hasPosition;
  to.valid = from.valid;
  to.approximate = from.approximate;
  to.latitude = from.latitude;
  to.longitude = from.longitude;
  to.speed = from.speed;
  to.satellites = from.satellites;
  to.hdop = from.hdop;
  to.accuracy = from.accuracy;
  to.ignition = from.ignition;
  to.odometer = from.odometer;
  to.relativeOdometer = from.relativeOdometer;
  to.driverKey = from.driverKey;
  to.fuelLevels.length = from.fuelLevels.length;
  for (let tank = 0; tank < from.fuelLevels.length; tank++) to.fuelLevels[tank] = from.fuelLevels[tank];
}

/** A source over points that are held already, as files and tests have them. */
export function pointsOf(points: readonly DetectionPoint[]): PointSource {
  return { count: points.length, fill: (index, point) => copyPoint(points[index], point) };
}
