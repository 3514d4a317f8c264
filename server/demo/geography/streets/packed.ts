import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A stretch of road between two crossings. */
export interface Road {
  readonly from: number;
  readonly to: number;
  /** km/h */
  readonly limit: number;
  readonly isOneway: boolean;
  /** Longitude and latitude alternating, both crossings included. */
  readonly points: readonly number[];
}

export interface RoadPlace {
  readonly name: string;
  readonly population: number;
  readonly longitude: number;
  readonly latitude: number;
}

/** Roads that lead from every crossing to every other, with the places they join. */
export interface RoadMap {
  readonly crossings: number;
  readonly roads: readonly Road[];
  readonly places: readonly RoadPlace[];
}

/** Degrees are kept as whole millionths: 11 cm. */
const GRAIN = 1e6;

/** As it is kept: points of a road as differences. */
interface Packed {
  crossings: number;
  roads: number[][];
  places: [name: string, population: number, longitude: number, latitude: number][];
}

/** Comes with the product; `main.ts` beside this makes it. */
const FILE = path.join(import.meta.dirname, 'liechtenstein.json.gz');

export function packRoads({ crossings, roads, places }: RoadMap): Uint8Array {
  const packed: Packed = {
    crossings,
    roads: roads.map(({ from, to, limit, isOneway, points }) => [
      from,
      to,
      limit,
      Number(isOneway),
      ...differences(points.map((degrees) => Math.round(degrees * GRAIN))),
    ]),
    places: places.map(({ name, population, longitude, latitude }) => [name, population, longitude, latitude]),
  };
  return gzipSync(JSON.stringify(packed), { level: 9 });
}

/** Reads Liechtenstein's roads. */
export function readRoads(): RoadMap {
  const { crossings, roads, places } = JSON.parse(gunzipSync(readFileSync(FILE)).toString()) as Packed;
  return {
    crossings,
    roads: roads.map(([from, to, limit, isOneway, ...steps]) => ({
      from,
      to,
      limit,
      isOneway: isOneway === 1,
      points: sums(steps),
    })),
    places: places.map(([name, population, longitude, latitude]) => ({ name, population, longitude, latitude })),
  };
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (index < 2 ? 0 : values[index - 2]));

function sums(steps: readonly number[]): number[] {
  const values: number[] = [];
  for (const [index, step] of steps.entries()) values.push(step + (index < 2 ? 0 : values[index - 2]));
  return values.map((value) => value / GRAIN);
}
