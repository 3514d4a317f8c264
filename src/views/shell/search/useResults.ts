import { useContext, useMemo } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
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
  const matching = useMemo(
    () =>
      searchResults(localUnits(units, text), found ?? [], mapPath, canOpen, matchingCommands(commands, text), recent),
    [units, text, found, mapPath, canOpen, commands, recent],
  );
  const isEmpty = text.trim() === '';
  return {
    results: isEmpty ? recent : matching,
    recent: isEmpty,
    asked: text.trim().length >= LENGTH.searchText.min,
    waiting: rested !== text.trim() || answer.loading,
    failed: answer.problem !== null,
  };
}
