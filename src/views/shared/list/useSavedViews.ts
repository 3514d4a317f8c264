import { useEffect, useRef } from 'react';
import type { SavedView, SavedViewList } from '../../../domain/savedView/index.ts';
import { useAnswer, type Answer } from '../services/calls.ts';

/** The kept views of a list, as far as they were answered. */
export interface SavedViewsAnswer {
  /** Of which list; left out where it keeps none. */
  readonly list: SavedViewList | undefined;
  readonly answer: Answer<{ readonly views: readonly SavedView[] }>;
  readonly views: readonly SavedView[];
  /** The one that the list opens with. */
  readonly opening: SavedView | undefined;
}

const NONE: readonly SavedView[] = [];

/** Asks for the views of a list. */
export function useSavedViews(list: SavedViewList | undefined): SavedViewsAnswer {
  const answer = useAnswer('getSavedViews', list === undefined ? null : { list });
  const views = answer.value?.views ?? NONE;
  return { list, answer, views, opening: views.find((view) => view.is_default) };
}

/**
 * Opens a list with its view where its address asks nothing. True until that is done: rows that are
 * asked of the server wait until it is known which. Where the views cannot be had, the list opens by itself.
 */
export function useOpeningView(
  { list, answer, opening }: SavedViewsAnswer,
  asksNothing: boolean,
  show: (view: SavedView) => void,
): boolean {
  const wanted = asksNothing ? opening : undefined;
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    // Once for each visit: what it writes makes the address ask for something.
    if (wanted !== undefined) latest.current(wanted);
  }, [wanted]);
  return (
    list !== undefined && asksNothing && (opening !== undefined || (answer.value === null && answer.problem === null))
  );
}
