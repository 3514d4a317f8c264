import type { LegacyFeature } from 'geojson-vt';
import type { CountryLabel } from './countries.ts';
import type { PackedFeature } from './naturalEarth/packed.ts';
import { mercator, rankPlaces, type Place, type RankedPlace } from './places.ts';
import { readTowns } from '../places/towns.ts';

/** Units along a tile's side, and beyond it for names that reach over the edge. */
export const EXTENT = 4096;
const LABEL_BUFFER = 256;

/** The towns of the world with their names as tags. */
export function readPlaces(): Place[] {
  return readTowns().map(({ names, isCapital, ...town }) => ({
    ...town,
    ...(names && { localNames: { 'name:ru': names[0], 'name:fa': names[1] } }),
    capital: isCapital,
  }));
}

type PointTags = Record<string, string | number | boolean>;

/** A point in tile coordinates, or null when it is outside the tile and its margin. */
function pointFeature(
  px: number,
  py: number,
  zoom: number,
  x: number,
  y: number,
  tags: PointTags,
): LegacyFeature | null {
  const scale = 2 ** zoom;
  const tileX = Math.round((px * scale - x) * EXTENT);
  const tileY = Math.round((py * scale - y) * EXTENT);
  const outside = (value: number) => value < -LABEL_BUFFER || value > EXTENT + LABEL_BUFFER;
  if (outside(tileX) || outside(tileY)) return null;
  return { type: 1, geometry: [[tileX, tileY]], tags };
}

export function countryTile(labels: readonly CountryLabel[], zoom: number, x: number, y: number): LegacyFeature[] {
  const features: LegacyFeature[] = [];
  for (const label of labels) {
    const minimumZoom =
      label.area > 300 ? 1 : label.area > 60 ? 2 : label.area > 12 ? 3 : label.area > 1 ? 4 : label.area > 0.15 ? 5 : 7;
    if (zoom < minimumZoom || zoom > 8) continue;
    const [px, py] = mercator(label.longitude, label.latitude);
    const made = pointFeature(px, py, zoom, x, y, { name: label.name, code: label.code, rank: minimumZoom });
    if (made) features.push(made);
  }
  return features;
}

const BUCKET_ZOOM = 6;

/** Places by the tile of BUCKET_ZOOM that they lie in, most important first in each. */
export type PlaceIndex = ReadonlyMap<number, readonly RankedPlace[]>;

export function placeIndex(places: readonly Place[]): PlaceIndex {
  const index = new Map<number, RankedPlace[]>();
  for (const place of rankPlaces(places)) {
    const key = bucketKey(Math.floor(place.x * 2 ** BUCKET_ZOOM), Math.floor(place.y * 2 ** BUCKET_ZOOM));
    const bucket = index.get(key);
    if (bucket) bucket.push(place);
    else index.set(key, [place]);
  }
  return index;
}

function bucketKey(column: number, row: number): number {
  return row * 2 ** BUCKET_ZOOM + column;
}

export function placeTile(index: PlaceIndex, zoom: number, x: number, y: number): LegacyFeature[] {
  const features: LegacyFeature[] = [];
  const scale = 2 ** (BUCKET_ZOOM - zoom);
  const margin = LABEL_BUFFER / EXTENT;
  const last = 2 ** BUCKET_ZOOM - 1;
  const from = (value: number) => Math.max(0, Math.floor((value - margin) * scale));
  const to = (value: number) => Math.min(last, Math.floor((value + 1 + margin) * scale));
  for (let row = from(y); row <= to(y); row++) {
    for (let column = from(x); column <= to(x); column++) {
      for (const place of index.get(bucketKey(column, row)) ?? []) {
        if (place.minimumZoom > zoom) continue;
        const { name, rank, population, capital, localNames } = place;
        const made = pointFeature(place.x, place.y, zoom, x, y, { name, rank, population, capital, ...localNames });
        if (made) features.push(made);
      }
    }
  }
  return features.toSorted((a, b) => Number(b.tags?.['population']) - Number(a.tags?.['population']));
}

/** Points of Natural Earth, such as airports, that appear at the zoom. */
export function pointTile(points: readonly PackedFeature[], zoom: number, x: number, y: number): LegacyFeature[] {
  return points.flatMap(({ geometry, properties }) => {
    if (geometry.type !== 'Point' || properties.from > zoom) return [];
    const [px, py] = mercator(geometry.coordinates[0], geometry.coordinates[1]);
    const { from: _, ...tags } = properties;
    return pointFeature(px, py, zoom, x, y, tags) ?? [];
  });
}
