import { IDLING, type Instant } from '../../domain/base/index.ts';
import { MOTION, staleLimit, type MotionState } from '../../domain/telemetry/index.ts';
import type { FleetColumns } from './fleetColumns.ts';

/**
 * How many units are in which state. A stale unit counts as stale and as nothing else, and one that idles too long as
 * that alone.
 */
export interface FleetSummary {
  readonly moving: number;
  readonly idling: number;
  readonly idlingLong: number;
  readonly parked: number;
  readonly stale: number;
  /** Never reported, or without a valid position. */
  readonly noFix: number;
  readonly total: number;
}

export const EMPTY_SUMMARY: FleetSummary = {
  moving: 0,
  idling: 0,
  idlingLong: 0,
  parked: 0,
  stale: 0,
  noFix: 0,
  total: 0,
};

/** Units that are counted, by their ids. */
export type CountedUnits = Pick<ReadonlyMap<number, unknown>, 'has'>;

/** Counts the fleet as it is at `instant`; of the units of `counted` alone where it is given. */
export function summarise(fleet: FleetColumns, instant: Instant, counted: CountedUnits | null = null): FleetSummary {
  const counts = { ...EMPTY_SUMMARY };
  for (let slot = 0; slot < fleet.count; slot++) {
    if (counted !== null && !counted.has(fleet.ids[slot])) continue;
    counts.total++;
    counts[stateOf(fleet, slot, instant)]++;
  }
  return counts;
}

function stateOf(fleet: FleetColumns, slot: number, instant: Instant): Exclude<keyof FleetSummary, 'total'> {
  const motion = fleet.motions[slot] as MotionState;
  if (fleet.times[slot] === 0 || motion === MOTION.noFix) return 'noFix';
  if (instant - fleet.times[slot] > staleLimit(motion)) return 'stale';
  if (motion === MOTION.moving) return 'moving';
  if (motion !== MOTION.idling) return 'parked';
  return idlesTooLong(fleet, slot, instant) ? 'idlingLong' : 'idling';
}

/** Whether a unit that idles has done so for too long at `instant`. */
export function idlesTooLong({ idleSince }: Pick<FleetColumns, 'idleSince'>, slot: number, instant: Instant): boolean {
  return idleSince[slot] > 0 && instant - idleSince[slot] >= IDLING.tooLong;
}

/** True when both say the same. */
export function sameSummary(a: FleetSummary, b: FleetSummary): boolean {
  return (Object.keys(a) as (keyof FleetSummary)[]).every((key) => a[key] === b[key]);
}
