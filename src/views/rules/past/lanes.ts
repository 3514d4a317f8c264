import type { ComparedFiring } from '../../../domain/backtest/index.ts';
import type { Interval } from '../../../domain/base/index.ts';

/** The firings of a unit along the time. */
export interface PastLane {
  readonly unitId: number;
  /** Those that are drawn: of several of one kind at one place the first. */
  readonly firings: readonly ComparedFiring[];
  readonly count: number;
}

/** Places along a lane that look different. */
const PLACES = 400;

/** A lane for each unit with firings, those with most first. */
export function lanesOf(firings: readonly ComparedFiring[], { from, to }: Interval): PastLane[] {
  return [...Map.groupBy(firings, ({ unitId }) => unitId)]
    .map(([unitId, own]) => ({ unitId, firings: drawn(own, from, to), count: own.length }))
    .sort((one, other) => other.count - one.count || one.unitId - other.unitId);
}

function drawn(firings: readonly ComparedFiring[], from: number, to: number): ComparedFiring[] {
  const seen = new Set<string>();
  return firings.filter(({ at, end, change }) => {
    const place = Math.floor(((at - from) / (to - from)) * PLACES);
    const isLong = ((end ?? to) - at) / (to - from) > 1 / PLACES;
    const key = `${change}${place}`;
    if (seen.has(key) && !isLong) return false;
    seen.add(key);
    return true;
  });
}
