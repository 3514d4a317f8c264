import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { feature } from 'topojson-client';
import type { Topology } from 'topojson-specification';

const BANDS_PER_DEGREE = 10;
const BANDS = 180 * BANDS_PER_DEGREE;

/** Distinguishes land from sea, from the coast lines of Natural Earth at 1:50 million (npm world-atlas). */
export interface LandMask {
  isLand(latitude: number, longitude: number): boolean;
}

/** Loads the coast lines; about 60 ms, once. */
export function loadLand(): LandMask {
  const file = createRequire(import.meta.url).resolve('world-atlas/land-50m.json');
  const topology = JSON.parse(readFileSync(file, 'utf8')) as Topology;
  const land = feature(topology, topology.objects.land);
  const shapes = land.type === 'FeatureCollection' ? land.features : [land];
  const bands: number[][] = Array.from({ length: BANDS + 1 }, () => []);
  for (const { geometry } of shapes) {
    if (geometry.type === 'Polygon') addRings(bands, geometry.coordinates);
    else if (geometry.type === 'MultiPolygon') for (const rings of geometry.coordinates) addRings(bands, rings);
  }
  return { isLand: (latitude, longitude) => crossings(bands[bandOf(latitude)], latitude, longitude) % 2 === 1 };
}

const bandOf = (latitude: number): number =>
  Math.min(BANDS, Math.max(0, Math.floor((latitude + 90) * BANDS_PER_DEGREE)));

/** Files each edge under every band of latitude that it touches: four numbers an edge. */
function addRings(bands: number[][], rings: readonly (readonly (readonly number[])[])[]): void {
  for (const ring of rings) {
    for (let index = 1; index < ring.length; index++) {
      const [fromX, fromY] = ring[index - 1];
      const [toX, toY] = ring[index];
      if (fromY === toY) continue;
      const last = bandOf(Math.max(fromY, toY));
      for (let band = bandOf(Math.min(fromY, toY)); band <= last; band++) bands[band].push(fromX, fromY, toX, toY);
    }
  }
}

/** Edges west of the point on its parallel: an odd number means inside. */
function crossings(edges: readonly number[], latitude: number, longitude: number): number {
  let count = 0;
  for (let index = 0; index < edges.length; index += 4) {
    const fromY = edges[index + 1];
    const toY = edges[index + 3];
    if (fromY > latitude === toY > latitude) continue;
    const x = edges[index] + ((latitude - fromY) / (toY - fromY)) * (edges[index + 2] - edges[index]);
    if (x < longitude) count++;
  }
  return count;
}
