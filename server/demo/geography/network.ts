import { hash } from '../random.ts';
import { loadLand, type LandMask } from './land.ts';
import { Projection } from './projection.ts';
import { REGIONS, type Region, type RegionKey } from './regions.ts';
import { loadStreets, type Streets } from './streets/index.ts';
import { forgetCities, townsOf, type Town } from './towns.ts';
import { buildWays, type Way } from './ways.ts';

/** Towns and ways of a region, and how to get from one to another. */
export interface Network {
  readonly region: Region;
  readonly projection: Projection;
  readonly towns: readonly Town[];
  readonly ways: readonly Way[];
  /** Real streets, where the product has them: then there are no ways, and a place is a crossing of theirs. */
  readonly streets: Streets | null;
  /** Metres from town to town by the ways; all towns are joined. */
  distance(from: number, to: number): number;
  /** The way to take first on the road from one town to another; -1 when already there. */
  firstWay(from: number, to: number): number;
}

/** Builds the regions asked for. Takes about a second and a half for all: call it off the server's loop. */
export function loadNetworks(keys: Iterable<RegionKey>): Map<RegionKey, Network> {
  const land = loadLand();
  const networks = new Map<RegionKey, Network>();
  for (const key of keys) if (!networks.has(key)) networks.set(key, networkOf(REGIONS[key], land));
  forgetCities();
  return networks;
}

const networkOf = (region: Region, land: LandMask): Network =>
  region.key === 'liechtenstein' ? streetNetwork(region) : buildNetwork(region, land);

/** A road is so much longer than the line between its ends. */
const DETOUR = 1.35;

function streetNetwork(region: Region): Network {
  const projection = new Projection(region.latitude, region.longitude);
  const streets = loadStreets(projection);
  const towns = streets.places.map(({ name, population, latitude, longitude }, index): Town => {
    const [x, y] = projection.toMap(latitude, longitude);
    const grid = { rotation: 0, blockX: 120, blockY: 120, reach: 8, radius: 1_200 };
    return { name, population, seed: hash(population, index), x, y, ...grid };
  });
  return {
    region,
    projection,
    towns,
    ways: [],
    streets,
    distance: (from, to) => DETOUR * Math.hypot(towns[from].x - towns[to].x, towns[from].y - towns[to].y),
    firstWay: () => -1,
  };
}

function buildNetwork(region: Region, land: LandMask): Network {
  const projection = new Projection(region.latitude, region.longitude);
  const all = townsOf(region, projection, land);
  const drawn = buildWays(all, projection, land);
  const joined = joinedWithBiggest(all.length, drawn);
  const number = new Map(joined.map((old, index) => [old, index]));
  const towns = joined.map((index) => all[index]);
  const ways = drawn
    .filter((way) => number.has(way.from))
    .map((way) => ({ ...way, from: number.get(way.from) ?? 0, to: number.get(way.to) ?? 0 }));
  const { distances, first } = shortestPaths(towns.length, ways);
  return {
    region,
    projection,
    towns,
    ways,
    streets: null,
    distance: (from, to) => distances[from * towns.length + to],
    firstWay: (from, to) => first[from * towns.length + to],
  };
}

/** Towns that can be reached from the biggest one, in their order. */
function joinedWithBiggest(count: number, ways: readonly Way[]): number[] {
  const reached = new Set([0]);
  for (let before = 0; before !== reached.size;) {
    before = reached.size;
    for (const { from, to } of ways) {
      if (reached.has(from)) reached.add(to);
      else if (reached.has(to)) reached.add(from);
    }
  }
  return Array.from({ length: count }, (_, index) => index).filter((index) => reached.has(index));
}

/** Floyd–Warshall: fifty towns need a hundred thousand steps, once. */
function shortestPaths(count: number, ways: readonly Way[]): { distances: Float64Array; first: Int16Array } {
  const distances = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
  const first = new Int16Array(count * count).fill(-1);
  for (let town = 0; town < count; town++) distances[town * count + town] = 0;
  for (const [index, { from, to, length }] of ways.entries()) {
    distances[from * count + to] = distances[to * count + from] = length;
    first[from * count + to] = first[to * count + from] = index;
  }
  for (let middle = 0; middle < count; middle++) {
    for (let from = 0; from < count; from++) {
      for (let to = 0; to < count; to++) {
        const around = distances[from * count + middle] + distances[middle * count + to];
        if (around >= distances[from * count + to]) continue;
        distances[from * count + to] = around;
        first[from * count + to] = first[from * count + middle];
      }
    }
  }
  return { distances, first };
}
