import { setTimeout as sleep } from 'node:timers/promises';
import type { Found } from '../../../src/api/contract/index.ts';
import { success, type Instant } from '../../../src/domain/base/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { Handlers } from '../../call/types.ts';
import type { Geocoder, Places } from '../../places/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { addressOf, townFound } from '../shared/index.ts';
import { keepAddress, pointKey, readKeptAddresses, roundPoint, type RoundedPoint } from './keptAddresses.ts';

export { purgeAddresses } from './keptAddresses.ts';

export interface AddressServices {
  readonly places: Places;
  readonly problems: Problems;
  readonly database: Queryable;
  /** Null: only towns are known, which the gazetteer has without a network. */
  readonly geocoder: NamedGeocoder | null;
  /** Runs what no answer waits for, and logs where it fails. */
  readonly background: { run(work: () => Promise<void>): void };
  /** Resolves after so many milliseconds; left out: by the clock. */
  wait?(milliseconds: number): Promise<unknown>;
}

/** A geocoder and what its answers are kept under. */
export interface NamedGeocoder extends Geocoder {
  readonly source: string;
}

/**
 * Milliseconds that a call waits for the geocoder; what comes later is kept, and answered when it is asked for again.
 */
const PATIENCE = 2_000;
const MOST_FOUND = 8;

/** tracking-service: where points lie in words, and points by their words. */
export function createAddressHandlers(services: AddressServices): Pick<Handlers, 'getAddresses' | 'findAddresses'> {
  const { places, problems, geocoder } = services;
  return {
    async getAddresses({ points }, { lang, now }) {
      const gazetteer = await places.gazetteer();
      const exact =
        geocoder === null ? null : await readExact({ ...services, geocoder }, points.map(roundPoint), lang, now);
      return success({
        addresses: points.map(
          (point) =>
            exact?.words.get(pointKey(point)) || addressOf(gazetteer, point.latitude, point.longitude, lang, problems),
        ),
        pending: points.flatMap((point, index) => (exact?.pending.has(pointKey(point)) ? [index] : [])),
      });
    },
    async findAddresses({ text, near }, { lang }) {
      const towns = async (): Promise<Found[]> =>
        (await places.gazetteer()).find(text, MOST_FOUND).map((place) => townFound(place, lang));
      if (geocoder === null) return success({ found: await towns(), towns_only: true });
      try {
        const found = await geocoder.search(text, lang, near ?? null);
        return success({ found: found.map((each): Found => ({ kind: 'place', id: 0, ...each })), towns_only: false });
      } catch {
        // Logged where it fails; the towns are known without it.
        return success({ found: await towns(), towns_only: true });
      }
    },
  };
}

/** What the geocoder knows of points, by their keys, and those that it was asked for and has not answered yet. */
async function readExact(
  { database, geocoder, background, wait = sleep }: AddressServices & { readonly geocoder: NamedGeocoder },
  points: readonly RoundedPoint[],
  lang: string,
  now: Instant,
): Promise<{ readonly words: ReadonlyMap<string, string>; readonly pending: ReadonlySet<string> }> {
  const { source } = geocoder;
  const words = await readKeptAddresses(database, source, lang, points);
  const missing = new Map(points.map((point) => [pointKey(point), point] as const).filter(([key]) => !words.has(key)));
  const pending = new Set(missing.keys());
  const asked = [...missing].map(async ([key, point]) => {
    try {
      const found = (await geocoder.reverse(point.latitude, point.longitude, lang)) ?? '';
      words.set(key, found);
      background.run(() => keepAddress(database, { source, lang, point, words: found, now }));
    } catch {
      // It failed, which is logged there, or is asked for too much: the town has to do, and the next call tries again.
    }
    pending.delete(key);
  });
  if (asked.length > 0) await Promise.race([Promise.all(asked), wait(PATIENCE)]);
  return { words: new Map(words), pending: new Set(pending) };
}
