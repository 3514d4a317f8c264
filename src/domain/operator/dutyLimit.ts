import type { Instant } from '../base/index.ts';
import { afterDriving, drivingWithin, RESTED, type Drive } from './duty.ts';

/** Driving without a rest for longer than is allowed. */
export interface DutyCrossing<Each extends Drive> {
  /** When driving began after the last rest. */
  readonly since: Instant;
  /** When the limit was reached, and in which drive. */
  readonly at: Instant;
  readonly drive: Each;
}

/** How long an operator may drive, and what counts as a rest, milliseconds. */
export interface DutyLimit {
  readonly driving: number;
  readonly rest: number;
}

/**
 * Where driving without a rest reached the limit, once between two rests, over drives of one operator at any units in
 * the order of their beginnings. `known`: drives are known from then on; driving that may have begun before is left
 * out, since nobody knows how long it was.
 */
export function dutyCrossings<Each extends Drive>(
  drives: readonly Each[],
  { driving, rest }: DutyLimit,
  known: Instant,
): DutyCrossing<Each>[] {
  const crossings: DutyCrossing<Each>[] = [];
  let state = RESTED;
  for (const drive of drives)
    for (const part of drivingWithin(drive, drive.stops)) {
      const step = afterDriving(state, part, rest);
      const before = step.rest === null ? state.driven : 0;
      state = step.state;
      const { since, driven } = state;
      if (since === null || before >= driving || driven < driving || since - known < rest) continue;
      crossings.push({ since, at: part.to - (driven - driving), drive });
    }
  return crossings;
}

/** What was driven since the last rest that the drives show. */
export function drivenSinceRest(drives: readonly Drive[], rest: number): number {
  let state = RESTED;
  for (const drive of drives)
    for (const part of drivingWithin(drive, drive.stops)) ({ state } = afterDriving(state, part, rest));
  return state.driven;
}
