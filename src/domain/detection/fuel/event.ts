import type { Instant } from '../../base/index.ts';
import type { DetectionReason, Place } from '../../unitEvent/index.ts';

/** Why fuel is said to have gone or come: `unexplained` L at or above `bound` L within `window` s. */
export interface FuelReason extends DetectionReason {
  readonly code: 'unexplainedDrop' | 'rise';
}

/** What speaks against an event: it spans a silence, or happened on the way, where fuel sloshes. */
export type FuelDoubt = 'gap' | 'moving';

/** Fuel that went or came. Levels and volumes in litres. */
export interface FuelEvent {
  readonly kind: 'theft' | 'refill';
  readonly start: Instant;
  readonly end: Instant;
  readonly startLevel: number;
  /** The level that it settled at. */
  readonly endLevel: number;
  /** Stolen or filled: the change of level corrected by what was used meanwhile. */
  readonly volume: number;
  /** What distance and idling explain. */
  readonly expected: number;
  readonly confidence: 'normal' | 'low';
  readonly doubts: readonly FuelDoubt[];
  /** Where it began; null when no position was known. */
  readonly place: Place | null;
  readonly reason: FuelReason;
  /** False while the reports do not yet show that the level lasted: it may still go. */
  readonly settled: boolean;
}
