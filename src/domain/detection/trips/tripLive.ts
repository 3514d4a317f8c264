import { SECOND, type Instant } from '../../base/index.ts';
import type { TripDetectorSettings } from './settings.ts';
import { NONE, type TripDetectorState } from './state.ts';

/**
 * What a unit does by its trip detector. `moving` also stands for a candidate that may be discarded;
 * `standing` is a stop within a trip or the time before a parking is one.
 */
type TripStatus = 'off' | 'unknown' | 'moving' | 'standing' | 'parked' | 'noData';

export interface TripLive {
  readonly status: TripStatus;
  /** Since when; null when nothing was heard yet. */
  readonly since: Instant | null;
  /** When silence alone changes the status; null when it never does. */
  readonly until: Instant | null;
}

/**
 * The status at `now` when the last report of the state was the last one that came. Sleeping devices
 * stop reporting, so standing turns into parking by the clock; moving turns into no data.
 */
export function liveOf(state: TripDetectorState, settings: TripDetectorSettings, now: Instant): TripLive {
  if (settings.m_source === 'off') return { status: 'off', since: null, until: null };
  const { trip, stretch } = state;
  if (state.time === NONE || stretch.since === NONE) return { status: 'unknown', since: null, until: null };
  if (trip && !trip.standing) {
    // A silence as long as the setting is still none: it has to be longer.
    const until = state.time + settings.max_intrl_in_msgs * SECOND + 1;
    return now < until
      ? { status: 'moving', since: trip.start, until }
      : { status: 'noData', since: state.time, until: null };
  }
  // A candidate that is stopped before it has become a trip belongs to the standing around it.
  const since = trip?.confirmed && trip.standing ? trip.standing.time : stretch.since;
  const until = since + settings.min_park_time * SECOND;
  return now < until ? { status: 'standing', since, until } : { status: 'parked', since, until: null };
}
