import type { Need } from '../access/index.ts';
import type { FactName } from '../detection/index.ts';
import {
  asksForRoads,
  EXPIRY_FACTS,
  factBoundOf,
  isOfTwoUnits,
  leavesOf,
  type ConditionKindName,
  type RuleCondition,
  type RuleTest,
} from '../rule/index.ts';
import type { UnitRecords, WantedRecords } from './types.ts';

const EVENTS: Need = { resource: 'units', action: 'se' };
const ROUTES: Need = { resource: 'routes', action: 'r' };

const MAINTENANCE: Need = { resource: 'service_reminders', action: 'r' };
const HISTORY: Need = { resource: 'units', action: 'sh' };

/** What one needs to see facts of each name in the past. */
export const FACT_NEEDS: Readonly<Record<FactName, Need>> = {
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
  deviceTakenOver: HISTORY,
  unitsNear: HISTORY,
  unitsApart: HISTORY,
  traffic: HISTORY,
  operatorDriving: { resource: 'operator', action: 'r' },
  simExpires: { resource: 'sims', action: 'r' },
  allocationEnds: HISTORY,
  serviceSoon: MAINTENANCE,
  serviceDue: MAINTENANCE,
  serviceOverdue: MAINTENANCE,
};
/** The same for who drove. */
export const DRIVER_NEED: Need = { resource: 'operator', action: 'r' };

/** Kinds that ask who drove. */
const OF_DRIVERS: ReadonlySet<ConditionKindName> = new Set(['driver', 'driving']);

/** Facts of which the past is known in part, so that what a back-test finds of them is an estimate. */
const ESTIMATED = ['traffic', ...EXPIRY_FACTS] as const satisfies readonly FactName[];
export type EstimatedFact = (typeof ESTIMATED)[number];

/** Those that the rules ask for. */
export const estimatedFacts = (tests: readonly RuleTest[]): EstimatedFact[] =>
  ESTIMATED.filter((name) => tests.some((test) => factsOf(test).some(({ fact }) => fact === name)));

/** Whether the condition can be tried on the past by somebody with these rights. */
export function isTriable(condition: RuleCondition, can: (need: Need) => boolean): boolean {
  const { kind, fact } = condition;
  if (kind === 'fact') return can(FACT_NEEDS[fact]);
  return !OF_DRIVERS.has(kind) || can(DRIVER_NEED);
}

/** Rules on facts have no other conditions. */
export const asksForFacts = ({ conditions }: RuleTest): boolean =>
  leavesOf(conditions).some(({ kind }) => kind === 'fact');
export const asksForDrivers = ({ conditions }: RuleTest): boolean =>
  leavesOf(conditions).some(({ kind }) => OF_DRIVERS.has(kind));

const factsOf = ({ conditions }: RuleTest): readonly RuleCondition[] =>
  leavesOf(conditions).filter(({ kind }) => kind === 'fact');

/** What the rules ask for beside reports. Whom units met is found by the reports of both. */
export function wantedRecords(tests: readonly RuleTest[]): WantedRecords {
  const asked = tests.flatMap(factsOf);
  const bounds = asked.flatMap((condition) => factBoundOf(condition) ?? []);
  const bound = new Set<FactName>(bounds.map(({ fact }) => fact));
  const facts = asked.map(({ fact }) => fact).filter((fact) => !bound.has(fact) && !isOfTwoUnits(fact));
  return {
    facts: [...new Set(facts)].toSorted(),
    bounds: [...new Map(bounds.map((each) => [JSON.stringify(each), each])).values()],
    drivers: tests.some(asksForDrivers),
    roads: tests.some(({ conditions }) => leavesOf(conditions).some(asksForRoads)),
  };
}

/** Units that the rules have others meet. */
export const wantedUnits = (tests: readonly RuleTest[]): number[] => [
  ...new Set(
    tests.flatMap((test) => factsOf(test).flatMap((each) => (isOfTwoUnits(each.fact) ? each.other_unit_ids : []))),
  ),
];

/** Of a unit for which nothing is asked. */
export const NO_RECORDS: UnitRecords = { facts: [], drivers: [], roads: [] };
