import type { Instant, Interval } from '../../base/index.ts';
import { createIdlingState, type DetectionPoint, type IdlingState } from '../shared/index.ts';
import type { StartReason } from './trip.ts';

/** "None" of times, counters and lengths in a state: plain data knows no NaN. */
export const NONE = -1;

/** A place in a state; without one the coordinates mean nothing. */
export interface KnownPlace {
  known: boolean;
  latitude: number;
  longitude: number;
}

/** A usable position and when it was. */
export interface KnownFix {
  time: Instant;
  latitude: number;
  longitude: number;
}

/** Totals of a trip at some instant. */
export interface TripTotals {
  time: Instant;
  place: KnownPlace;
  /** Metres. */
  distance: number;
  /** km/h, {@link NONE} without. */
  maximumSpeed: number;
  /** Milliseconds with the engine on, standing. */
  idle: number;
}

/** A candidate or trip under way. */
export interface OpenTrip {
  start: Instant;
  startPlace: KnownPlace;
  started: StartReason;
  confirmed: boolean;
  driverKey: string;
  stops: Interval[];
  /** Up to the last report. */
  totals: TripTotals;
  /** As they were when it began to stand; null while it moves. */
  standing: TripTotals | null;
}

/** The time since the last trip: a parking once it has lasted. */
interface Stretch {
  /** {@link NONE} before the first report. */
  since: Instant;
  place: KnownPlace;
  announced: boolean;
}

/** A report as it survives in a state. */
export type StoredPoint = Omit<DetectionPoint, NumberThatMayMiss> & Record<NumberThatMayMiss, number | null>;
type NumberThatMayMiss = 'speed' | 'hdop' | 'accuracy' | 'odometer' | 'relativeOdometer';

/** All that a detector knows, as plain data that survives JSON. Settings are not part of it. */
export interface TripDetectorState {
  /** Time of the last report, {@link NONE} before the first. */
  seen: Instant;
  /** Time of the last report that was checked. */
  time: Instant;
  /** The last usable position, and when it was. */
  place: KnownPlace;
  placeTime: Instant;
  /** The last usable positions since a break or a speed that needs no comparison, oldest first. */
  fixes: KnownFix[];
  /** Metres. */
  odometer: number;
  driverKey: string;
  stretch: Stretch;
  idling: IdlingState;
  trip: OpenTrip | null;
  /** A report that waits for the next one to say whether it can be believed. */
  held: StoredPoint | null;
}

export const nowhere = (): KnownPlace => ({ known: false, latitude: 0, longitude: 0 });

/** A detector's state before its first report. */
export function createTripState(): TripDetectorState {
  return {
    seen: NONE,
    time: NONE,
    place: nowhere(),
    placeTime: NONE,
    fixes: [],
    odometer: NONE,
    driverKey: '',
    stretch: { since: NONE, place: nowhere(), announced: false },
    idling: createIdlingState(),
    trip: null,
    held: null,
  };
}

const stored = (value: number): number | null => (Number.isNaN(value) ? null : value);

/** The point as plain data. Tanks are left out: trips do not ask for them. */
export function storePoint(point: DetectionPoint): StoredPoint {
  return {
    ...point,
    fuelLevels: [],
    speed: stored(point.speed),
    hdop: stored(point.hdop),
    accuracy: stored(point.accuracy),
    odometer: stored(point.odometer),
    relativeOdometer: stored(point.relativeOdometer),
  };
}

/** The point that was stored. */
export function restorePoint(point: StoredPoint): DetectionPoint {
  return {
    ...point,
    speed: point.speed ?? Number.NaN,
    hdop: point.hdop ?? Number.NaN,
    accuracy: point.accuracy ?? Number.NaN,
    odometer: point.odometer ?? Number.NaN,
    relativeOdometer: point.relativeOdometer ?? Number.NaN,
  };
}
