import type { AttributeValue, Fix } from '../../telemetry/index.ts';
import type { DetectionPoint } from './point.ts';
import { ignitionOf } from './trackPoints.ts';

/**
 * Fills every field of a point from a fix as a decoder left it, by the attributes of the same meaning
 * (`ignition`, `odometer`, `fuel_level`, `hdop`, `accuracy`, `driver_key`). Where a unit's sensors give
 * these values, the caller overwrites the fields afterwards.
 */
export function fillFromFix(fix: Fix, point: DetectionPoint): void {
  const { attributes } = fix;
  const driverKey = attributes.get('driver_key');
  point.time = fix.time;
  point.hasPosition = fix.hasPosition;
  point.valid = fix.valid;
  point.approximate = false;
  point.latitude = fix.latitude;
  point.longitude = fix.longitude;
  point.speed = fix.speed;
  point.satellites = fix.satellites;
  point.hdop = numberOf(attributes.get('hdop'));
  point.accuracy = numberOf(attributes.get('accuracy'));
  point.ignition = ignitionOf(numberOf(attributes.get('ignition')));
  point.odometer = numberOf(attributes.get('odometer'));
  point.relativeOdometer = Number.NaN;
  point.driverKey = typeof driverKey === 'string' ? driverKey : null;
  point.fuelLevels.length = 0;
  if (attributes.has('fuel_level')) point.fuelLevels.push(numberOf(attributes.get('fuel_level')));
}

function numberOf(value: AttributeValue | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : Number.NaN;
}
