import type { Instant, Interval } from '../../base/index.ts';
import type { DetectionReason, Place } from '../../unitEvent/index.ts';

/**
 * Why a unit was taken to move; values of what was not reported or not asked are left out.
 *
 * - `speed`: `speed` reported, at or above `bound` (km/h)
 * - `derivedSpeed`: the same speed from the distance since the report before: `distance` m in `seconds`
 * - `ignition`: the ignition is on; `speed` and `bound` where speed was asked too
 * - `mileage`: the odometer grew by `distance` m; `speed` and `bound` as above
 */
export interface StartReason extends DetectionReason {
  readonly code: 'speed' | 'derivedSpeed' | 'ignition' | 'mileage';
}

/**
 * Why a trip ended: what was measured and the `bound` of the setting that it passed.
 *
 * - `parking`: standing since `since` (Unix ms), for `seconds` when it was noticed
 * - `gap`: nothing for `seconds` between `from` and `to` (Unix ms)
 * - `jump`: `distance` m between the reports of `from` and `to`
 */
export interface EndReason extends DetectionReason {
  readonly code: 'parking' | 'gap' | 'jump';
}

/** A bound that a candidate missed: `value` in seconds or metres. */
export interface Shortfall {
  readonly setting: 'min_trip_time' | 'min_trip_dist';
  readonly value: number;
  readonly bound: number;
}

/** What is known of a trip, and of a candidate that did not become one. */
interface Journey {
  readonly start: Instant;
  /** Since when it is stopped, or the last report before the connection broke. */
  readonly end: Instant;
  /** Null when no usable position was known. */
  readonly startPlace: Place | null;
  readonly endPlace: Place | null;
  /** Metres. */
  readonly distance: number;
  readonly started: StartReason;
  /** Null while it goes on. */
  readonly ended: EndReason | null;
}

/** A closed trip, or the one under way. */
export interface Trip extends Journey {
  /** km/h, of the reports that moved; null when none reported a speed. */
  readonly maximumSpeed: number | null;
  /** km/h, over the whole trip with its stops. */
  readonly averageSpeed: number;
  /** Standing for less than the parking time. */
  readonly stops: readonly Interval[];
  /** Seconds stopped in stops. */
  readonly stopSeconds: number;
  /** Seconds of standing with the engine on, within the trip. */
  readonly idleSeconds: number;
  /** Key in force at the start, else the first that the trip brought; empty when there was none. */
  readonly driverKey: string;
  /** True for a trip under way: its end moves on. */
  readonly open: boolean;
}

/** Moved, but neither far nor long enough. */
export interface Discarded extends Journey {
  readonly missed: readonly Shortfall[];
}

/** Stopped for at least the parking time. `to` is null while it is stopped. */
export interface Parking {
  readonly from: Instant;
  readonly to: Instant | null;
  readonly place: Place | null;
}

/** Nothing is known between two reports. */
export interface NoData extends Interval {
  readonly place: Place | null;
  readonly reason: EndReason;
}

/** What a detector says while it reads. */
export type TripEvent =
  /** A candidate: it may yet be discarded. */
  | { readonly kind: 'opened'; readonly start: Instant; readonly place: Place | null; readonly started: StartReason }
  /** The candidate has passed both bounds: a trip from now on, whatever follows. */
  | { readonly kind: 'confirmed'; readonly trip: Trip }
  | { readonly kind: 'closed'; readonly trip: Trip }
  | { readonly kind: 'discarded'; readonly candidate: Discarded }
  /** The parking time passed `at` this instant. */
  | { readonly kind: 'parkingStarted'; readonly parking: Parking; readonly at: Instant }
  | { readonly kind: 'parkingEnded'; readonly parking: Parking }
  | { readonly kind: 'noData'; readonly noData: NoData }
  /** The engine ran while the unit was stopped. */
  | { readonly kind: 'idled'; readonly idling: Interval };
