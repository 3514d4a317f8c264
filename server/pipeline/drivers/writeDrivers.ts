import type { Instant } from '../../../src/domain/base/index.ts';
import type { Transaction } from '../../store/index.ts';
import type { UnitFacts } from '../facts.ts';
import type { UnitDetector } from '../unitDetector.ts';
import { rebuildBindings } from './bindingRows.ts';
import { driverFacts, unknownKeyFacts } from './facts.ts';
import { replaceSessions, touch, type KeyLedger, type Touched } from './sessionRows.ts';

/** A unit whose key sessions are to be stored as they stand at `clock`, the unit's own. */
export interface DriversOf {
  readonly unitId: number;
  readonly detector: UnitDetector;
  readonly clock: Instant;
}

/**
 * Stores who was signed in at the units, and finds where that puts the operators. Answers the events for the
 * order of the units: of these, and of others that an operator left for one of these.
 */
export async function writeDrivers(
  transaction: Transaction,
  ledger: KeyLedger,
  units: readonly DriversOf[],
  now: Instant,
): Promise<UnitFacts[][]> {
  const looked = units.filter(
    ({ detector: { drivers }, clock }) => drivers.dirty || (drivers.until() ?? Number.POSITIVE_INFINITY) <= clock,
  );
  if (looked.length === 0) return units.map(() => []);
  const sessions = await replaceSessions(
    transaction,
    ledger,
    looked.map(({ unitId, detector, clock }) => ({
      unitId,
      since: detector.since,
      found: detector.keySessionsAt(clock),
    })),
  );
  const all: Touched = new Map();
  for (const { touched } of sessions) for (const [operatorId, since] of touched) touch(all, operatorId, since);
  const changes = await rebuildBindings(transaction, all, now);
  // The event of an operator names the unit that it was found at: the last, of several in one transaction.
  const placeOf = (operatorId: number): number => sessions.findLastIndex(({ touched }) => touched.has(operatorId));
  return units.map((unit) => {
    const place = looked.indexOf(unit);
    if (place < 0) return [];
    const own = changes.filter(({ operator }) => placeOf(operator.operatorId) === place);
    return [...driverFacts(ledger, own), unknownKeyFacts(unit.unitId, sessions[place].unknown)];
  });
}
