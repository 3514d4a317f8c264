import type { TrackAttribute, TrackColumns } from '../../../telemetry/index.ts';
import type { PlaceSet } from '../places/placeSet.ts';

/**
 * What the filters left of a stored report, as bits: it counts; its fix is valid; its speed and its fix may be used.
 */
export const ROW = { counts: 1, valid: 2, speed: 4, usable: 8 } as const;

/** What the filters left of each report of a track, in the track's rows. */
export interface SievedRows {
  /** {@link ROW} */
  readonly marks: Uint8Array;
  /** Where the unit is taken to be, as tracks store it: one that drifts stays where it was. */
  readonly latitudes: Int32Array;
  readonly longitudes: Int32Array;
}

/** Stored reports as conditions look through them: rows `start` up to `end`, which is excluded. */
export interface ReportColumns extends SievedRows {
  readonly track: Pick<TrackColumns, 'times' | 'speeds'>;
  readonly start: number;
  readonly end: number;
  readonly alarms: TrackAttribute | null;
  /** Metres, NaN where a report says none; null: none says any. */
  readonly accuracy: ((row: number) => number) | null;
  /** Values of the unit's sensors, a column a sensor; NaN where the report says none. */
  readonly sensors: readonly Float64Array[];
  /** Geometry of the rule's conditions. */
  readonly places: readonly (PlaceSet | null)[];
}

/**
 * What a condition, or a rule, is known to make of a report whatever was before: it does not hold, or it does. Silent:
 * the report says nothing of it; open: that depends on what was before, or is not known by the columns alone. Nothing:
 * the report does not count.
 */
export const CERTAINTY = { no: -1, silent: 0, yes: 1, open: 2, nothing: 3 } as const;
