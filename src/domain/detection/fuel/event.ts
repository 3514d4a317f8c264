import type { Instant } from '../../base/index.ts';
import type { DetectionReason, Place } from '../../unitEvent/index.ts';

/**
 * Why fuel is said to have gone or come: `unexplained` L at or above `bound` L within `window` s. `dropout` and
 * `restored` are a sensor that read empty from one report to the next, and reads a level again.
 */
interface FuelReason extends DetectionReason {
  readonly code: 'unexplainedDrop' | 'rise' | 'dropout' | 'restored';
}

/**
 * What speaks against an event: it spans a silence, happened on the way, where fuel sloshes, left a tank empty in a
 * single step, or was measured against the level before a sensor fault.
 */
export type FuelDoubt = 'gap' | 'moving' | 'empty' | 'fault';

/** Fuel that went or came, or a sensor that said so and cannot be right. Levels and volumes in litres. */
export interface FuelEvent {
  readonly kind: 'theft' | 'refill' | 'fault';
  readonly start: Instant;
  readonly end: Instant;
  readonly startLevel: number;
  /** The level that it settled at. */
  readonly endLevel: number;
  /**
   * Stolen or filled: the change of level corrected by what was used meanwhile; of a fault, the change that did not
   * happen.
   */
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
