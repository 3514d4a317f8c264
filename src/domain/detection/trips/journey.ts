import { METRE_PER_SECOND_IN_KMH, SECOND, type Instant } from '../../base/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import type { TripDetectorSettings } from './settings.ts';
import { NONE, type KnownPlace, type OpenTrip, type TripTotals } from './state.ts';
import type { Discarded, EndReason, Shortfall, Trip } from './trip.ts';

/** The place as results show it. */
export const shownPlace = (place: KnownPlace): Place | null =>
  place.known ? { latitude: place.latitude, longitude: place.longitude } : null;

export const copyTotals = (totals: TripTotals): TripTotals => ({ ...totals, place: { ...totals.place } });

/** A trip as it is: what happened after `at` is not part of it. */
export function tripUntil(trip: OpenTrip, at: TripTotals, ended: EndReason | null): Trip {
  const duration = at.time - trip.start;
  return {
    start: trip.start,
    end: at.time,
    startPlace: shownPlace(trip.startPlace),
    endPlace: shownPlace(at.place),
    distance: at.distance,
    maximumSpeed: at.maximumSpeed === NONE ? null : at.maximumSpeed,
    averageSpeed: duration > 0 ? (at.distance / duration) * SECOND * METRE_PER_SECOND_IN_KMH : 0,
    stops: [...trip.stops],
    stopSeconds: trip.stops.reduce((sum, stop) => sum + (stop.to - stop.from), 0) / SECOND,
    idleSeconds: at.idle / SECOND,
    driverKey: trip.driverKey,
    started: trip.started,
    ended,
    open: ended === null,
  };
}

/** True once the trip is long enough in time and distance: more of either does not change that. */
export function isEnough(trip: OpenTrip, at: TripTotals, settings: TripDetectorSettings): boolean {
  return at.time - trip.start >= settings.min_trip_time * SECOND && at.distance >= settings.min_trip_dist;
}

/** The candidate that fell short, and of what. */
export function discardedCandidate(
  trip: OpenTrip,
  at: TripTotals,
  ended: EndReason,
  settings: TripDetectorSettings,
): Discarded {
  const missed: Shortfall[] = [];
  const seconds = (at.time - trip.start) / SECOND;
  if (seconds < settings.min_trip_time)
    missed.push({ setting: 'min_trip_time', value: seconds, bound: settings.min_trip_time });
  if (at.distance < settings.min_trip_dist)
    missed.push({ setting: 'min_trip_dist', value: at.distance, bound: settings.min_trip_dist });
  const { start, started, distance, end, startPlace, endPlace } = { ...tripUntil(trip, at, ended) };
  return { start, end, startPlace, endPlace, distance, started, ended, missed };
}

export function parkingReason(since: Instant, noticed: Instant, settings: TripDetectorSettings): EndReason {
  return { code: 'parking', values: { since, seconds: (noticed - since) / SECOND, bound: settings.min_park_time } };
}

export function gapReason(from: Instant, to: Instant, settings: TripDetectorSettings): EndReason {
  return { code: 'gap', values: { from, to, seconds: (to - from) / SECOND, bound: settings.max_intrl_in_msgs } };
}

export function jumpReason(from: Instant, to: Instant, distance: number, settings: TripDetectorSettings): EndReason {
  return { code: 'jump', values: { from, to, distance, bound: settings.max_dist_in_msgs } };
}
