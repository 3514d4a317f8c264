import { useMemo, useState } from 'react';
import { TELEMETRY } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';

/** Places as finely as an address tells them apart: a hundred metres. */
const keyOf = ({ latitude, longitude }: Place): string => `${latitude.toFixed(3)},${longitude.toFixed(3)}`;

/** Where places lie in words; null while that is not known. Each is asked for once, as many as a call takes at a time. */
export function useAddresses(places: readonly (Place | null)[]): (place: Place | null) => string | null {
  const { language } = useTranslation().i18n;
  const [kept, setKept] = useState<Known>({ language, words: new Map() });
  const known = kept.language === language ? kept.words : NOTHING;
  const keys = [...new Set(places.flatMap((place) => (place === null ? [] : [keyOf(place)])))];
  const asked = keys
    .filter((key) => !known.has(key))
    .slice(0, TELEMETRY.addresses)
    .join(' ');
  const points = useMemo(() => pointsOf(asked), [asked]);
  const { value, loading, problem } = useAnswer('getAddresses', points.length === 0 ? null : { points });
  // While other places are asked for, and where they could not be, the last answer is of the places before.
  const words = loading || problem !== null || value?.addresses.length !== points.length ? null : value.addresses;
  // What has just come is kept before anything is drawn without it.
  if (words !== null && points.some((point) => !known.has(keyOf(point))))
    setKept({
      language,
      words: new Map([...known, ...points.map((point, index) => [keyOf(point), words[index]] as const)]),
    });
  return (place) => (place === null ? null : (known.get(keyOf(place)) ?? null));
}

interface Known {
  readonly language: string;
  readonly words: ReadonlyMap<string, string>;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

/** The points of keys with blanks between them. */
function pointsOf(keys: string): Place[] {
  return (keys === '' ? [] : keys.split(' ')).map((key) => {
    const [latitude, longitude] = key.split(',').map(Number);
    return { latitude, longitude };
  });
}
