import { useState } from 'react';
import type { UnitSummary } from '../../../domain/unit/index.ts';

/** A unit as it is, or as it was before it went. */
export interface LastKnown {
  readonly unit: UnitSummary;
  readonly isThere: boolean;
}

/** The first of the units that is there. */
export const firstOf = (unitIds: readonly number[], byId: ReadonlyMap<number, UnitSummary>): UnitSummary | null =>
  unitIds.map((unitId) => byId.get(unitId)).find((unit) => unit !== undefined) ?? null;

/**
 * `unit`: the first of the units that is there ({@link firstOf}); one that was looked at and went meanwhile is shown
 * until another is chosen.
 */
export function useLastKnown(unitIds: readonly number[], unit: UnitSummary | null): LastKnown | null {
  const [last, setLast] = useState<UnitSummary | null>(null);
  if (unit !== null && unit !== last) setLast(unit);
  if (unit !== null) return { unit, isThere: true };
  return last !== null && unitIds.includes(last.unit_id) ? { unit: last, isThere: false } : null;
}
