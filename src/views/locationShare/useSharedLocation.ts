import { useCallback, useEffect, useRef, useState } from 'react';
import { MINUTE, SHARE, fromIso, type Instant } from '../../domain/base/index.ts';
import type { SharedLocation } from '../../domain/share/index.ts';
import { useBrowser } from '../shared/services/browser.ts';
import { useCalls } from '../shared/services/calls.ts';
import type { Problem } from '../shared/services/fleet.ts';
import { useNow } from '../shared/time/useNow.ts';

export interface SharedView {
  /** The last good answer; null before the first. */
  readonly location: SharedLocation | null;
  /** When it came, by this browser's clock. */
  readonly at: Instant;
  /** Why the last try failed; the next follows by itself. */
  readonly problem: Problem | null;
  retry(): void;
}

/** A share that has not begun is only asked for when it should have, and now and then: it may be revoked. */
function isDue(location: SharedLocation | null, asked: Instant, now: Instant): boolean {
  return location?.state !== 'upcoming' || now >= fromIso(location.from) || now - asked >= MINUTE;
}

/**
 * What the link shows: live while its feed is there, else asked every few seconds; trails and arrivals, for which the
 * past is read, less often.
 */
export function useSharedLocation(token: string): SharedView {
  const { call } = useCalls();
  const { clock, sharedVisit, followShare } = useBrowser();
  const now = useNow(SHARE.poll);
  const [view, setView] = useState<Omit<SharedView, 'retry'>>({ location: null, at: now, problem: null });
  const [tries, setTries] = useState(0);
  const state = useRef({ busy: false, asked: 0, trailAt: 0, isOpened: false, isLive: false, location: view.location });
  const show = useCallback(
    (next: SharedLocation): void => {
      state.current.location = withTrails(next, state.current.location);
      setView({ location: state.current.location, at: clock.getSnapshot(), problem: null });
    },
    [clock],
  );
  useEffect(() => {
    const own = state.current;
    const trail = now - own.trailAt >= SHARE.trail;
    if (own.busy || (own.isLive && !trail) || !isDue(own.location, own.asked, now)) return;
    own.busy = true;
    own.asked = now;
    void call('getSharedLocation', { token, opening: !own.isOpened, trail, visit: sharedVisit.read(token) }).then(
      (answer) => {
        own.busy = false;
        if (!answer.ok) {
          setView((last) => ({ ...last, problem: answer.error }));
          return;
        }
        if (answer.value.state === 'active') {
          own.isOpened = true;
          if (answer.value.visit !== null) sharedVisit.keep(token, answer.value.visit);
          if (trail) own.trailAt = now;
        }
        show(answer.value);
      },
    );
  }, [call, sharedVisit, token, now, tries, show]);
  const isActive = view.location?.state === 'active';
  useEffect(() => {
    if (!isActive) return undefined;
    const own = state.current;
    const end = followShare(
      { token, visit: sharedVisit.read(token) },
      {
        location: show,
        connected(isConnected) {
          own.isLive = isConnected;
          // Lost or ended: which of them it is, the next call says, now.
          if (!isConnected) setTries((count) => count + 1);
        },
      },
    );
    return () => {
      own.isLive = false;
      end();
    };
  }, [isActive, followShare, sharedVisit, token, show]);
  return { ...view, retry: () => setTries((count) => count + 1) };
}

/** Until the past is read again, the last trails go on to where the units are, and expected arrivals stay. */
function withTrails(next: SharedLocation, last: SharedLocation | null): SharedLocation {
  if (next.state !== 'active' || last?.state !== 'active') return next;
  const before = new Map(last.units.map((unit) => [unit.key, unit]));
  return {
    ...next,
    units: next.units.map((unit) => {
      const known = before.get(unit.key);
      if (!known) return unit;
      const arrival = unit.arrival ?? known.arrival;
      if (unit.trail !== null || known.trail === null) return { ...unit, arrival };
      const { position } = known;
      const hasMoved = position !== null && position.time !== unit.position?.time && position.time >= next.from;
      const trail = hasMoved
        ? [...known.trail, [position.longitude, position.latitude] satisfies [number, number]]
        : known.trail;
      return { ...unit, arrival, trail };
    }),
  };
}
