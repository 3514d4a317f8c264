import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Feature, Geometry, Position } from 'geojson';

/** Layers that are made of Natural Earth's data besides land and borders. A layer without data is empty. */
export const PACKED_LAYERS = ['rivers', 'lakes', 'glaciers', 'railways', 'airports', 'builtUp', 'roads'] as const;
export type PackedLayer = (typeof PACKED_LAYERS)[number];

/** `rank`: 0 is the most important; `from`: the zoom at which it appears. */
export interface PackedTags {
  readonly rank: number;
  readonly from: number;
  readonly name?: string;
  /** IATA code of an airport. */
  readonly code?: string;
}

export type PackedFeature = Feature<Geometry, PackedTags>;
export type PackedWorld = Readonly<Record<PackedLayer, readonly PackedFeature[]>>;

/** As it is kept: points as differences in whole ten-thousandths of a degree, one row a line or ring. */
type Row = [tags: PackedTags, kind: 'point' | 'line' | 'polygon', ...parts: number[][]];

const GRAIN = 1e4;

/** Comes with the product; `main.ts` beside this makes it. */
const FILE = path.join(import.meta.dirname, '..', 'bundled', 'natural-earth.json.gz');

/** Packs features; what has several parts becomes several features. */
export function packWorld(world: PackedWorld): Uint8Array {
  const rows = PACKED_LAYERS.map((layer) => [layer, world[layer].flatMap(rowsOf)]);
  return gzipSync(JSON.stringify(Object.fromEntries(rows)), { level: 9 });
}

/** Reads what {@link packWorld} packed. */
function unpackWorld(file: Uint8Array): PackedWorld {
  const rows = JSON.parse(gunzipSync(file).toString()) as Record<PackedLayer, Row[]>;
  return Object.fromEntries(
    PACKED_LAYERS.map((layer) => [layer, rows[layer].map(featureOf)]),
  ) as unknown as PackedWorld;
}

/** The world that comes with the product. */
export const readPackedWorld = (): PackedWorld => unpackWorld(readFileSync(FILE));

function rowsOf({ properties, geometry }: PackedFeature): Row[] {
  switch (geometry.type) {
    case 'Point':
      return [[properties, 'point', differences([geometry.coordinates])]];
    case 'LineString':
      return [[properties, 'line', differences(geometry.coordinates)]];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => [properties, 'line', differences(line)]);
    case 'Polygon':
      return [[properties, 'polygon', ...geometry.coordinates.map(differences)]];
    case 'MultiPolygon':
      return geometry.coordinates.map((rings) => [properties, 'polygon', ...rings.map(differences)]);
    default:
      throw new Error(`${geometry.type} cannot be packed.`);
  }
}

function differences(line: readonly Position[]): number[] {
  let [beforeX, beforeY] = [0, 0];
  return line.flatMap(([longitude, latitude]) => {
    const [x, y] = [Math.round(longitude * GRAIN), Math.round(latitude * GRAIN)];
    const step = [x - beforeX, y - beforeY];
    [beforeX, beforeY] = [x, y];
    return step;
  });
}

function positions(steps: readonly number[]): Position[] {
  let [x, y] = [0, 0];
  return Array.from({ length: steps.length / 2 }, (_, index) => {
    x += steps[index * 2];
    y += steps[index * 2 + 1];
    return [x / GRAIN, y / GRAIN];
  });
}

function featureOf([properties, kind, ...parts]: Row): PackedFeature {
  const lines = parts.map(positions);
  const geometry: Geometry =
    kind === 'point'
      ? { type: 'Point', coordinates: lines[0][0] }
      : kind === 'line'
        ? { type: 'LineString', coordinates: lines[0] }
        : { type: 'Polygon', coordinates: lines };
  return { type: 'Feature', properties, geometry };
}
