import { useMemo } from 'react';
import { useFleet, type FleetServices } from '../shared/services/fleet.ts';

/** The fleet as it is when one looks. */
export interface FleetLook {
  readonly fleet: FleetServices['fleet'];
  /** The instant of the picture. */
  instant(): number;
  /** Which look it is: the same units may stand elsewhere in the next. */
  readonly round: number;
}

/**
 * The fleet for what is worked out of it in rounds: another object in each, because it moves without anything that
 * React sees.
 */
export function useFleetLook(round: number): FleetLook {
  const { fleet, pictured } = useFleet();
  return useMemo(() => ({ fleet, instant: pictured, round }), [fleet, pictured, round]);
}
