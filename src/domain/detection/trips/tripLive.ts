import { SECOND, type Instant } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
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

/** What a unit does after a report, for those who ask it of every report: one object is filled again and again. */
export interface Motion {
  status: TripStatus;
  /** When silence alone changes the status; infinite: never. */
  until: Instant;
  /** It is on what has become a trip, a stop on the way included. */
  onTrip: boolean;
  /** It stands with the engine on; null: not known. */
  idles: boolean | null;
  /** When silence alone makes that unknown; infinite: never. */
  idlesUntil: Instant;
}

export const createMotion = (): Motion => ({
  status: 'unknown',
  until: Number.POSITIVE_INFINITY,
  onTrip: false,
  idles: null,
  idlesUntil: Number.POSITIVE_INFINITY,
});

/**
 * The status at `now` when the last report of the state was the last one that came. Sleeping devices
 * stop reporting, so standing turns into parking by the clock; moving turns into no data.
 */
export function liveOf(state: TripDetectorState, settings: TripDetectorSettings, now: Instant): TripLive {
  if (settings.m_source === 'off') return { status: 'off', since: null, until: null };
  const since = sinceOf(state);
  if (since === NONE) return { status: 'unknown', since: null, until: null };
  const until = untilOf(state, settings, since);
  const status = statusOf(state, now < until);
  if (now < until) return { status, since, until };
  return { status, since: status === 'noData' ? state.time : since, until: null };
}

/** Fills in what the unit does after its last report. */
export function fillMotion(state: TripDetectorState, settings: TripDetectorSettings, motion: Motion): void {
  const since = sinceOf(state);
  const isKnown = settings.m_source !== 'off' && since !== NONE;
  const until = isKnown ? untilOf(state, settings, since) : Number.POSITIVE_INFINITY;
  const isSettled = state.seen < until;
  motion.status = isKnown ? statusOf(state, isSettled) : settings.m_source === 'off' ? 'off' : 'unknown';
  motion.until = isSettled ? until : Number.POSITIVE_INFINITY;
  motion.onTrip = isKnown && isSettled && state.trip !== null && state.trip.confirmed;
  const { ignition, ignitionTime, standing, since: idlingSince } = state.idling;
  const isIdling = ignition === IGNITION.unknown && standing ? null : idlingSince !== NONE;
  motion.idles = isKnown ? isIdling : null;
  motion.idlesUntil =
    motion.idles === true ? ignitionTime + settings.max_intrl_in_msgs * SECOND + 1 : Number.POSITIVE_INFINITY;
}

/** Since when it moves or stands; {@link NONE} before anything is known. */
function sinceOf({ time, trip, stretch }: TripDetectorState): Instant {
  if (time === NONE || stretch.since === NONE) return NONE;
  if (trip && !trip.standing) return trip.start;
  // A candidate that is stopped before it has become a trip belongs to the standing around it.
  return trip?.confirmed && trip.standing ? trip.standing.time : stretch.since;
}

/**
 * When silence alone makes standing a parking, and moving no data. A silence as long as the setting is none: it has to
 * be longer.
 */
function untilOf({ time, trip }: TripDetectorState, settings: TripDetectorSettings, since: Instant): Instant {
  return trip && !trip.standing
    ? time + settings.max_intrl_in_msgs * SECOND + 1
    : since + settings.min_park_time * SECOND;
}

function statusOf({ trip }: TripDetectorState, isSettled: boolean): TripStatus {
  if (trip && !trip.standing) return isSettled ? 'moving' : 'noData';
  return isSettled ? 'standing' : 'parked';
}
