import { useEffect, useReducer, useState } from 'react';
import { HOUR, MINUTE, SECOND, floorTo, type Interval } from '../../../domain/base/index.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useFleet, type TrackSeries } from '../../shared/services/fleet.ts';
import { useStorePart } from '../../shared/services/store.ts';

/** How much of the track is drawn on either side of the shown instant. */
const REACH = HOUR;
/** The drawn window moves in steps, so that it is not read again with every second. */
const STEP = 30 * MINUTE;
/** While live, the end of the track is read again this often. */
const LIVE_STEP = 30 * SECOND;
/** More exact tracks than this are a tangle; the fleet's trails are for that. */
const MAXIMUM = 20;

/** What decides which of a unit's fixes are valid: filters of devices, and which devices a unit carries. */
const FILTER_SUBJECTS = ['device', 'unit'] as const;

const NONE: readonly TrackSeries[] = [];

/** The recorded ways of the selected units around the shown instant; those of a whole interval where one is given. */
export function useTracks(unitIds: readonly number[], whole: Interval | null, wanted: boolean): readonly TrackSeries[] {
  const { track, timeline } = useFleet();
  const { onChange } = useCalls();
  const [round, refilter] = useReducer((count: number) => count + 1, 0);
  useEffect(() => (wanted ? onChange(FILTER_SUBJECTS, refilter) : undefined), [onChange, wanted]);
  // The clock is updated ten times a second: the screen is rendered when the window moves alone.
  const mode = useStorePart(timeline, (state) => state.mode);
  const step = useStorePart(timeline, (state) =>
    whole === null ? floorTo(state.instant, state.mode === 'live' ? LIVE_STEP : STEP) : 0,
  );
  const [from, to] = [
    whole?.from ?? step - REACH,
    whole?.to ?? (mode === 'live' ? step + LIVE_STEP : step + STEP + REACH),
  ];
  const [read, setRead] = useState({ key: '', tracks: NONE });
  const key = unitIds.slice(0, MAXIMUM).join(',');
  const shown = whole === null ? key : `${key} ${from} ${to}`;
  useEffect(() => {
    if (!wanted || key === '') return;
    const stopping = new AbortController();
    const interval = { from, to };
    const load = async (): Promise<void> => {
      const answers = await Promise.all(
        key.split(',').map((unitId) => track(Number(unitId), interval, stopping.signal)),
      );
      // A track that could not be read is left out; the presence says that the server is away.
      setRead({
        key: shown,
        tracks: answers.flatMap((answer) => (answer.ok && answer.value.times.length > 0 ? [answer.value] : [])),
      });
    };
    load().catch((error: unknown) => {
      if (!stopping.signal.aborted) throw error;
    });
    return () => stopping.abort();
  }, [key, shown, wanted, from, to, track, round]);
  return wanted && read.key === shown ? read.tracks : NONE;
}
