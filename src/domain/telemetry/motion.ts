import { MINUTE } from '../base/index.ts';

/**
 * What a unit is doing, as the map's marks show it (shape, not hue alone).
 * The numbers travel in live frames and in the instance buffer: never reuse one.
 */
export const MOTION = { noFix: 0, parked: 1, idling: 2, moving: 3 } as const;
export type MotionState = (typeof MOTION)[keyof typeof MOTION];
export type MotionName = keyof typeof MOTION;

/** Slower than this (km/h) is standing still: the trip detector's default (specification, chapter 9). */
export const MOVING_SPEED = 3;

/** A moving or idling unit that is silent for longer than this is stale. */
export const STALE_AFTER = 5 * MINUTE;
/** A parked unit reports rarely; it is stale only after this. */
export const STALE_AFTER_PARKED = 60 * MINUTE;

/** Ignition as it travels: devices without the wire do not say. */
export const IGNITION = { unknown: 0, off: 1, on: 2 } as const;
export type IgnitionState = (typeof IGNITION)[keyof typeof IGNITION];

/** Filters one fix. `speed` in km/h. A unit that never had a valid position is `noFix`. */
export function motionOf(valid: boolean, speed: number, ignition: IgnitionState): MotionState {
  if (!valid) return MOTION.noFix;
  if (speed >= MOVING_SPEED) return MOTION.moving;
  return ignition === IGNITION.on ? MOTION.idling : MOTION.parked;
}

/** Milliseconds of silence after which a unit in this state counts as stale. */
export function staleLimit(state: MotionState): number {
  return state === MOTION.parked || state === MOTION.noFix ? STALE_AFTER_PARKED : STALE_AFTER;
}
