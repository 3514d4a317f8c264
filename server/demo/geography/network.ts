import { hash } from '../random.ts';
import { loadLand, type LandMask } from './land.ts';
import { Projection } from './projection.ts';
import { REGIONS, type Region, type RegionKey } from './regions.ts';
import { loadStreets, type Streets } from './streets/index.ts';
import { forgetCities, townsOf, type Town } from './towns.ts';
import { buildTownRoads, type TownRoad } from './townRoads.ts';

/** Towns and roads of a region, and how to get from one to another. */
export interface Network {
  readonly region: Region;
  readonly projection: Projection;
  readonly towns: readonly Town[];
  readonly roads: readonly TownRoad[];
  /** Real streets, where the product has them: then there are no roads, and a place is a crossing of theirs. */
  readonly streets: Streets | null;
  /** Metres from town to town by the roads; all towns are joined. */
  distance(from: number, to: number): number;
  /** The road to take first from one town to another; -1 when already there. */
  firstRoad(from: number, to: number): number;
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
    roads: [],
    streets,
    distance: (from, to) => DETOUR * Math.hypot(towns[from].x - towns[to].x, towns[from].y - towns[to].y),
    firstRoad: () => -1,
  };
}

function buildNetwork(region: Region, land: LandMask): Network {
  const projection = new Projection(region.latitude, region.longitude);
  const all = townsOf(region, projection, land);
  const drawn = buildTownRoads(all, projection, land);
  const joined = joinedWithBiggest(all.length, drawn);
  const number = new Map(joined.map((old, index) => [old, index]));
  const towns = joined.map((index) => all[index]);
  const roads = drawn
    .filter((road) => number.has(road.from))
    .map((road) => ({ ...road, from: number.get(road.from) ?? 0, to: number.get(road.to) ?? 0 }));
  const { distances, first } = shortestPaths(towns.length, roads);
  return {
    region,
    projection,
    towns,
    roads,
    streets: null,
    distance: (from, to) => distances[from * towns.length + to],
    firstRoad: (from, to) => first[from * towns.length + to],
  };
}

/** Towns that can be reached from the biggest one, in their order. */
function joinedWithBiggest(count: number, roads: readonly TownRoad[]): number[] {
  const reached = new Set([0]);
  for (let before = 0; before !== reached.size;) {
    before = reached.size;
    for (const { from, to } of roads) {
      if (reached.has(from)) reached.add(to);
      else if (reached.has(to)) reached.add(from);
    }
  }
  return Array.from({ length: count }, (_, index) => index).filter((index) => reached.has(index));
}

/** Floyd–Warshall: fifty towns need a hundred thousand steps, once. */
function shortestPaths(count: number, roads: readonly TownRoad[]): { distances: Float64Array; first: Int16Array } {
  const distances = new Float64Array(count * count).fill(Number.POSITIVE_INFINITY);
  const first = new Int16Array(count * count).fill(-1);
  for (let town = 0; town < count; town++) distances[town * count + town] = 0;
  for (const [index, { from, to, length }] of roads.entries()) {
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
