import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Feature, GeoJSON } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';
import { writePmtiles, type ArchivedTile } from '../../server/basemap/streets/pmtilesWriter.ts';

/** A PMTiles archive of the world's land with a town, in the Protomaps schema. */
export function worldArchive(maxZoom: number): Uint8Array {
  const tiles: ArchivedTile[] = [];
  const layers = worldLayers(maxZoom);
  for (let zoom = 0; zoom <= maxZoom; zoom++) {
    for (let x = 0; x < 2 ** zoom; x++)
      for (let y = 0; y < 2 ** zoom; y++) tiles.push({ zoom, x, y, data: tileOf(layers, zoom, x, y) });
  }
  const metadata = {
    name: 'World',
    attribution: '<a href="https://map.example">© OpenStreetMap contributors</a>',
    vector_layers: [
      { id: 'earth', fields: {} },
      { id: 'places', fields: { kind: 'String', name: 'String' } },
    ],
  };
  return writePmtiles(tiles, { minZoom: 0, maxZoom, bounds: [-180, -85, 180, 85], metadata });
}

type Layers = Record<string, GeoJSONVT>;

function worldLayers(maxZoom: number): Layers {
  const require = createRequire(import.meta.url);
  const atlas = require('world-atlas/land-110m.json') as Topology;
  const land: GeoJSON = feature(atlas, atlas.objects.land);
  const town: Feature = {
    type: 'Feature',
    properties: { kind: 'locality', name: 'Probeburg', population_rank: 12 },
    geometry: { type: 'Point', coordinates: [10, 48] },
  };
  const cut = (data: GeoJSON) => new GeoJSONVT(data, { maxZoom, indexMaxZoom: maxZoom });
  return { earth: cut(land), places: cut({ type: 'FeatureCollection', features: [town] }) };
}

function tileOf(layers: Layers, zoom: number, x: number, y: number): Buffer {
  const { fromGeojsonVt } = createRequire(import.meta.url)('vt-pbf') as {
    fromGeojsonVt(layers: object, options: { version: number }): Uint8Array;
  };
  const found = Object.entries(layers).flatMap(([name, index]) => {
    const tile = index.getTile(zoom, x, y);
    return tile ? [[name, tile] as const] : [];
  });
  return gzipSync(fromGeojsonVt(Object.fromEntries(found), { version: 2 }));
}
