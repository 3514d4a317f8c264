import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Feature, FeatureCollection, MultiPolygon, Polygon } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { countryLabels, type CountryLabel } from './countries.ts';
import type { Place } from './places.ts';
import { shapesOf, type Shape } from './shapes.ts';
import { unwrapLines, unwrapPolygons } from './unwrap.ts';

/** Land and the lines around and in it, of one scale. */
export interface Atlas {
  readonly land: readonly Shape[];
  readonly coast: readonly Shape[];
  readonly borders: readonly Shape[];
}

export type AtlasScale = '50m' | '10m';

type CountryTopology = Topology<{ countries: GeometryCollection<{ name?: string }>; land: GeometryCollection }>;

function readTopology(scale: AtlasScale): CountryTopology {
  const file = createRequire(import.meta.url).resolve(`world-atlas/countries-${scale}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as CountryTopology;
}

/** Reads the atlas of a scale, 1:50 or 1:10 million (npm world-atlas, of Natural Earth). */
export function readAtlas(scale: AtlasScale): Atlas {
  const topology = readTopology(scale);
  const { countries, land } = topology.objects;
  return {
    land: separate(feature(topology, land)),
    coast: shapesOf(unwrapLines(mesh(topology, countries, (a, b) => a === b))),
    borders: shapesOf(unwrapLines(mesh(topology, countries, (a, b) => a !== b))),
  };
}

/** One shape a polygon: simplified islands of one feature may turn over and cut holes into each other. */
function separate(land: Feature | FeatureCollection): Shape[] {
  const features = land.type === 'FeatureCollection' ? land.features : [land];
  return features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' || geometry.type === 'Polygon'
      ? unwrapPolygons(geometry).flatMap((coordinates) => shapesOf({ type: 'Polygon', coordinates }))
      : [],
  );
}

/** Names of countries, and where to write them. */
export function readCountries(capitals: readonly Place[]): CountryLabel[] {
  const topology = readTopology('50m');
  const collection = feature(topology, topology.objects.countries);
  return countryLabels(collection.features as Feature<Polygon | MultiPolygon, { name?: string }>[], capitals);
}
