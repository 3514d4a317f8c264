/**
 * Shapes on the map, as stored and as on the wire (contract, "Names of the areas to come"). Positions are GeoJSON's:
 * longitude first, in degrees. A shape may cross the date line: of two neighbouring positions the shorter line counts.
 */
export type LonLat = readonly [longitude: number, latitude: number];

interface Circle {
  readonly type: 'circle';
  readonly center: LonLat;
  /** Metres. */
  readonly radius: number;
}
/** Rings of GeoJSON, each ending where it began: the outline, then holes. */
export interface Polygon {
  readonly type: 'polygon';
  readonly coordinates: readonly (readonly LonLat[])[];
}
/** All that is within half the width of a line. */
export interface Corridor {
  readonly type: 'corridor';
  readonly coordinates: readonly LonLat[];
  /** Metres from edge to edge. */
  readonly width: number;
}
export type Shape = Circle | Polygon | Corridor;
export const SHAPE_TYPES = ['circle', 'polygon', 'corridor'] as const satisfies readonly Shape['type'][];

/** Degrees. Of a shape across the date line `east` is beyond 180. */
export interface Box {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The longitude that is at most half the globe away from `reference`: it may lie beyond ±180. */
export function longitudeNear(longitude: number, reference: number): number {
  return longitude - 360 * Math.round((longitude - reference) / 360);
}

/** The positions with longitudes that do not jump at the date line, the first one as it is. */
export function unwrapped(line: readonly LonLat[]): LonLat[] {
  let before = line.length > 0 ? line[0][0] : 0;
  return line.map(([longitude, latitude]) => {
    before = longitudeNear(longitude, before);
    return [before, latitude];
  });
}

/** The rings of a polygon, all of them beside the outline where it crosses the date line. */
export function ringsOf({ coordinates }: Polygon): LonLat[][] {
  const reference = coordinates[0]?.[0]?.[0] ?? 0;
  return coordinates.map((ring) => {
    const line = unwrapped(ring);
    const shift = line.length > 0 ? longitudeNear(line[0][0], reference) - line[0][0] : 0;
    return shift === 0 ? line : line.map(([longitude, latitude]) => [longitude + shift, latitude]);
  });
}

/** Every position of a shape that somebody drew: the centre of a circle, the vertices of the others. */
export function positionsOf(shape: Shape): readonly LonLat[] {
  if (shape.type === 'circle') return [shape.center];
  return shape.type === 'corridor' ? shape.coordinates : shape.coordinates.flat();
}
