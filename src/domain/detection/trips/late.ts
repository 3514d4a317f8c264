import type { Instant } from '../../base/index.ts';
import type { Anchor } from '../shared/index.ts';
import { NONE, type TripDetectorState } from './state.ts';

/** Rows that begin at or after these instants were derived after an anchor; all others before it. */
export type RowStarts = Readonly<Record<'trips' | 'parkings' | 'noData' | 'idlings' | 'discarded', Instant>>;

/** What a run from the anchor finds again: a parking and idling that are under way there, whole. */
export function rowsAfter(anchor: Anchor<TripDetectorState> | null): RowStarts {
  if (!anchor)
    return { trips: -Infinity, parkings: -Infinity, noData: -Infinity, idlings: -Infinity, discarded: -Infinity };
  const { time, state } = anchor;
  const idlings = state.idling.since === NONE ? time : state.idling.since;
  return { trips: time, parkings: state.stretch.since, noData: time, idlings, discarded: time };
}
