import type { UnitId } from '../base/index.ts';

/**
 * A stay of a unit in a shape, or its track through it, as far as it lies in the interval that was asked for. Between
 * two fixes at most 5 minutes apart the unit went straight, and came and left where that segment crosses the edge;
 * after a longer silence it is where it was until it reports again.
 */
export interface Visit {
  readonly unit_id: UnitId;
  /** ISO 8601 UTC; the beginning of the interval where the unit was inside already. */
  readonly entered_at: string;
  /** Null: it had not left at its last report in the interval. */
  readonly left_at: string | null;
  /** It was inside before the interval, or before it was first heard. */
  readonly entered_before: boolean;
  /** The last report of the visit. */
  readonly last_at: string;
  /** Seconds from coming to leaving, or to the last report. */
  readonly duration: number;
  /** Metres driven inside. */
  readonly distance: number;
  /** km/h: the fastest that was reported inside; of a segment without a report inside, its mean. */
  readonly max_speed: number;
  /** km/h, of distance and duration. */
  readonly mean_speed: number;
  /** Seconds of the longest silence between two reports of the visit. */
  readonly longest_gap: number;
  /** Fixes inside; 0: it passed between two of them. */
  readonly fixes: number;
}

/** A unit that was near a point at about an instant. */
export interface NearUnit {
  readonly unit_id: UnitId;
  /** Metres, when it was nearest. */
  readonly distance: number;
  /** When that was, ISO 8601 UTC. */
  readonly time: string;
  /** km/h as last reported; 0 where it reports none. */
  readonly speed: number;
  readonly latitude: number;
  readonly longitude: number;
  /** The report that this is known by, ISO 8601 UTC: earlier than `time` where the unit had not reported since. */
  readonly reported_at: string;
}
