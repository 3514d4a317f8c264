import { parentPort } from 'node:worker_threads';
import { packPlaces } from './placeTable.ts';
import { readTowns } from './towns.ts';

parentPort?.postMessage(packPlaces(readTowns().map((town) => ({ ...town, otherNames: town.names ?? [] }))));
