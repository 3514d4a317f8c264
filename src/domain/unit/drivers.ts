import { fromIso, type Instant } from '../base/index.ts';
import type { UnitDriver, UnitSummary } from './unit.ts';

/** Who drives the unit at the instant, in the order in which they came. */
export function driversAt({ drivers }: Pick<UnitSummary, 'drivers'>, now: Instant): readonly UnitDriver[] {
  return drivers.filter(
    ({ from, to }) => (from === null || fromIso(from) <= now) && (to === null || fromIso(to) > now),
  );
}

/** Their names, as lists and exports write them. */
export const driverNames = (unit: Pick<UnitSummary, 'drivers'>, now: Instant): string =>
  driversAt(unit, now)
    .map(({ operator_name: name }) => name)
    .join(', ');
