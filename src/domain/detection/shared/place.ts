import { isPosition } from '../../base/index.ts';
import type { DetectionPoint } from './point.ts';

/** True for a receiver that has never seen a satellite: exactly 0°, 0°. */
export const isNullIsland = (latitude: number, longitude: number): boolean => latitude === 0 && longitude === 0;

/**
 * Whether detectors may use the point's position: there is one, the device trusts it, it is neither
 * from cell towers nor 0°, 0°, and its satellites, when counted, are enough (domain reference, 1.3).
 */
export function isUsable(point: DetectionPoint, minimumSatellites: number): boolean {
  return (
    point.hasPosition &&
    point.valid &&
    !point.approximate &&
    (point.satellites < 0 || point.satellites >= minimumSatellites) &&
    isPosition(point.latitude, point.longitude) &&
    !isNullIsland(point.latitude, point.longitude)
  );
}
