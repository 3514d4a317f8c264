import type { Instant } from '../../domain/base/index.ts';
import { MOTION, staleLimit, type MotionState } from '../../domain/telemetry/index.ts';
import type { FleetColumns } from './fleetColumns.ts';

/** How many units are in which state. A stale unit counts as stale and as nothing else. */
export interface FleetSummary {
  readonly moving: number;
  readonly idling: number;
  readonly parked: number;
  readonly stale: number;
  /** Never reported, or without a valid position. */
  readonly noFix: number;
  readonly total: number;
}

export const EMPTY_SUMMARY: FleetSummary = { moving: 0, idling: 0, parked: 0, stale: 0, noFix: 0, total: 0 };

/** Counts the fleet as it stands at `instant`. */
export function summarise(fleet: FleetColumns, instant: Instant): FleetSummary {
  const counts = { moving: 0, idling: 0, parked: 0, stale: 0, noFix: 0, total: fleet.count };
  for (let slot = 0; slot < fleet.count; slot++) counts[stateOf(fleet, slot, instant)]++;
  return counts;
}

function stateOf(fleet: FleetColumns, slot: number, instant: Instant): Exclude<keyof FleetSummary, 'total'> {
  const motion = fleet.motions[slot] as MotionState;
  if (fleet.times[slot] === 0 || motion === MOTION.noFix) return 'noFix';
  if (instant - fleet.times[slot] > staleLimit(motion)) return 'stale';
  return motion === MOTION.moving ? 'moving' : motion === MOTION.idling ? 'idling' : 'parked';
}

/** True when both say the same. */
export function sameSummary(a: FleetSummary, b: FleetSummary): boolean {
  return (Object.keys(a) as (keyof FleetSummary)[]).every((key) => a[key] === b[key]);
}
