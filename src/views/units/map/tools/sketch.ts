import { distance } from '../../../../domain/base/index.ts';
import { areaOf, type LonLat } from '../../../../domain/geometry/index.ts';

/** Length of the line through the points, metres. */
export function lineLength(points: readonly LonLat[]): number {
  let metres = 0;
  for (let index = 1; index < points.length; index++)
    metres += distance(points[index - 1][1], points[index - 1][0], points[index][1], points[index][0]);
  return metres;
}

/** Area that the points enclose, square metres; null where they enclose nothing. */
export function enclosedArea(points: readonly LonLat[]): number | null {
  return points.length < 3 ? null : areaOf({ type: 'polygon', coordinates: [[...points, points[0]]] });
}

/** Points of a circle. */
const CORNERS = 72;
const RADIANS = Math.PI / 180;
const EARTH = 6_371_000;

/** A circle of `radius` metres around a point, on the sphere. */
export function circleAround([longitude, latitude]: LonLat, radius: number): readonly LonLat[] {
  const angle = radius / EARTH;
  const [sin, cos] = [Math.sin(latitude * RADIANS), Math.cos(latitude * RADIANS)];
  return Array.from({ length: CORNERS + 1 }, (_, corner): LonLat => {
    const bearing = (corner / CORNERS) * 2 * Math.PI;
    const north = Math.asin(sin * Math.cos(angle) + cos * Math.sin(angle) * Math.cos(bearing));
    const across = Math.atan2(Math.sin(bearing) * Math.sin(angle) * cos, Math.cos(angle) - sin * Math.sin(north));
    return [longitude + across / RADIANS, north / RADIANS];
  });
}

/** Distances between rings that one counts in, metres. */
export const RING_STEPS = [100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000] as const;
/** Rings around a point. */
export const RINGS = 4;

/** The step whose rings fill what is seen, of which half is `metres` wide. */
export function ringStep(metres: number): number {
  return RING_STEPS.findLast((step) => step * RINGS <= metres) ?? RING_STEPS[0];
}
