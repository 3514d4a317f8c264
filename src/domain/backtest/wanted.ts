import type { Need } from '../access/index.ts';
import type { FactName } from '../detection/index.ts';
import { leavesOf, type ConditionKindName, type RuleCondition, type RuleTest } from '../rule/index.ts';
import type { UnitRecords, WantedRecords } from './types.ts';

const EVENTS: Need = { resource: 'units', action: 'se' };
const ROUTES: Need = { resource: 'routes', action: 'r' };

/** What one needs to see facts of each name in the past; null: what was found of them is nothing to try a rule on. */
export const FACT_NEEDS: Readonly<Record<FactName, Need | null>> = {
  fuelTheft: EVENTS,
  fuelRefill: EVENTS,
  tripEnded: { resource: 'units', action: 'st' },
  zonePassed: { resource: 'geofences', action: 'r' },
  driverChanged: { resource: 'operator', action: 'r' },
  checkpointLate: ROUTES,
  checkpointSkipped: ROUTES,
  offRoute: ROUTES,
  runFinished: ROUTES,
  commandFailed: { resource: 'units', action: 'ch' },
  deviceTakenOver: { resource: 'units', action: 'sh' },
  // They are looked for within the distances of rules that are there already.
  unitsNear: null,
  unitsApart: null,
  // Of a day there is a sum, and not when it was reached.
  traffic: null,
  // Trips of other units are not read there.
  operatorDriving: null,
  // Cards have the day that they have now.
  simExpires: null,
};
/** The same for who drove. */
export const DRIVER_NEED: Need = { resource: 'operator', action: 'r' };

/** Kinds that ask who drove. */
const OF_DRIVERS: ReadonlySet<ConditionKindName> = new Set(['driver', 'driving']);

/** Whether the condition can be tried on the past at all: what several units do together is not read there. */
export const hasPast = ({ kind, fact }: Pick<RuleCondition, 'fact' | 'kind'>): boolean =>
  kind !== 'fact' || FACT_NEEDS[fact] !== null;

/** Whether the condition can be tried on the past by somebody with these rights. */
export function isTriable({ kind, fact }: Pick<RuleCondition, 'fact' | 'kind'>, can: (need: Need) => boolean): boolean {
  if (kind === 'fact') {
    const need = FACT_NEEDS[fact];
    return need !== null && can(need);
  }
  return !OF_DRIVERS.has(kind) || can(DRIVER_NEED);
}

/** Rules on facts have no other conditions. */
export const asksForFacts = ({ conditions }: RuleTest): boolean =>
  leavesOf(conditions).some(({ kind }) => kind === 'fact');
export const asksForDrivers = ({ conditions }: RuleTest): boolean =>
  leavesOf(conditions).some(({ kind }) => OF_DRIVERS.has(kind));

/** What the rules ask for beside reports. */
export function wantedRecords(tests: readonly RuleTest[]): WantedRecords {
  const facts = tests.flatMap(({ conditions }) =>
    leavesOf(conditions).flatMap(({ kind, fact }) => (kind === 'fact' ? fact : [])),
  );
  return { facts: [...new Set(facts)].toSorted(), drivers: tests.some(asksForDrivers) };
}

/** Of a unit for which nothing is asked. */
export const NO_RECORDS: UnitRecords = { facts: [], drivers: [] };
