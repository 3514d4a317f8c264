import { distance, EARTH_RADIUS } from '../base/index.ts';
import { positionsOf, ringsOf, unwrapped, type Box, type LonLat, type Shape } from './shape.ts';

const RADIANS = Math.PI / 180;
/** Metres of a degree of latitude on the sphere of {@link EARTH_RADIUS}. */
export const METRES_A_DEGREE = EARTH_RADIUS * RADIANS;

/** Length of a line, metres. */
export function lineLength(line: readonly LonLat[]): number {
  let metres = 0;
  for (let index = 1; index < line.length; index++)
    metres += distance(line[index - 1][1], line[index - 1][0], line[index][1], line[index][0]);
  return metres;
}

/** Area of a ring on the sphere, square metres; positive whichever way it runs. */
function ringArea(ring: readonly LonLat[]): number {
  let sum = 0;
  for (let index = 1; index < ring.length; index++) {
    const [longitudeA, latitudeA] = ring[index - 1];
    const [longitudeB, latitudeB] = ring[index];
    sum += (longitudeB - longitudeA) * RADIANS * (2 + Math.sin(latitudeA * RADIANS) + Math.sin(latitudeB * RADIANS));
  }
  return Math.abs((sum * EARTH_RADIUS * EARTH_RADIUS) / 2);
}

/**
 * Area of a shape, square metres. Of a corridor its length by its width and the two round ends, as if it did not
 * overlap itself.
 */
export function areaOf(shape: Shape): number {
  if (shape.type === 'circle') return 2 * Math.PI * EARTH_RADIUS ** 2 * (1 - Math.cos(shape.radius / EARTH_RADIUS));
  if (shape.type === 'corridor')
    return lineLength(shape.coordinates) * shape.width + (Math.PI * shape.width * shape.width) / 4;
  const [outline = 0, ...holes] = ringsOf(shape).map(ringArea);
  return outline - holes.reduce((sum, hole) => sum + hole, 0);
}

/** Length of a corridor's line, or of the outline around a circle or polygon; metres. */
export function lengthOf(shape: Shape): number {
  if (shape.type === 'circle') return 2 * Math.PI * EARTH_RADIUS * Math.sin(shape.radius / EARTH_RADIUS);
  return lineLength(shape.type === 'corridor' ? shape.coordinates : (shape.coordinates[0] ?? []));
}

/** The box with `metres` more on each side. */
function widened({ west, south, east, north }: Box, metres: number): Box {
  const degrees = metres / METRES_A_DEGREE;
  // Meridians are nearest to each other at the end that is nearer to a pole.
  const furthest = Math.min(89, Math.max(Math.abs(south - degrees), Math.abs(north + degrees)));
  const across = degrees / Math.cos(furthest * RADIANS);
  return { west: west - across, south: south - degrees, east: east + across, north: north + degrees };
}

/** The least box around a shape, its radius or width included. */
export function boxOf(shape: Shape): Box {
  const line = shape.type === 'polygon' ? (ringsOf(shape)[0] ?? []) : unwrapped(positionsOf(shape));
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of line) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
    south = Math.min(south, latitude);
    north = Math.max(north, latitude);
  }
  const box = { west, south, east, north };
  if (shape.type === 'polygon') return box;
  return widened(box, shape.type === 'circle' ? shape.radius : shape.width / 2);
}

/** True where the boxes share a point; both may lie beyond ±180. */
export function boxesTouch(a: Box, b: Box): boolean {
  if (a.south > b.north || a.north < b.south) return false;
  const shift = longitudeNearBox(a, b);
  return a.west <= b.east + shift && a.east >= b.west + shift;
}

const longitudeNearBox = (a: Box, b: Box): number => 360 * Math.round((a.west + a.east - b.west - b.east) / 720);
