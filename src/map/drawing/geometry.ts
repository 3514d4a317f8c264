import type { Feature, Geometry, LineString, Polygon, Position } from 'geojson';
import { destination, distance } from '../../domain/base/index.ts';
import { ringsOf, unwrapped, type LonLat, type Shape } from '../../domain/geometry/index.ts';

/** Corners of a circle on the map. */
const CORNERS = 96;

/** The line of a circle on the globe, closed. */
export function circleRing([longitude, latitude]: LonLat, radius: number): LonLat[] {
  const ring: LonLat[] = [];
  for (let corner = 0; corner < CORNERS; corner++) {
    const [lat, lon] = destination(latitude, longitude, (corner * 360) / CORNERS, radius);
    ring.push([longitude + ((((lon - longitude + 540) % 360) + 360) % 360) - 180, lat]);
  }
  return [...ring, ring[0]];
}

/** A shape as the base map draws it: areas as polygons, a corridor as the line in its middle. */
export function geometryOf(shape: Shape): Geometry {
  if (shape.type === 'circle')
    return { type: 'Polygon', coordinates: positions([circleRing(shape.center, shape.radius)]) };
  if (shape.type === 'corridor')
    return { type: 'LineString', coordinates: unwrapped(shape.coordinates).map(([lon, lat]) => [lon, lat]) };
  return { type: 'Polygon', coordinates: positions(ringsOf(shape)) };
}

const positions = (rings: readonly (readonly LonLat[])[]): Position[][] =>
  rings.map((ring) => ring.map(([longitude, latitude]) => [longitude, latitude]));

/** Pixels that a metre takes at zoom 0 at a latitude. */
export const pixelsAMetre = (latitude: number): number => 512 / (40_075_016.686 * Math.cos((latitude * Math.PI) / 180));

/** What the layers of a shape read: `width` is that of a corridor in pixels at zoom 0. */
export function shapeFeature(shape: Shape, properties: Readonly<Record<string, string | number>> = {}): Feature {
  const geometry = geometryOf(shape);
  const width = shape.type === 'corridor' ? shape.width * pixelsAMetre(meanLatitude(shape.coordinates)) : 0;
  return { type: 'Feature', geometry, properties: { ...properties, width } };
}

const meanLatitude = (line: readonly LonLat[]): number =>
  line.reduce((sum, [, latitude]) => sum + latitude, 0) / Math.max(1, line.length);

/** Center and radius of a drawn circle, which is a ring of corners. */
export function circleOf(ring: readonly Position[]): Shape {
  const corners = ring.slice(0, -1);
  const [west, east] = [Math.min(...corners.map(([lon]) => lon)), Math.max(...corners.map(([lon]) => lon))];
  const [south, north] = [Math.min(...corners.map(([, lat]) => lat)), Math.max(...corners.map(([, lat]) => lat))];
  const center: LonLat = [(west + east) / 2, (south + north) / 2];
  const radius = distance(center[1], center[0], center[1], east);
  return { type: 'circle', center, radius: Math.round(radius * 10) / 10 };
}

/** The points of a drawn line or ring; that which closes a ring is left out. */
export function pointsOf(geometry: LineString | Polygon): LonLat[] {
  const line = geometry.type === 'LineString' ? geometry.coordinates : geometry.coordinates[0].slice(0, -1);
  return line.map(([longitude, latitude]) => [longitude, latitude]);
}
