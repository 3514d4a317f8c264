import { useCallback, useEffect, useRef, useState } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { readViewState, writeViewState, type ViewState } from '../../shared/unit/viewState.ts';

/** While time runs the address follows this often; every stop is written at once. */
const FOLLOW = 5 * SECOND;

/** The view that the address asked for when the screen was opened. */
export function useLinkedView(): ViewState {
  const { query } = useScreenPath();
  const [first] = useState(() => readViewState(query));
  return first;
}

/** Brings the timeline to what a link says, once. */
export function useLinkedTimeline(linked: ViewState, mayReplay: boolean): void {
  const { sendPlayback } = useFleet();
  const done = useRef(false);
  useEffect(() => {
    if (done.current || !mayReplay) return;
    done.current = true;
    if (Math.abs(linked.speed) > 1) sendPlayback({ type: 'playback.setSpeed', speed: Math.abs(linked.speed) });
    if (linked.instant === null) return;
    sendPlayback({ type: 'playback.seek', instant: linked.instant });
    if (linked.interval) sendPlayback({ type: 'playback.setLoop', loop: linked.interval });
  }, [linked, mayReplay, sendPlayback]);
}

/**
 * Keeps units, interval, instant, speed, camera, trails, charts, the instant beside, the filter and whether refused
 * fixes are drawn in the address, so that it can be sent to others.
 */
export function useAddress({
  units,
  camera,
  trails,
  refused,
  charts,
  beside,
  filter,
}: Omit<ViewState, 'interval' | 'instant' | 'speed'>): void {
  const { playback, timeline } = useFleet();
  const { query, visit, isCurrent, replaceQuery } = useScreenPath();
  const state = useStore(playback);
  const latest = useRef({ query, isCurrent });
  useEffect(() => {
    latest.current = { query, isCurrent };
  });
  /** What the address should say; null while something newer was on its way to it. */
  const wanted = useRef<string | null>(null);
  const write = useCallback(() => {
    const rendered = latest.current;
    wanted.current = null;
    // The query of a link (`?show=12`) must not be overwritten before it is read.
    if (!rendered.isCurrent()) return;
    const next = writeViewState(
      {
        units,
        interval: state.loop,
        instant: state.state === 'live' || state.fileName !== null ? null : Math.round(timeline.getSnapshot().instant),
        speed: state.state === 'live' ? 1 : state.speed * state.direction,
        camera,
        trails,
        refused,
        charts,
        beside,
        filter,
      },
      rendered.query,
    );
    wanted.current = next.toString();
    if (wanted.current !== rendered.query.toString()) replaceQuery(next);
  }, [units, camera, trails, refused, charts, beside, filter, state, timeline, replaceQuery]);
  useEffect(() => {
    // Another link has come, with the same query or another: what is shown is written beside what it asks.
    if (latest.current.query.toString() !== wanted.current) write();
  }, [visit, write]);
  useEffect(write, [write]);
  const runs = state.state === 'playing';
  const isPaused = state.state === 'paused';
  useEffect(() => {
    if (!runs && !isPaused) return;
    const timer = setInterval(write, runs ? FOLLOW : SECOND);
    return () => clearInterval(timer);
  }, [runs, isPaused, write]);
}
