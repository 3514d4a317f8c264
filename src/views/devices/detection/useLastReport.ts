import { fromIso, type Instant, type UnitId } from '../../../domain/base/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';

/** When the unit last reported, as it was when this was asked; a unit of null is not asked of. */
export function useLastReport(unitId: UnitId | null): { time: Instant | null; isAwaited: boolean } {
  const { value, loading } = useAnswer('getLastPositions', unitId === null ? null : { unit_ids: [unitId] });
  const position = value?.positions.at(0);
  return { time: position === undefined ? null : fromIso(position.time), isAwaited: loading };
}
