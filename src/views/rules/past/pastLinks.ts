import type { PastFiring } from '../../../domain/backtest/index.ts';
import { MODE_PLACES } from '../../shared/unit/unitModes.ts';
import { LIVE_VIEW, momentQuery, writeViewState } from '../../shared/unit/viewState.ts';

/** The unit's timeline at the instant at which it fired. */
export function firingHref({ unitId, at, place }: PastFiring): string {
  const query =
    place === null
      ? writeViewState({ ...LIVE_VIEW, units: [unitId], instant: at }).toString()
      : momentQuery(unitId, at, place);
  return `${MODE_PLACES.map.path}?${query}`;
}
