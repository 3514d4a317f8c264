import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../base/index.ts';
import { markReplaced, packState, stateCourse, stateLate, stateReplaced, stateSpeed } from './frame.ts';
import { idlingSince, stateIdleSince, stateIdleTime, withIdleTime } from './idling.ts';
import { IGNITION, MOTION } from './motion.ts';

const IDLING = packState(1.5, 270, MOTION.idling, IGNITION.on, true);
const MOVING = packState(20, 0, MOTION.moving, IGNITION.on, false);
const OFF = packState(0, 0, MOTION.parked, IGNITION.off, false);
/** A report that does not say the ignition, and one whose fix is refused. */
const UNSAID = packState(0, 0, MOTION.parked, IGNITION.unknown, false);
const NO_FIX = packState(0, 0, MOTION.noFix, IGNITION.on, false);
const T = Date.UTC(2026, 4, 1, 8);

/** Since when a unit idles after reports, minutes from the first; null: it does not. */
function after(...reports: [minute: number, state: number][]): number | null {
  let [since, before] = [0, 0];
  for (const [minute, state] of reports) {
    since = idlingSince(since, before, T + minute * MINUTE, state);
    before = T + minute * MINUTE;
  }
  return since === 0 ? null : (since - T) / MINUTE;
}

describe('since when a unit idles', () => {
  it('is its first report with the engine on that does not move, until it moves or the ignition is off', () => {
    expect(after([0, MOVING], [1, IDLING], [2, IDLING], [14, IDLING])).toBe(1);
    expect(after([1, IDLING], [2, MOVING])).toBeNull();
    expect(after([1, IDLING], [2, OFF])).toBeNull();
    expect(after([1, IDLING], [2, MOVING], [3, IDLING])).toBe(3);
  });

  it('is not changed by a report that says nothing of it, nor begun by one', () => {
    expect(after([1, IDLING], [2, UNSAID], [3, NO_FIX], [4, IDLING])).toBe(1);
    expect(after([0, UNSAID], [1, NO_FIX])).toBeNull();
  });

  it('begins again after a silence in which the engine may have been off', () => {
    expect(after([0, IDLING], [15, IDLING])).toBe(0);
    expect(after([0, IDLING], [16, IDLING])).toBe(16);
  });
});

describe('the idling time in a packed state', () => {
  it('travels rounded down, to the minute at first and by a fifth at most later, beside all else', () => {
    const idle = (minutes: number): number => stateIdleTime(withIdleTime(IDLING, T, T + minutes * MINUTE)) / MINUTE;
    expect([0, 0.9, 1, 9.99, 10, 30, 34, 59, 100, 149, 719].map(idle)).toEqual([
      0, 0, 1, 9, 10, 30, 30, 55, 100, 120, 690,
    ]);
    expect([720, 5_000].map(idle)).toEqual([720, 720]);
    const packed = markReplaced(withIdleTime(IDLING, T, T + 5 * HOUR));
    expect([stateSpeed(packed), stateCourse(packed), stateLate(packed), stateReplaced(packed)]).toEqual([
      1.5,
      270,
      true,
      true,
    ]);
  });

  it('is of idling units alone', () => {
    for (const state of [MOVING, OFF, NO_FIX]) {
      expect(withIdleTime(state, T, T + HOUR)).toBe(state);
      expect(stateIdleSince(state, T, T - HOUR)).toBe(0);
    }
    expect(withIdleTime(IDLING, 0, T)).toBe(IDLING);
  });

  it('leaves who reads it the more exact instant that they know, and takes the new one where that cannot be', () => {
    const at = T + 47 * MINUTE;
    const state = withIdleTime(IDLING, T, at);
    expect(stateIdleSince(state, at, 0)).toBe(T + 2 * MINUTE);
    expect(stateIdleSince(state, at, T)).toBe(T);
    expect(stateIdleSince(state, at, T - 30 * MINUTE)).toBe(T + 2 * MINUTE);
    expect(stateIdleSince(state, at, T + 10 * MINUTE)).toBe(T + 2 * MINUTE);
    expect(stateIdleSince(withIdleTime(IDLING, T, T + 24 * HOUR), T + 24 * HOUR, T)).toBe(T);
  });
});
