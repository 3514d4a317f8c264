import type { AccountId, RouteId, RouteRunId, UnitId } from '../base/index.ts';
import type { LonLat, Shape } from '../geometry/index.ts';
import type { Place } from '../unitEvent/index.ts';
import type { OrderRule } from './route.ts';

/** What becomes of a run: a unit that drives a route once. */
export const RUN_STATES = ['planned', 'started', 'finished', 'aborted'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** Why a run was aborted; empty while it was not. */
export type AbortReason = '' | 'byHand' | 'neverStarted' | 'unfinished';

/**
 * How a run is at a checkpoint: `pending` not due; `early`, `onTime`, `late` by its time (`late` also while it is
 * overdue); `reached` where it has no time; `skipped` where the run went on or ended without it.
 */
export type CheckpointStatus = 'pending' | 'reached' | 'early' | 'onTime' | 'late' | 'skipped';

/** A checkpoint as one run has to pass it. Times are instants, ms. */
export interface PlannedCheckpoint {
  readonly key: number;
  readonly name: string;
  readonly shape: Shape;
  /** The middle, for lines and marks. */
  readonly center: LonLat;
  /** When it is due: the first one when it is left, the others when they are reached. Null: at no time. */
  readonly due: number | null;
  /** ms early or late that are on time. */
  readonly tolerance: number;
}

/** What a run has to do, as it was planned: later changes of the route leave it as it is. */
export interface RunPlan {
  readonly order: OrderRule;
  readonly checkpoints: readonly PlannedCheckpoint[];
  readonly corridor: Extract<Shape, { type: 'corridor' }> | null;
  /** Planned start, ms. */
  readonly start: number;
  /** Reports of this time belong to the run, ms. */
  readonly from: number;
  readonly until: number;
}

/** A checkpoint of a run on the wire. Times are ISO 8601 UTC. */
export interface RunCheckpoint {
  readonly key: number;
  readonly name: string;
  readonly position: Place;
  readonly due: string | null;
  /** Seconds early or late that are on time. */
  readonly tolerance: number;
  readonly arrived: string | null;
  readonly departed: string | null;
  readonly status: CheckpointStatus;
  /** Seconds after the planned time, below 0 before it; null where it is not known. */
  readonly delay: number | null;
}

/** A run on the wire. Times are ISO 8601 UTC, distances metres. */
export interface RouteRun {
  readonly run_id: RouteRunId;
  readonly account_id: AccountId;
  readonly route_id: RouteId;
  readonly route_name: string;
  readonly colour: string;
  readonly labels: readonly string[];
  readonly unit_id: UnitId;
  readonly unit_name: string;
  /** Key of the schedule; null for one that was planned by hand. */
  readonly schedule_key: number | null;
  /** Empty where it was planned by hand, or its schedule is gone; as are the schedule's groups. */
  readonly schedule_name: string;
  readonly schedule_labels: readonly string[];
  readonly order: OrderRule;
  readonly state: RunState;
  readonly reason: AbortReason;
  /** As planned: the start, and when the last checkpoint is due. */
  readonly start: string;
  readonly end: string | null;
  readonly started_at: string | null;
  readonly ended_at: string | null;
  readonly checkpoints: readonly RunCheckpoint[];
  /** Key of the checkpoint that comes next; null where the run is over or may take any. */
  readonly next: number | null;
  /** True while the unit is off the corridor. */
  readonly off_route: boolean;
  readonly off_spans: readonly { readonly from: string; readonly to: string | null }[];
  /** Per cent of the track that lay inside the corridor; null without a corridor or a track. */
  readonly adherence: number | null;
  /** Driven since the start. */
  readonly distance: number;
  /** To the last checkpoint; null where it is not known. */
  readonly remaining: number | null;
  /** When the last checkpoint is reached at the mean speed of the last 15 minutes. */
  readonly eta: string | null;
  /** What is to be drawn, where it was asked for. */
  readonly geometry?: {
    readonly corridor: Extract<Shape, { type: 'corridor' }> | null;
    readonly shapes: readonly Shape[];
  };
}
