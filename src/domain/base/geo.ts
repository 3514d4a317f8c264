/** Distances on the sphere. Coordinates are degrees, distances metres. */

/** Mean radius of the earth (IUGG), used for every distance in the product. */
export const EARTH_RADIUS = 6_371_008.8;

const RADIANS = Math.PI / 180;

/** True when both coordinates are on the globe. */
export function isPosition(latitude: number, longitude: number): boolean {
  return latitude >= -90 && latitude <= 90 && longitude >= -180 && longitude <= 180;
}

/** Great-circle distance by the haversine formula. */
export function distance(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const halfLatitude = Math.sin(((latitudeB - latitudeA) * RADIANS) / 2);
  const halfLongitude = Math.sin(((longitudeB - longitudeA) * RADIANS) / 2);
  const chord =
    halfLatitude * halfLatitude +
    Math.cos(latitudeA * RADIANS) * Math.cos(latitudeB * RADIANS) * halfLongitude * halfLongitude;
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

/** Initial bearing from A to B, 0–360 degrees clockwise from north. */
export function bearing(latitudeA: number, longitudeA: number, latitudeB: number, longitudeB: number): number {
  const a = latitudeA * RADIANS;
  const b = latitudeB * RADIANS;
  const across = (longitudeB - longitudeA) * RADIANS;
  const y = Math.sin(across) * Math.cos(b);
  const x = Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(across);
  return (Math.atan2(y, x) / RADIANS + 360) % 360;
}

/** The point `metres` away from the start along `course`. Returned as [latitude, longitude]. */
export function destination(
  latitude: number,
  longitude: number,
  course: number,
  metres: number,
): [latitude: number, longitude: number] {
  const angle = metres / EARTH_RADIUS;
  const a = latitude * RADIANS;
  const direction = course * RADIANS;
  const b = Math.asin(Math.sin(a) * Math.cos(angle) + Math.cos(a) * Math.sin(angle) * Math.cos(direction));
  const across = Math.atan2(
    Math.sin(direction) * Math.sin(angle) * Math.cos(a),
    Math.cos(angle) - Math.sin(a) * Math.sin(b),
  );
  return [b / RADIANS, ((longitude + across / RADIANS + 540) % 360) - 180];
}
