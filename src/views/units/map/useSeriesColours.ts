import { useMemo, useState } from 'react';
import { SERIES_COLORS } from '../../../streams/pipeline/fleetColumns.ts';

/** Colour of series by unit, 1 to 6. */
export type SeriesColours = ReadonlyMap<number, number>;

const NONE: SeriesColours = new Map();

/**
 * A colour for each unit that is selected beside others. A unit keeps its colour for as long as it is selected,
 * whoever comes or goes; more units than there are colours have none.
 */
export function useSeriesColours(selected: readonly number[]): SeriesColours {
  const [given, setGiven] = useState(NONE);
  const next = coloursOf(selected, given);
  if (next !== given) setGiven(next);
  return selected.length > 1 ? next : NONE;
}

/** Tracks in the colours of their units; the same list until tracks or colours change. */
export function useColoured<Track extends { readonly unitId: number }>(
  tracks: readonly Track[],
  series: SeriesColours,
): readonly (Track & { readonly series?: number })[] {
  return useMemo(() => tracks.map((track) => ({ ...track, series: series.get(track.unitId) })), [tracks, series]);
}

/**
 * The colours of those that are selected now, from those that were given before; the same object when nothing changes.
 */
export function coloursOf(selected: readonly number[], before: SeriesColours): SeriesColours {
  const kept = new Map([...before].filter(([unitId]) => selected.includes(unitId)));
  const used = new Set(kept.values());
  // The one that was selected first comes last in the list.
  for (const unitId of selected.toReversed()) {
    if (kept.has(unitId)) continue;
    const free = Array.from({ length: SERIES_COLORS }, (_, index) => index + 1).find((each) => !used.has(each));
    if (free === undefined) break;
    kept.set(unitId, free);
    used.add(free);
  }
  const isSame = kept.size === before.size && [...kept].every(([unitId, series]) => before.get(unitId) === series);
  return isSame ? before : kept;
}
