import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Feature } from 'geojson';
import GeoJSONVT, { type LegacyFeature, type LegacyTile } from 'geojson-vt';
import type { OsmExtract } from '../osm/index.ts';
import { mercator } from '../places.ts';
import { coverageOf, type Coverage } from './coverage.ts';
import { streetFeatures, type StreetFeature } from './features.ts';
import type { StreetLayer } from './kinds.ts';
import type { ArchivedTile } from './pmtilesWriter.ts';

/** Zooms of street tiles; the client enlarges the deepest. */
export const STREET_ZOOMS = { min: 6, max: 14 } as const;
/** Below, the squares that an extract covers are too small to matter. */
const COVERED_FROM = 9;
const EXTENT = 4_096;
/** Beyond a tile's edge, in its units: as wide as the widest road. */
const MARGIN = 96;

/** In the order of drawing. */
const LAYERS: readonly StreetLayer[] = [
  'earth',
  'landuse',
  'water',
  'roads',
  'buildings',
  'boundaries',
  'pois',
  'places',
];

const require = createRequire(import.meta.url);
const encode = (
  require('vt-pbf') as {
    fromGeojsonVt(layers: Record<string, LegacyTile>, options: { version: number; extent: number }): Uint8Array;
  }
).fromGeojsonVt;

/** An index of features of one layer that appear at one zoom. */
interface Cutter {
  readonly layer: StreetLayer;
  readonly minZoom: number;
  readonly index: GeoJSONVT;
}

/** What {@link cutStreetTiles} makes: the tiles, and the box in which they are worth asking for, degrees. */
export interface StreetTiles {
  readonly tiles: ArchivedTile[];
  readonly bounds: readonly [west: number, south: number, east: number, north: number];
}

/** Cuts the streets of an extract into tiles of all zooms. */
export function cutStreetTiles(extract: OsmExtract): StreetTiles {
  const features = streetFeatures(extract);
  const bounds = boundsOf(features);
  const cutters = cuttersOf(features);
  const coverage = coverageOf(extract);
  const tiles: ArchivedTile[] = [];
  for (let zoom: number = STREET_ZOOMS.min; zoom <= STREET_ZOOMS.max; zoom++) {
    for (const [x, y] of tilesWithin(bounds, zoom)) {
      const data = cutTile(cutters, coverage, zoom, x, y);
      if (data) tiles.push({ zoom, x, y, data });
    }
  }
  // Ends of roads that lead out of the extract would make the box much larger.
  return { tiles, bounds: coverage.bounds ?? bounds };
}

function cuttersOf(features: readonly StreetFeature[]): Cutter[] {
  const groups = new Map<string, { layer: StreetLayer; minZoom: number; features: Feature[] }>();
  for (const { layer, minZoom, feature } of features) {
    const key = `${layer} ${minZoom}`;
    const group = groups.get(key);
    if (group) group.features.push(feature);
    else groups.set(key, { layer, minZoom, features: [feature] });
  }
  return [...groups.values()].map((group) => ({
    layer: group.layer,
    minZoom: group.minZoom,
    index: new GeoJSONVT(
      { type: 'FeatureCollection', features: group.features },
      { maxZoom: STREET_ZOOMS.max, indexMaxZoom: 10, tolerance: 3, extent: EXTENT, buffer: MARGIN },
    ),
  }));
}

function cutTile(
  cutters: readonly Cutter[],
  coverage: Coverage,
  zoom: number,
  x: number,
  y: number,
): Uint8Array | null {
  const found = new Map<StreetLayer, LegacyFeature[]>();
  for (const { layer, minZoom, index } of cutters) {
    if (minZoom > zoom) continue;
    const features = index.getTile(zoom, x, y)?.features ?? [];
    if (features.length > 0) found.set(layer, [...(found.get(layer) ?? []), ...features]);
  }
  const earth = zoom >= COVERED_FROM ? coverage.tile(zoom, x, y, MARGIN) : [];
  if (earth.length > 0) found.set('earth', earth);
  if (found.size === 0) return null;
  const layers = LAYERS.flatMap((layer) => {
    const features = found.get(layer);
    return features ? [[layer, { features }] as const] : [];
  });
  return gzipSync(encode(Object.fromEntries(layers), { version: 2, extent: EXTENT }), { level: 9 });
}

function boundsOf(features: readonly StreetFeature[]): StreetTiles['bounds'] {
  let [west, south, east, north] = [180, 85, -180, -85];
  for (const { feature } of features) {
    const { geometry } = feature;
    const lines =
      geometry.type === 'Point'
        ? [[geometry.coordinates]]
        : geometry.type === 'LineString'
          ? [geometry.coordinates]
          : geometry.type === 'Polygon'
            ? geometry.coordinates
            : [];
    for (const [longitude, latitude] of lines.flat()) {
      [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
      [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
    }
  }
  return [west, south, east, north];
}

function* tilesWithin([west, south, east, north]: StreetTiles['bounds'], zoom: number): Generator<[number, number]> {
  const side = 2 ** zoom;
  const [left, top] = mercator(west, north);
  const [right, bottom] = mercator(east, south);
  for (let y = Math.floor(top * side); y <= Math.floor(bottom * side); y++)
    for (let x = Math.floor(left * side); x <= Math.floor(right * side); x++) yield [x, y];
}
