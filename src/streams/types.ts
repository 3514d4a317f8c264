import type { Observable } from 'rxjs';
import type { Instant, Interval } from '../domain/base/index.ts';
import type { WritableFleet } from './pipeline/fleetColumns.ts';

/** The state of a source. Views show it; they never ask whether data is live or recorded. */
export type Presence =
  | { readonly state: 'connecting' }
  | { readonly state: 'live' }
  /** Connection lost or silent; `since` is when, `retryAt` when it tries again. */
  | { readonly state: 'stale'; readonly since: Instant; readonly retryAt: Instant | null }
  | { readonly state: 'replaying'; readonly loading: boolean }
  | { readonly state: 'failed'; readonly code: string; readonly message: string };

/** What can be done with a source. */
interface SourceCapabilities {
  /** The clock may be set to an instant. */
  readonly seek: boolean;
  /** Time flows at the wall clock's pace and new facts arrive. */
  readonly follow: boolean;
  /** Domain events of entities come with it. */
  readonly events: boolean;
}

/**
 * A stream of telemetry: live, history or a file. It writes into {@link WritableFleet}, the one
 * struct of arrays that map and lists read. All three pass `tests/conformance/telemetrySource`.
 */
export interface TelemetrySource {
  readonly capabilities: SourceCapabilities;
  readonly presence$: Observable<Presence>;
  /** The interval in which the source has data; its end moves while it follows. */
  readonly span$: Observable<Interval>;
  /** Says that the next `advance` has something to write, so that a resting pipeline wakes. */
  readonly news$: Observable<void>;
  /** Writes the last known fix of every unit at `instant` into `fleet`; resolves when all are there. */
  backfill(instant: Instant, fleet: WritableFleet, signal?: AbortSignal): Promise<void>;
  /**
   * Brings `fleet` to `instant`; called once per animation frame. Answers at once whether it is there: what is not
   * loaded yet is asked for, presence says `loading`, and the units stay where they were.
   */
  advance(instant: Instant, rate: number, fleet: WritableFleet): boolean;
  close(): void;
}
