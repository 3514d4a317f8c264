import type { Presence } from '../../../streams/types.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';

/**
 * Time as it may be shown: while the connection is lost, a live clock stops where something was last heard. It would
 * show the time of a picture that nobody has.
 */
export function frozenTimeline(
  timeline: ReadableStore<TimelineState>,
  presence: ReadableStore<Presence>,
): ReadableStore<TimelineState> {
  let frozen: TimelineState | null = null;
  return {
    subscribe(listener) {
      const undo = [timeline.subscribe(listener), presence.subscribe(listener)];
      return () => undo.forEach((end) => end());
    },
    getSnapshot() {
      const now = timeline.getSnapshot();
      const heard = presence.getSnapshot();
      if (now.mode !== 'live' || heard.state !== 'stale') return now;
      if (frozen?.instant !== heard.since) frozen = { ...now, instant: heard.since };
      return frozen;
    },
  };
}
