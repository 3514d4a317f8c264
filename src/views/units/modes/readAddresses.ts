import { TELEMETRY } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import type { Calls } from '../../shared/services/callsContext.ts';
import { placeKey, pointsOf } from './places.ts';

/**
 * Where places lie in words, of any number of them; coordinates where that cannot be had. Addresses that a geocoder still
 * looks for are the towns that stand in for them: a file is not kept waiting for a service that takes one point a second.
 */
export async function readAddresses(
  call: Calls['call'],
  places: readonly (Place | null)[],
  signal: AbortSignal,
  onProgress: (progress: { done: number; total: number }) => void,
): Promise<(place: Place | null) => string> {
  const keys = [...new Set(places.flatMap((place) => (place === null ? [] : [placeKey(place)])))];
  const known = new Map<string, string>();
  for (let start = 0; start < keys.length && !signal.aborted; start += TELEMETRY.addresses) {
    onProgress({ done: start, total: keys.length });
    const some = keys.slice(start, start + TELEMETRY.addresses);
    const answer = await call('getAddresses', { points: pointsOf(some) }, signal);
    if (!answer.ok) break;
    for (const [index, key] of some.entries()) known.set(key, answer.value.addresses[index] ?? '');
  }
  return (place) =>
    place === null ? '' : known.get(placeKey(place)) || `${place.latitude.toFixed(5)}, ${place.longitude.toFixed(5)}`;
}
