import { TELEMETRY } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import type { ExportProgress } from '../../shared/list/readEveryPage.ts';
import type { Calls } from '../../shared/services/callsContext.ts';
import { placeKey, pointsOf } from './places.ts';

/** Ways to end the reading of addresses. */
export interface AddressReading {
  readonly signal: AbortSignal;
  /** Aborted: the towns will do for what is not known yet. */
  readonly hurry: AbortSignal;
  readonly onProgress: (progress: ExportProgress) => void;
}

/**
 * Where places lie in words, of any number of them; coordinates where that cannot be had. Addresses that a geocoder
 * still looks for, at one point a second, are asked for again until they are there, it answers no more, or somebody is
 * in a hurry: then they are the towns that stand in for them.
 */
export async function readAddresses(
  call: Calls['call'],
  places: readonly (Place | null)[],
  { signal, hurry, onProgress }: AddressReading,
): Promise<(place: Place | null) => string> {
  const keys = [...new Set(places.flatMap((place) => (place === null ? [] : [placeKey(place)])))];
  const known = new Map<string, string>();
  let open: readonly string[] = keys;
  while (open.length > 0 && !signal.aborted) {
    const pending: string[] = [];
    for (let start = 0; start < open.length && !signal.aborted; start += TELEMETRY.addresses) {
      // The first time all are asked for, as there is no town of those that were not.
      if (hurry.aborted && open !== keys) return wordsOf(known);
      onProgress({ done: keys.length - open.length + start - pending.length, total: keys.length });
      const some = open.slice(start, start + TELEMETRY.addresses);
      const answer = await call('getAddresses', { points: pointsOf(some) }, signal);
      if (!answer.ok) return wordsOf(known);
      for (const [index, key] of some.entries()) known.set(key, answer.value.addresses[index] ?? '');
      pending.push(...answer.value.pending.map((index) => some[index]));
    }
    // Where all of them are left, the geocoder does not answer.
    if (pending.length === open.length) break;
    open = pending;
  }
  return wordsOf(known);
}

const wordsOf =
  (known: ReadonlyMap<string, string>) =>
  (place: Place | null): string =>
    place === null ? '' : known.get(placeKey(place)) || `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`;
