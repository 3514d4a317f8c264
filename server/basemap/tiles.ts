import { createRequire } from 'node:module';
import GeoJSONVT, { type LegacyFeature, type LegacyTile } from 'geojson-vt';
import { readAtlas, readCountries, type Atlas, type AtlasScale } from './atlas.ts';
import { innermostPoint } from './countries.ts';
import { readPackedWorld, type PackedFeature, type PackedLayer } from './naturalEarth/packed.ts';
import { countryTile, EXTENT, placeIndex, placeTile, pointTile, readPlaces } from './placeTiles.ts';
import { createRegions } from './regions.ts';
import { shapeFeature, shapesOf, type Shape } from './shapes.ts';

/** Deepest zoom with tiles of its own; the client enlarges these beyond. */
export const BASEMAP_MAX_ZOOM = 12;
/** From this zoom on the coast is drawn from 1:10 million, below from 1:50 million. */
export const FINE_ZOOM = 4;
/** From this zoom on corners are rounded, region by region. */
const NEAR_ZOOM = 8;

const ATLAS_LAYERS = ['land', 'coast', 'borders'] as const satisfies readonly (keyof Atlas)[];
const SHAPED_LAYERS = [
  'builtUp',
  'glaciers',
  'rivers',
  'lakes',
  'railways',
  'roads',
] as const satisfies readonly PackedLayer[];
type ShapeLayer = (typeof ATLAS_LAYERS)[number] | (typeof SHAPED_LAYERS)[number];

/** Cuts one vector tile; null when nothing is there (open sea). */
export interface TileBuilder {
  build(zoom: number, x: number, y: number): Uint8Array | null;
}

const require = createRequire(import.meta.url);

interface VectorTileEncoder {
  fromGeojsonVt(layers: Record<string, LegacyTile>, options: { version: number; extent: number }): Uint8Array;
}

/** Reads the world from disk, each part when a tile first needs it. */
export function createTileBuilder(): TileBuilder {
  const encode = (require('vt-pbf') as VectorTileEncoder).fromGeojsonVt;
  const shapes = createShapeTiles();
  const names = createNameTiles();
  return {
    build(zoom, x, y) {
      const layers: Record<string, LegacyTile> = {};
      for (const [name, features] of [...shapes(zoom, x, y), ...names(zoom, x, y)])
        if (features.length > 0) layers[name] = { features: [...features] };
      return Object.keys(layers).length === 0 ? null : encode(layers, { version: 2, extent: EXTENT });
    },
  };
}

type LayerFeatures = readonly [name: string, features: readonly LegacyFeature[]];
type CutTile = (zoom: number, x: number, y: number) => LayerFeatures[];

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

const packed = once(readPackedWorld);

/** Land, water, ice, borders, railways. */
function createShapeTiles(): CutTile {
  const atlases = { '50m': once(() => readAtlas('50m')), '10m': once(() => readAtlas('10m')) };
  const packedShapes = once(
    () =>
      new Map(
        SHAPED_LAYERS.map((layer) => [
          layer,
          packed()[layer].flatMap(({ geometry, properties }) => shapesOf(geometry, { ...properties })),
        ]),
      ),
  );
  const shapesIn = (layer: ShapeLayer): readonly Shape[] =>
    isOfAtlas(layer) ? atlases['10m']()[layer] : (packedShapes().get(layer) ?? []);
  const regions = createRegions(shapesIn, { maxZoom: BASEMAP_MAX_ZOOM, extent: EXTENT });
  const far = new Map<string, GeoJSONVT>();
  const farTile = (layer: ShapeLayer, zoom: number, x: number, y: number): readonly LegacyFeature[] => {
    const scale: AtlasScale = zoom < FINE_ZOOM ? '50m' : '10m';
    const key = isOfAtlas(layer) ? `${layer} ${scale}` : layer;
    let index = far.get(key);
    if (!index) far.set(key, (index = farIndex(isOfAtlas(layer) ? atlases[scale]()[layer] : shapesIn(layer))));
    return index.getTile(zoom, x, y)?.features ?? [];
  };
  return (zoom, x, y) =>
    [...ATLAS_LAYERS, ...SHAPED_LAYERS].map((layer) => {
      const features = zoom < NEAR_ZOOM ? farTile(layer, zoom, x, y) : regions.tile(layer, zoom, x, y);
      return [layer, features.flatMap((feature) => shown(feature, zoom))];
    });
}

function isOfAtlas(layer: ShapeLayer): layer is keyof Atlas {
  return ATLAS_LAYERS.some((known) => known === layer);
}

function farIndex(shapes: readonly Shape[]): GeoJSONVT {
  return new GeoJSONVT(
    { type: 'FeatureCollection', features: shapes.map(shapeFeature) },
    { maxZoom: NEAR_ZOOM - 1, indexMaxZoom: 4, tolerance: 2.5, extent: EXTENT, buffer: 64 },
  );
}

/** The feature as the client gets it, where it appears at the zoom. */
function shown(feature: LegacyFeature, zoom: number): LegacyFeature[] {
  const { from = 0, ...tags } = feature.tags ?? {};
  return Number(from) > zoom ? [] : [{ ...feature, tags }];
}

/** Names of countries, towns, lakes and airports. */
function createNameTiles(): CutTile {
  const towns = once(readPlaces);
  const places = once(() => placeIndex(towns()));
  const countries = once(() => readCountries(towns().filter((place) => place.capital)));
  const lakes = once(() => packed().lakes.flatMap(lakeName));
  return (zoom, x, y) => [
    ['countries', countryTile(countries(), zoom, x, y)],
    ['places', placeTile(places(), zoom, x, y)],
    ['lakeNames', pointTile(lakes(), zoom, x, y)],
    ['airports', pointTile(packed().airports, zoom, x, y)],
  ];
}

/**
 * Lakes beyond this rank come of Natural Earth's supplement for Europe, whose names lack letters: "Vierwaldstttersee".
 */
const LAST_NAMED_RANK = 9;

/** Where a lake's name has most room; two zooms after the lake itself, when it is large enough. */
function lakeName({ geometry, properties }: PackedFeature): PackedFeature[] {
  if (geometry.type !== 'Polygon' || !properties.name || properties.rank > LAST_NAMED_RANK) return [];
  const coordinates = innermostPoint(geometry.coordinates[0]);
  return [
    {
      type: 'Feature',
      properties: { ...properties, from: Math.max(4, properties.from + 2) },
      geometry: { type: 'Point', coordinates },
    },
  ];
}
