import { useMemo } from 'react';
import { TELEMETRY } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';

/** Places as finely as an address tells them apart: a hundred metres. */
const keyOf = ({ latitude, longitude }: Place): string => `${latitude.toFixed(3)},${longitude.toFixed(3)}`;

/** Where places lie in words; null while that is not known. Equal places are asked for once, all in one call. */
export function useAddresses(places: readonly (Place | null)[]): (place: Place | null) => string | null {
  const keys = [...new Set(places.flatMap((place) => (place === null ? [] : [keyOf(place)])))].slice(
    0,
    TELEMETRY.addresses,
  );
  const asked = keys.join(' ');
  const points = useMemo(
    () =>
      (asked === '' ? [] : asked.split(' ')).map((key) => {
        const [latitude, longitude] = key.split(',').map(Number);
        return { latitude, longitude };
      }),
    [asked],
  );
  const { value, loading } = useAnswer('getAddresses', points.length === 0 ? null : { points });
  // While other places are asked for, the last answer is of the places before.
  const known = useMemo(
    () => new Map(loading ? [] : points.map((point, index) => [keyOf(point), value?.addresses[index]])),
    [points, value, loading],
  );
  return (place) => (place === null ? null : (known.get(keyOf(place)) ?? null));
}
