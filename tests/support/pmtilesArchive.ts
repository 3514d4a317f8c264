import { createRequire } from 'node:module';
import { gzipSync } from 'node:zlib';
import type { Feature, GeoJSON } from 'geojson';
import GeoJSONVT from 'geojson-vt';
import { zxyToTileId } from 'pmtiles';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

/** A PMTiles archive (specification, version 3) of the world's land with a town, in the Protomaps schema. */
export function worldArchive(maxZoom: number): Buffer {
  const tiles: { id: number; data: Buffer }[] = [];
  const layers = worldLayers(maxZoom);
  for (let zoom = 0; zoom <= maxZoom; zoom++) {
    for (let x = 0; x < 2 ** zoom; x++)
      for (let y = 0; y < 2 ** zoom; y++) tiles.push({ id: zxyToTileId(zoom, x, y), data: tileOf(layers, zoom, x, y) });
  }
  tiles.sort((a, b) => a.id - b.id);
  return assemble(tiles, maxZoom);
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

/** Header of 127 bytes, root directory, metadata, tiles: sections in the order of the specification. */
function assemble(tiles: readonly { id: number; data: Buffer }[], maxZoom: number): Buffer {
  const directory = gzipSync(directoryOf(tiles));
  const metadata = gzipSync(
    JSON.stringify({
      name: 'World',
      vector_layers: [
        { id: 'earth', fields: {} },
        { id: 'places', fields: { kind: 'String', name: 'String' } },
      ],
    }),
  );
  const data = Buffer.concat(tiles.map((tile) => tile.data));
  const header = Buffer.alloc(127);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const metadataAt = header.length + directory.length;
  const dataAt = metadataAt + metadata.length;
  const numbers = [
    header.length,
    directory.length,
    metadataAt,
    metadata.length,
    dataAt,
    0,
    dataAt,
    data.length,
    tiles.length,
    tiles.length,
    tiles.length,
  ];
  numbers.forEach((number, index) => header.writeBigUInt64LE(BigInt(number), 8 + index * 8));
  // Clustered; directories and tiles in gzip (2); tiles are MVT (1); zooms from 0.
  [1, 2, 2, 1, 0, maxZoom].forEach((byte, index) => header.writeUInt8(byte, 96 + index));
  [-180e7, -85e7, 180e7, 85e7].forEach((edge, index) => header.writeInt32LE(edge, 102 + index * 4));
  return Buffer.concat([header, directory, metadata, data]);
}

/** Counts, then tile ids as differences, run lengths, lengths and places, each as a variable-length whole number. */
function directoryOf(tiles: readonly { id: number; data: Buffer }[]): Buffer {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  put(tiles.length);
  tiles.forEach(({ id }, index) => put(id - (tiles[index - 1]?.id ?? 0)));
  tiles.forEach(() => put(1));
  tiles.forEach(({ data }) => put(data.length));
  // 0 = right behind the one before; the first begins at 0, written as 1.
  tiles.forEach((_, index) => put(index === 0 ? 1 : 0));
  return Buffer.from(bytes);
}
