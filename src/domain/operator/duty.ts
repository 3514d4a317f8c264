import type { Instant, Interval } from '../base/index.ts';

/** What an operator drove so far, as plain data: whoever follows reports keeps it between two of them. */
export interface DutyState {
  /** When driving began after the last rest; null: nothing was driven yet. */
  readonly since: Instant | null;
  /** When driving ended last; null as above. */
  readonly until: Instant | null;
  /** Milliseconds driven since the last rest. */
  readonly driven: number;
}

/** Nothing was driven yet. */
export const RESTED: DutyState = { since: null, until: null, driven: 0 };

/** What a stretch of driving made of the state. */
export interface DutyStep {
  readonly state: DutyState;
  /** Milliseconds that the stretch adds: what was driven at two units at the same time counts once. */
  readonly added: number;
  /** The rest that it ended; null where there was none. */
  readonly rest: Interval | null;
}

/**
 * Adds a stretch of driving, which begins no earlier than those before. A pause of at least `minimumRest`
 * milliseconds is a rest: the driving time begins again after it.
 */
export function afterDriving(state: DutyState, { from, to }: Interval, minimumRest: number): DutyStep {
  const { since, until, driven } = state;
  if (since === null || until === null)
    return { state: { since: from, until: to, driven: to - from }, added: to - from, rest: null };
  const rest = from - until >= minimumRest ? { from: until, to: from } : null;
  const added = Math.max(0, to - Math.max(from, until));
  return {
    state: {
      since: rest === null ? since : from,
      until: Math.max(until, to),
      driven: rest === null ? driven + added : added,
    },
    added,
    rest,
  };
}

/** The rest that lasts at the instant; null while it is too short for one, and while nothing was driven. */
export function restAt({ until }: DutyState, now: Instant, minimumRest: number): Interval | null {
  return until !== null && now - until >= minimumRest ? { from: until, to: now } : null;
}

/** The parts of an interval outside of the stops, which are in order and do not overlap. */
export function drivingWithin({ from, to }: Interval, stops: readonly Interval[]): Interval[] {
  const parts: Interval[] = [];
  let since = from;
  for (const stop of stops) {
    if (stop.from > since) parts.push({ from: since, to: Math.min(stop.from, to) });
    since = Math.max(since, stop.to);
    if (since >= to) return parts.filter(isLong);
  }
  return [...parts, { from: since, to }].filter(isLong);
}

const isLong = ({ from, to }: Interval): boolean => to > from;

/** A time at the wheel, with the stops within it. */
export interface Drive extends Interval {
  readonly stops: readonly Interval[];
}

/** What an operator drove and rested. Times in milliseconds. */
export interface Duty {
  /** Driving time of each drive, in their order. */
  readonly driving: readonly number[];
  /** Rests between them. */
  readonly rests: readonly Interval[];
  readonly total: number;
  /** The most that was driven without a rest. */
  readonly longest: number;
  readonly state: DutyState;
}

/** Driving time and rests of drives in the order of their beginnings, after what was driven before them. */
export function dutyOf(drives: readonly Drive[], minimumRest: number, before: DutyState = RESTED): Duty {
  const driving: number[] = [];
  const rests: Interval[] = [];
  let state = before;
  let longest = 0;
  for (const drive of drives) {
    let own = 0;
    for (const part of drivingWithin(drive, drive.stops)) {
      const step = afterDriving(state, part, minimumRest);
      state = step.state;
      own += step.added;
      if (step.rest !== null) rests.push(step.rest);
      longest = Math.max(longest, state.driven);
    }
    driving.push(own);
  }
  return { driving, rests, total: driving.reduce((sum, each) => sum + each, 0), longest, state };
}
