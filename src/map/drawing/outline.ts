import { EndType, inflatePathsD, JoinType } from 'clipper2-ts';
import { destination } from '../../domain/base/index.ts';
import {
  METRES_A_DEGREE,
  ringsOf,
  simplified,
  unwrapped,
  type LonLat,
  type Shape,
} from '../../domain/geometry/index.ts';

/** Corners of a circle on the map. */
const CORNERS = 96;
/** What a corridor's outline may be off, as a part of its width: no pixel at any zoom that shows it whole. */
const TOLERANCE = 1 / 200;
const MITRE = 2;
/** Places behind the point of a coordinate in metres that are calculated with. */
const DIGITS = 2;

/** What was worked out for a shape; shapes are never changed, and zones are drawn again with every style. */
const known = new WeakMap<Shape, LonLat[][]>();

/**
 * The rings around a shape, each closed, the outermost first: of a corridor its true outline, also where it turns back
 * into itself, with the places that it goes around as holes. Longitudes go on beyond the date line.
 */
export function ringsAround(shape: Shape): LonLat[][] {
  const found = known.get(shape) ?? ringsOfAny(shape);
  known.set(shape, found);
  return found;
}

function ringsOfAny(shape: Shape): LonLat[][] {
  if (shape.type === 'circle') return [circleRing(shape.center, shape.radius)];
  if (shape.type === 'polygon') return ringsOf(shape).map((ring) => [...ring]);
  return corridorRings(unwrapped(shape.coordinates), shape.width);
}

/** The line of a circle on the globe, closed. */
export function circleRing([longitude, latitude]: LonLat, radius: number): LonLat[] {
  const ring: LonLat[] = [];
  for (let corner = 0; corner < CORNERS; corner++) {
    const [lat, lon] = destination(latitude, longitude, (corner * 360) / CORNERS, radius);
    ring.push([longitude + ((((lon - longitude + 540) % 360) + 360) % 360) - 180, lat]);
  }
  return [...ring, ring[0]];
}

/**
 * All that lies within half the width of a line, in metres of its mean latitude. Not the lines that a base map draws as
 * wide: these paint a sharp bend of a wide corridor twice and draw its edges across it.
 */
function corridorRings(line: readonly LonLat[], width: number): LonLat[][] {
  if (line.length === 0) return [];
  const [[west, south]] = line;
  const latitude = line.reduce((sum, [, each]) => sum + each, 0) / line.length;
  const [across, up] = [METRES_A_DEGREE * Math.cos((latitude * Math.PI) / 180), METRES_A_DEGREE];
  const path = simplified(line, width * TOLERANCE).map(([lon, lat]) => ({
    x: (lon - west) * across,
    y: (lat - south) * up,
  }));
  const around = inflatePathsD([path], width / 2, JoinType.Round, EndType.Round, MITRE, DIGITS, width * TOLERANCE);
  const rings = around.map((ring) => ring.map(({ x, y }): LonLat => [west + x / across, south + y / up]));
  // One line has one outline: the ring that holds all others is the longest from west to east.
  return rings.toSorted((one, other) => spanOf(other) - spanOf(one)).map((ring) => [...ring, ring[0]]);
}

const spanOf = (ring: readonly LonLat[]): number => {
  const longitudes = ring.map(([longitude]) => longitude);
  return Math.max(...longitudes) - Math.min(...longitudes);
};
