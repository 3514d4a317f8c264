import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { VectorTile } = require('@mapbox/vector-tile') as typeof import('@mapbox/vector-tile');
const Pbf = require('pbf') as new (data: Uint8Array) => ConstructorParameters<typeof VectorTile>[0];

export type TileFeature = import('@mapbox/vector-tile').VectorTileFeature;

/** Features of a vector tile by layer; the tile is not compressed. */
export function tileLayers(tile: Uint8Array): Readonly<Record<string, readonly TileFeature[]>> {
  return Object.fromEntries(
    Object.entries(new VectorTile(new Pbf(tile)).layers).map(([name, layer]) => [
      name,
      Array.from({ length: layer.length }, (_, index) => layer.feature(index)),
    ]),
  );
}

/** Column and row of the tile of a zoom that holds a coordinate. */
export function tileAt(longitude: number, latitude: number, zoom: number): [x: number, y: number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return [Math.floor((longitude / 360 + 0.5) * 2 ** zoom), Math.floor(y * 2 ** zoom)];
}
