import type { Feature, LineString, Polygon, Position } from 'geojson';
import { distance } from '../../domain/base/index.ts';
import type { LonLat, Shape } from '../../domain/geometry/index.ts';
import { ringsAround } from './outline.ts';

/** A shape as the base map draws it. */
export const geometryOf = (shape: Shape): Polygon => ({
  type: 'Polygon',
  coordinates: ringsAround(shape).map((ring) => ring.map(([longitude, latitude]) => [longitude, latitude])),
});

/** Pixels that a metre takes at zoom 0 at a latitude. */
export const pixelsAMetre = (latitude: number): number => 512 / (40_075_016.686 * Math.cos((latitude * Math.PI) / 180));

/** What the layers of a shape read. */
export const shapeFeature = (
  shape: Shape,
  properties: Readonly<Record<string, string | number>> = {},
): Feature<Polygon> => ({ type: 'Feature', geometry: geometryOf(shape), properties });

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
