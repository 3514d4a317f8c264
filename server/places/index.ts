import { Worker } from 'node:worker_threads';
import { Gazetteer } from './gazetteer.ts';
import type { PlaceTable } from './placeTable.ts';

export { createGeocoder, type Geocoder } from './geocoding/geocoder.ts';
export { parseGeocoderUrl } from './geocoding/services.ts';
export { Gazetteer, type Nearest } from './gazetteer.ts';
export { type Place } from './placeTable.ts';

/** The towns of the world, read in a thread of their own when somebody first asks. */
export interface Places {
  /** Rejects when they could not be read; the next call tries again. */
  gazetteer(): Promise<Gazetteer>;
  close(): Promise<void>;
}

/** Opens nothing yet. */
export function createPlaces(): Places {
  let reading: Promise<Gazetteer> | null = null;
  let worker: Worker | null = null;
  const read = () =>
    new Promise<Gazetteer>((resolve, reject) => {
      worker = new Worker(new URL('worker.ts', import.meta.url), { name: 'places' });
      worker.unref();
      worker.once('message', (table: PlaceTable) => resolve(new Gazetteer(table)));
      worker.once('error', reject);
      // After the message this says nothing new.
      worker.once('exit', () => reject(new Error('The thread that reads the places ended.')));
    });
  return {
    gazetteer() {
      if (reading) return reading;
      const begun = read();
      reading = begun;
      begun.catch(() => (reading = null));
      return begun;
    },
    async close() {
      await worker?.terminate();
    },
  };
}
