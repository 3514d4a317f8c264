import type { OperatorId, TripId, UnitId } from '../base/index.ts';
import type { Place } from '../unitEvent/index.ts';

/** A trip, or the part of one, in which the operator was assigned to the unit. Times are ISO 8601 UTC. */
export interface OperatorDrive {
  readonly unit_id: UnitId;
  readonly unit_name: string;
  readonly trip_id: TripId;
  readonly start: string;
  readonly end: string;
  /** The trip goes on, with the operator; its end is provisional. */
  readonly open: boolean;
  /** Others drove the rest of the trip, or nobody who is known. */
  readonly partial: boolean;
  /** Metres; of a part the trip's, by time. */
  readonly distance: number;
  /** Seconds at the wheel without stops; what was driven at two units at the same time counts once. */
  readonly driving: number;
  /** Where the trip began; null where that is not known. */
  readonly start_position: Place | null;
}

/** No driving for at least {@link OPERATOR.restMinutes}. */
export interface OperatorRest {
  readonly start: string;
  /** Null while it lasts. */
  readonly end: string | null;
}

/** What an operator drove in an interval. */
export interface OperatorTimeline {
  readonly operator_id: OperatorId;
  /** Oldest first. */
  readonly drives: readonly OperatorDrive[];
  /** Between drives that the caller may see, oldest first; the first may have begun before the interval. */
  readonly rests: readonly OperatorRest[];
  /** Seconds. */
  readonly driving: number;
  /** Seconds: the most that was driven without a rest. */
  readonly longest_driving: number;
  readonly truncated: boolean;
}
