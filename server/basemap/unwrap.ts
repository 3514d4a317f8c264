import type { MultiLineString, MultiPolygon, Polygon, Position } from 'geojson';

/**
 * The atlas is stitched for a globe: rings run across 180° as if nothing was there, and Antarctica
 * has no edge at the pole. A flat map wants longitudes without jumps; the tile cutter then moves
 * what lies beyond 180° to the other side.
 */

/** The same line with longitudes that never jump: they may leave ±180. */
function unwrapLine(line: readonly Position[]): Position[] {
  let turn = 0;
  let previous = line[0]?.[0] ?? 0;
  return line.map(([longitude = 0, latitude = 0]) => {
    if (longitude - previous > 180) turn -= 360;
    else if (longitude - previous < -180) turn += 360;
    previous = longitude;
    return [longitude + turn, latitude];
  });
}

/** A closed ring; one that goes around the pole is closed along the map's edge. */
function unwrapRing(ring: readonly Position[]): Position[] {
  const line = unwrapLine(ring);
  const [first = [0, 0], last = [0, 0]] = [line[0], line.at(-1)];
  if (Math.abs((last[0] ?? 0) - (first[0] ?? 0)) < 180) return line;
  const pole = (first[1] ?? 0) < 0 ? -90 : 90;
  return [...line, [last[0] ?? 0, pole], [first[0] ?? 0, pole], first];
}

/** The polygon's rings, its holes moved to the outer ring's copy of the world. */
function unwrapPolygon(rings: readonly Position[][]): Position[][] {
  const [outer = [], ...holes] = rings.map(unwrapRing);
  let [west, east] = [Infinity, -Infinity];
  for (const [longitude = 0] of outer) {
    west = Math.min(west, longitude);
    east = Math.max(east, longitude);
  }
  const moved = holes.map((hole) => {
    const start = hole[0]?.[0] ?? 0;
    const shift = start < west ? 360 : start > east ? -360 : 0;
    return hole.map(([longitude = 0, latitude = 0]) => [longitude + shift, latitude]);
  });
  return [outer, ...moved];
}

/** All polygons of a geometry, unwrapped. */
export function unwrapPolygons(geometry: Polygon | MultiPolygon): Position[][][] {
  return (geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates).map(unwrapPolygon);
}

/** All lines, unwrapped. */
export function unwrapLines({ coordinates }: MultiLineString): MultiLineString {
  return { type: 'MultiLineString', coordinates: coordinates.map(unwrapLine) };
}
