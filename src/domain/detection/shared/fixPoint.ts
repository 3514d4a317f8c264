import { fromIso } from '../../base/index.ts';
import type { AttributeValue, Position } from '../../telemetry/index.ts';
import { resetPoint, type DetectionPoint } from './point.ts';
import { ignitionOf } from './trackPoints.ts';

/** What a report says beside its position. */
function fillFromAttributes(
  attributes: { get(name: string): AttributeValue | undefined },
  point: DetectionPoint,
): void {
  const driverKey = attributes.get('driver_key');
  const fuel = attributes.get('fuel_level');
  point.approximate = attributes.get('approximate') === true;
  point.hdop = numberOf(attributes.get('hdop'));
  point.accuracy = numberOf(attributes.get('accuracy'));
  point.ignition = ignitionOf(numberOf(attributes.get('ignition')));
  point.odometer = numberOf(attributes.get('odometer'));
  point.relativeOdometer = Number.NaN;
  point.driverKey = typeof driverKey === 'string' ? driverKey : null;
  point.fuelLevels.length = 0;
  if (fuel !== undefined) point.fuelLevels.push(numberOf(fuel));
}

/**
 * Fills every field of a point from a report as the API says it, by the attributes of the same meaning
 * (`approximate`, `ignition`, `odometer`, `fuel_level`, `hdop`, `accuracy`, `driver_key`).
 */
export function fillFromReport(
  position: Position,
  attributes: { get(name: string): AttributeValue | undefined },
  point: DetectionPoint,
): void {
  fillFromPosition(position, point);
  fillFromAttributes(attributes, point);
}

/**
 * Fills a point with what validity filters ask of a position as the API says it. A position that is nowhere is none.
 */
export function fillFromPosition(position: Position, point: DetectionPoint): void {
  resetPoint(point);
  point.time = fromIso(position.time);
  point.valid = position.valid;
  point.hasPosition = position.valid || position.latitude !== 0 || position.longitude !== 0;
  point.latitude = position.latitude;
  point.longitude = position.longitude;
  point.speed = position.speed;
  point.satellites = position.satellites ?? -1;
  point.hdop = numberOf(position.attributes.hdop);
  point.accuracy = numberOf(position.attributes.accuracy);
}

function numberOf(value: AttributeValue | undefined): number {
  if (typeof value === 'number') return value;
  return typeof value === 'boolean' ? Number(value) : Number.NaN;
}
