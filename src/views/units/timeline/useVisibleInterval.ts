import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import { useNow } from './hooks.ts';
import { moved, zoomed } from '../../shared/time/ruler.ts';
import type { PlaybackView } from './types.ts';
import { DEFAULT_LENGTH, MAXIMUM_LENGTH, around, boundsOf, following, timeStep, upToNow, withRoom } from './window.ts';

/** Either it ends at the present and moves with it, or it is fixed. */
type Window =
  | { readonly moving: true; readonly length: number }
  | { readonly moving: false; readonly interval: Interval };

export interface VisibleInterval {
  readonly visible: Interval;
  /** The present, in steps that can be seen on the ruler. */
  readonly present: Instant;
  /** Longer or shorter by `factor` around `held`, or around the shown instant when left out. */
  zoom(factor: number, anchor?: Instant): void;
  pan(milliseconds: number): void;
  setLength(length: number): void;
  /** Shows an interval as soon as time is in it. */
  show(interval: Interval): void;
  /** Lets the ruler end at the present again. */
  followNow(): void;
}

interface Options {
  readonly playback: PlaybackView;
  readonly timeline: ReadableStore<TimelineState>;
  readonly span: ReadableStore<Interval>;
  /** An interval that is to be seen; another object asks again. */
  readonly wanted: WantedInterval | null;
  now(): Instant;
}

/** Asked of the timeline from outside, for example by a chosen trip. */
export interface WantedInterval {
  readonly interval: Interval;
}

const lengthOf = (interval: Interval): number => interval.to - interval.from;

/** Which part of time the ruler and the charts show, and how it moves. */
export function useVisibleInterval({ playback, timeline, span, wanted: asked, now }: Options): VisibleInterval {
  const live = playback.state === 'live';
  const [window, setWindow] = useState<Window>(() =>
    live
      ? { moving: true, length: DEFAULT_LENGTH }
      : { moving: false, interval: around(timeline.getSnapshot().instant, DEFAULT_LENGTH, now()) },
  );
  const length = window.moving ? window.length : lengthOf(window.interval);
  const present = useNow(now, timeStep(length));
  const visible = useMemo(() => (window.moving ? upToNow(window.length, present) : window.interval), [window, present]);

  const [wasLive, setWasLive] = useState(live);
  if (wasLive !== live) {
    setWasLive(live);
    setWindow(live ? { moving: true, length: Math.min(length, MAXIMUM_LENGTH) } : { moving: false, interval: visible });
  }

  const shown = useRef(visible);
  useLayoutEffect(() => {
    shown.current = visible;
  }, [visible]);

  useFileWindow(playback.fileName, span, setWindow);
  useFollowing(playback, timeline, now, shown, setWindow);
  useWanted(asked, timeline, setWindow);
  const [chosen, show] = useState<WantedInterval | null>(null);
  useWanted(chosen, timeline, setWindow);

  const { fileName } = playback;
  const settle = useCallback(
    (interval: Interval): void =>
      setWindow(
        live && interval.to >= now() ? { moving: true, length: lengthOf(interval) } : { moving: false, interval },
      ),
    [live, now],
  );
  const limits = useCallback(
    (wanted: number): Interval =>
      fileName === null ? boundsOf(span.getSnapshot(), now(), wanted) : withRoom(span.getSnapshot()),
    [fileName, span, now],
  );
  return {
    visible,
    present,
    zoom(factor, anchor = timeline.getSnapshot().instant) {
      const most = fileName === null ? MAXIMUM_LENGTH / length : Infinity;
      const wanted = Math.min(factor, most);
      const inside = anchor >= visible.from && anchor <= visible.to;
      settle(zoomed(visible, inside ? anchor : (visible.from + visible.to) / 2, wanted, limits(length * wanted)));
    },
    pan: (milliseconds) => settle(moved(visible, milliseconds, limits(length))),
    setLength(wanted) {
      if (live) setWindow({ moving: true, length: wanted });
      else setWindow({ moving: false, interval: around(timeline.getSnapshot().instant, wanted, now()) });
    },
    show: (interval) => show({ interval }),
    followNow: () => setWindow({ moving: true, length: Math.min(length, MAXIMUM_LENGTH) }),
  };
}

/** A file is shown as a whole. */
function useFileWindow(
  fileName: string | null,
  span: ReadableStore<Interval>,
  setWindow: (window: Window) => void,
): void {
  useEffect(() => {
    if (fileName === null) return;
    // The source may announce its span a moment after the file's name is known.
    const fit = (): void => setWindow({ moving: false, interval: withRoom(span.getSnapshot()) });
    fit();
    return span.subscribe(fit);
  }, [fileName, span, setWindow]);
}

/**
 * Shows an interval that was asked for, once time is in it: a ruler that moved sooner would be called back to where
 * time was.
 */
function useWanted(
  wanted: WantedInterval | null,
  timeline: ReadableStore<TimelineState>,
  setWindow: (window: Window) => void,
): void {
  useEffect(() => {
    if (wanted === null) return;
    const { from, to } = wanted.interval;
    let done = false;
    const show = (): void => {
      const { instant } = timeline.getSnapshot();
      if (done || instant < from || instant > to) return;
      done = true;
      setWindow({ moving: false, interval: withRoom(wanted.interval) });
    };
    show();
    return timeline.subscribe(show);
  }, [wanted, timeline, setWindow]);
}

/** Keeps the shown instant on the ruler, unless the person moved the ruler away from it while time flows. */
function useFollowing(
  { state, direction }: PlaybackView,
  timeline: ReadableStore<TimelineState>,
  now: () => Instant,
  shown: { readonly current: Interval },
  setWindow: (window: Window) => void,
): void {
  const before = useRef(state);
  useEffect(() => {
    const wasDragged = before.current === 'scrubbing';
    before.current = state;
    if (state === 'live' || state === 'scrubbing') return;
    let previous = timeline.getSnapshot().instant;
    const reveal = (): void => {
      const next = following(shown.current, previous, state === 'playing' ? direction : 0, now());
      if (next !== null) setWindow({ moving: false, interval: next });
    };
    // The action that led here may have set the clock before this view followed it. A hand sets it on the ruler only:
    // where the clock is still as it was before, the ruler must not be called back there from under the hand.
    if (!wasDragged) reveal();
    return timeline.subscribe(() => {
      const { instant } = timeline.getSnapshot();
      if (instant === previous) return;
      const { from, to } = shown.current;
      const movedAway = state === 'playing' && (previous < from || previous > to);
      previous = instant;
      if (!movedAway) reveal();
    });
  }, [state, direction, timeline, now, shown, setWindow]);
}
