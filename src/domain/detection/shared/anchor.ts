import type { Instant } from '../../base/index.ts';

/** A state to go back to: nothing that was reported after `time` has a part in it. */
export interface Anchor<State> {
  readonly time: Instant;
  readonly state: State;
}

/**
 * The latest of the anchors (in order of time) that a report of `late` cannot change; null when the
 * run has to begin with the first report.
 */
export function anchorBefore<State>(anchors: readonly Anchor<State>[], late: Instant): Anchor<State> | null {
  let low = 0;
  let high = anchors.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (anchors[middle].time < late) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : anchors[low - 1];
}
