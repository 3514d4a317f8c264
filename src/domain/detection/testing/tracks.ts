import { COORDINATE_SCALE, SPEED_SCALE } from '../../base/index.ts';
import {
  IGNITION,
  NO_SATELLITES,
  NO_SPEED,
  TRACK_FLAG,
  TrackBuilder,
  decodeTrack,
  encodeTrack,
  type TrackColumns,
} from '../../telemetry/index.ts';
import type { DetectionPoint } from '../shared/index.ts';

/** A point whose report may have carried the word of an alarm. */
export type ReportedPoint = DetectionPoint & { readonly alarm?: string };

/** Points as a recorded track: what the history hands out. Fuel of the first tank goes along as `fuel_level`. */
export function trackOf(points: readonly ReportedPoint[], unitId = 7): TrackColumns {
  const builder = new TrackBuilder();
  builder.reset(unitId);
  for (const point of points) {
    const flags = (point.valid ? TRACK_FLAG.valid : 0) | (point.hasPosition ? TRACK_FLAG.hasPosition : 0);
    const speed = Number.isNaN(point.speed) ? NO_SPEED : Math.round(point.speed * SPEED_SCALE);
    builder.add(
      point.time,
      Math.round(point.longitude * COORDINATE_SCALE),
      Math.round(point.latitude * COORDINATE_SCALE),
      speed,
      0,
      0,
      point.satellites < 0 ? NO_SATELLITES : point.satellites,
      flags,
      1,
      0,
    );
    if (point.ignition !== IGNITION.unknown) builder.addBoolean(1, 'ignition', point.ignition === IGNITION.on);
    if (point.driverKey !== null) builder.addText(26, 'driver_key', point.driverKey);
    if (point.fuelLevels.length > 0) builder.addWhole(11, 'fuel_level', 100, Math.round(point.fuelLevels[0] * 100));
    if (point.alarm !== undefined) builder.addText(12, 'alarm', point.alarm);
  }
  return decodeTrack(encodeTrack(builder.finish()));
}
