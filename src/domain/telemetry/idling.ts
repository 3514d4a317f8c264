import { IDLING, MINUTE, type Instant } from '../base/index.ts';
import { stateIgnition, stateMotion } from './frame.ts';
import { IGNITION, MOTION } from './motion.ts';

/** Bits of a packed state that say for how long the unit idles. */
const IDLE_SHIFT = 26;
const IDLE_BITS = 0x3f;

/** What each code means: whole minutes up to half an hour, then steps of at most a fifth, up to half a day. */
const IDLE_MINUTES = [...steps(0, 30, 1), ...steps(35, 60, 5), ...steps(70, 120, 10), ...steps(150, 720, 30)];

/** Code by whole minutes. */
const CODES = Uint8Array.from({ length: IDLE_MINUTES[IDLE_MINUTES.length - 1] + 1 }, (_, minutes) =>
  IDLE_MINUTES.findLastIndex((least) => least <= minutes),
);

function steps(from: number, to: number, by: number): number[] {
  return Array.from({ length: (to - from) / by + 1 }, (_, index) => from + index * by);
}

/**
 * Whether a report in this state ends idling: the unit moves, or its ignition is off. One that does not say ends
 * nothing.
 */
export const endsIdling = (state: number): boolean =>
  stateMotion(state) === MOTION.moving || stateIgnition(state) === IGNITION.off;

/**
 * Since when a unit idles after a report of `time` in `state`; 0 where it does not. `since`: the same after the report
 * before, which is of `before`.
 */
export function idlingSince(since: Instant, before: Instant, time: Instant, state: number): Instant {
  if (endsIdling(state)) return 0;
  if (since > 0 && time - before <= IDLING.longestSilence) return since;
  return stateMotion(state) === MOTION.idling ? time : 0;
}

/**
 * The state of a report of `time` with how long the unit has been idling `since` then, rounded down; 0: it does not
 * idle.
 */
export function withIdleTime(state: number, since: Instant, time: Instant): number {
  const bare = (state & ~(IDLE_BITS << IDLE_SHIFT)) >>> 0;
  if (stateMotion(state) !== MOTION.idling || since === 0 || time <= since) return bare;
  const minutes = Math.min(CODES.length - 1, Math.floor((time - since) / MINUTE));
  return (bare | (CODES[minutes] << IDLE_SHIFT)) >>> 0;
}

/** For how long a unit in this packed state has been idling at least, in milliseconds. */
export const stateIdleTime = (state: number): number => IDLE_MINUTES[state >>> IDLE_SHIFT] * MINUTE;

/** For how long at most; the longest has no end. */
const longestIdleTime = (state: number): number => {
  const next = (state >>> IDLE_SHIFT) + 1;
  return next < IDLE_MINUTES.length ? IDLE_MINUTES[next] * MINUTE : Number.POSITIVE_INFINITY;
};

/**
 * Since when a unit idles that reported this packed state at `time`; 0 where it does not. `known`: since when it did
 * before (0: it did not), which is the more exact where both may be true.
 */
export function stateIdleSince(state: number, time: Instant, known: Instant): Instant {
  if (stateMotion(state) !== MOTION.idling) return 0;
  const latest = time - stateIdleTime(state);
  return known > 0 && known <= latest && known > time - longestIdleTime(state) ? known : latest;
}
