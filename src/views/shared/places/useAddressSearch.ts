import { useCallback, useState } from 'react';
import type { Found } from '../../../api/contract/index.ts';
import { useAnswer } from '../services/calls.ts';

const NO_ADDRESSES: readonly Found[] = [];

/** Addresses of some words, and whether they may be asked for. */
export interface AddressSearch {
  readonly text: string;
  /** They can be asked for, and were not. */
  readonly isOffered: boolean;
  ask(): void;
  readonly found: readonly Found[];
  readonly waiting: boolean;
  readonly failed: boolean;
  /** The geocoder did not answer. */
  readonly away: boolean;
}

/**
 * Addresses of the words, once somebody presses for them: geocoders forbid to be asked at every letter. `canAsk`: there
 * is a geocoder, and what is known without it was listed.
 */
export function useAddressSearch(text: string, canAsk: boolean): AddressSearch {
  const [wanted, setWanted] = useState<string | null>(null);
  const isWanted = wanted !== null && wanted === text;
  const { value, loading, problem } = useAnswer('findAddresses', isWanted ? { text } : null);
  const isKnown = isWanted && !loading && value !== null;
  return {
    text,
    isOffered: canAsk && !isWanted,
    ask: useCallback(() => setWanted(text), [text]),
    found: isKnown ? value.found : NO_ADDRESSES,
    waiting: isWanted && loading,
    failed: isWanted && problem !== null,
    away: isKnown && value.towns_only,
  };
}
