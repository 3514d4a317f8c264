import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { Addresses } from '../../../api/contract/index.ts';
import { SECOND, TELEMETRY } from '../../../domain/base/index.ts';
import type { Place } from '../../../domain/unitEvent/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { placeKey, pointsOf } from './places.ts';

/** Milliseconds after which addresses that a geocoder still looks for are asked for again. */
const AGAIN = 4 * SECOND;

/**
 * Where places lie in words; null while that is not known. Each is asked for once, as many as a call takes at a time;
 * a town that stands in for an address, until the geocoder found it.
 */
export function useAddresses(places: readonly (Place | null)[]): (place: Place | null) => string | null {
  const { language } = useTranslation().i18n;
  const [kept, setKept] = useState<Known>({ language, words: NOTHING, meanwhile: NOTHING });
  const known = kept.language === language ? kept : { language, words: NOTHING, meanwhile: NOTHING };
  const keys = [...new Set(places.flatMap((place) => (place === null ? [] : [placeKey(place)])))];
  const asked = keys
    .filter((key) => !known.words.has(key))
    .slice(0, TELEMETRY.addresses)
    .join(' ');
  const points = useMemo(() => pointsOf(asked === '' ? [] : asked.split(' ')), [asked]);
  const { value, loading, problem, reload } = useAnswer('getAddresses', points.length === 0 ? null : { points });
  // While other places are asked for, and where they could not be, the last answer is of the places before.
  const answer = loading || problem !== null || value?.addresses.length !== points.length ? null : value;
  // A new answer is kept before anything is drawn without it.
  if (answer !== null && points.some((point, index) => isNew(known, placeKey(point), answer, index))) {
    const [words, meanwhile] = [new Map(known.words), new Map(known.meanwhile)];
    for (const [index, point] of points.entries())
      (answer.pending.includes(index) ? meanwhile : words).set(placeKey(point), answer.addresses[index]);
    setKept({ language, words, meanwhile });
  }
  const isPending = answer !== null && answer.pending.length > 0;
  const readAgain = useEffectEvent(reload);
  useEffect(() => {
    if (!isPending) return undefined;
    const timer = setTimeout(() => readAgain(), AGAIN);
    return () => clearTimeout(timer);
  }, [isPending]);
  return (place) =>
    place === null ? null : (known.words.get(placeKey(place)) ?? known.meanwhile.get(placeKey(place)) ?? null);
}

interface Known {
  readonly language: string;
  readonly words: ReadonlyMap<string, string>;
  /** Towns that stand in for addresses. */
  readonly meanwhile: ReadonlyMap<string, string>;
}

const NOTHING: ReadonlyMap<string, string> = new Map();

function isNew({ words, meanwhile }: Known, key: string, { addresses, pending }: Addresses, index: number): boolean {
  return pending.includes(index) ? meanwhile.get(key) !== addresses[index] : !words.has(key);
}
