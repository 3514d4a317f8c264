import type { Place } from '../../../domain/unitEvent/index.ts';

/** Places as finely as an address in a list distinguishes them: a hundred metres. */
export const placeKey = ({ latitude, longitude }: Place): string => `${latitude.toFixed(3)},${longitude.toFixed(3)}`;

/** The points of such keys. */
export function pointsOf(keys: readonly string[]): Place[] {
  return keys.map((key) => {
    const [latitude, longitude] = key.split(',').map(Number);
    return { latitude, longitude };
  });
}
