import { useContext, useMemo } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useAddressSearch } from '../../shared/places/useAddressSearch.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { FleetContext, type UnitsState } from '../../shared/services/fleet.ts';
import { useStore, type ReadableStore } from '../../shared/services/store.ts';
import { useLater } from '../../shared/time/useLater.ts';
import { matchingCommands, type Command } from './commands.ts';
import { localUnits, searchResults, type SearchResult } from './results.ts';

const NO_UNITS: UnitsState = { units: [], byId: new Map(), loading: false, problem: null };
const NOWHERE: ReadableStore<UnitsState> = { subscribe: () => () => undefined, getSnapshot: () => NO_UNITS };

export interface Results {
  readonly results: readonly SearchResult[];
  /** Nothing is typed: they are what was opened lately. */
  readonly recent: boolean;
  /** Enough was typed to ask the server. */
  readonly asked: boolean;
  readonly waiting: boolean;
  readonly failed: boolean;
  /** Addresses were asked for, and the geocoder did not answer. */
  readonly addressesAway: boolean;
}

/** What the page knows at once, with what the server found once the typing rests. */
export function useResults(
  text: string,
  mapPath: string,
  canOpen: (path: string) => boolean,
  commands: readonly Command[],
  recent: readonly SearchResult[],
): Results {
  const { units } = useStore(useContext(FleetContext)?.units ?? NOWHERE);
  const rested = useLater(text.trim());
  const isAsked = rested.length >= LENGTH.searchText.min;
  const answer = useAnswer('searchAll', isAsked ? { text: rested } : null);
  const found = isAsked && rested === text.trim() && !answer.loading ? answer.value?.found : undefined;
  const addresses = useAddressSearch(rested, found !== undefined && answer.value?.addresses === true);
  const offer = useAddressOffer(addresses);
  const matching = useMemo(() => {
    const all = [...(found ?? []), ...addresses.found];
    const results = searchResults(
      localUnits(units, text),
      all,
      mapPath,
      canOpen,
      matchingCommands(commands, text),
      recent,
    );
    return offer === null || !canOpen(mapPath) ? results : [...results, offer];
  }, [units, text, found, addresses.found, offer, mapPath, canOpen, commands, recent]);
  const isEmpty = text.trim() === '';
  return {
    results: isEmpty ? recent : matching,
    recent: isEmpty,
    asked: text.trim().length >= LENGTH.searchText.min,
    waiting: rested !== text.trim() || answer.loading || addresses.waiting,
    failed: answer.problem !== null || addresses.failed,
    addressesAway: addresses.away,
  };
}

/** The line that asks for addresses; null where they were asked for, or cannot be. */
function useAddressOffer({ text, ask, isOffered }: ReturnType<typeof useAddressSearch>): SearchResult | null {
  const { t } = useTranslation();
  return useMemo(
    () =>
      isOffered
        ? {
            key: 'addresses',
            kind: 'place',
            title: t('search.addresses', { text }),
            detail: '',
            path: '',
            query: {},
            run: ask,
            stays: true,
          }
        : null,
    [isOffered, ask, text, t],
  );
}
